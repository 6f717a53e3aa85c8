"""What a change among the club's people means for its sessions."""

import re
from collections.abc import Collection

from django.db.models import F
from django.db.models.signals import post_save
from django.dispatch import receiver

from clubs.models import Club, Player
from clubs.signals import player_forgotten

from .models import SeatingChange, Session


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


@receiver(player_forgotten, dispatch_uid="nothing_written_names_who_is_forgotten")
def forget_names(sender, player: Player, names: Collection[str], name: str, **kwargs) -> None:
    """Take the old names out of the lists as they were typed, of changes at the tables, of imported files."""
    for change in SeatingChange.objects.filter(session__entrants__player=player).distinct():
        change.sentences = _without(change.sentences, names, name)
        change.save(update_fields=["sentences"])
    for session in Session.objects.filter(entrants__player=player).distinct():
        session.plan, session.source = (
            _without(kept, names, name) for kept in (session.plan, session.source)
        )
        session.save(update_fields=["plan", "source"])


def _without(value, names: Collection[str], name: str):
    """Stored plain values with another name for some, wherever they stand in them."""
    if isinstance(value, dict):
        return {key: _without(each, names, name) for key, each in value.items()}
    if isinstance(value, list):
        return [_without(each, names, name) for each in value]
    if isinstance(value, str):
        for old in sorted(names, key=len, reverse=True):
            value = re.sub(_spelling(old), lambda _found: name, value, flags=re.IGNORECASE)
    return value


def _spelling(name: str) -> str:
    """A name as it may have been typed: small or large letters, more spaces."""
    return r"\s+".join(map(re.escape, name.split()))
