"""What a change among the club's people means for its sessions."""

from django.db.models import F
from django.db.models.signals import post_save
from django.dispatch import receiver

from clubs.models import Club, Player

from .models import Session


@receiver(post_save, sender=Player, dispatch_uid="a_new_name_changes_the_leaderboards")
def show_new_name(sender, instance: Player, created: bool, **kwargs) -> None:
    """Raise the revision of the sessions that name a changed player: no page keeps the old name."""
    if not created:
        Session.objects.filter(entrants__player=instance).update(revision=F("revision") + 1)


@receiver(post_save, sender=Club, dispatch_uid="a_club_that_names_people_otherwise_changes_the_leaderboards")
def show_new_naming(sender, instance: Club, created: bool, **kwargs) -> None:
    """Raise the revision of all its sessions: no page keeps names that the club now withholds."""
    if not created:
        Session.objects.filter(club=instance).update(revision=F("revision") + 1)
