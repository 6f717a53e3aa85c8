"""Every write of a ladder: keyword-only, one transaction each."""

from django.db import transaction

from clubs.models import Club
from clubs.names import clean_name
from clubs.removing import remove

from .models import Ladder


@transaction.atomic
def create_ladder(*, club: Club, **values) -> Ladder:
    """A new ladder of a club."""
    return update_ladder(ladder=Ladder(club=club), **values)


@transaction.atomic
def update_ladder(*, ladder: Ladder, **values) -> Ladder:
    """Change what a ladder counts; nothing of the sessions changes."""
    for name, value in values.items():
        setattr(ladder, name, value)
    ladder.title = clean_name(ladder.title)
    ladder.full_clean()
    ladder.save()
    return ladder


def delete_ladder(*, ladder: Ladder, by=None) -> None:
    """Take a ladder away; its sessions stay, and it can be put back."""
    remove(ladder, club=ladder.club, by=by)
