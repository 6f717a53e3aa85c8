"""Names and heads that the sheets of an evening share, and what somebody may order of them."""

from dataclasses import dataclass, replace

from django.utils.formats import date_format
from django.utils.translation import gettext_noop

from scoring.sheets import Fact, Sheet, Text
from scoring.words import Message
from sessions.queries import Night, Person, Side, TableRound


@dataclass(frozen=True, slots=True)
class Order:
    """What somebody wants printed: the kind of sheet, on which paper, blank or filled.

    It is all of them, or that of one ``table``, ``board``, or ``side`` (the key of a contestant).
    Not ``is_named``, it has room for names instead of them. ``per_page`` is 0 for as many as the kind usually
    has. ``site`` is where phones find Overtrick. No ``language`` means the one in which the page is read.
    """

    kind: str
    paper: str = "a4"
    is_filled: bool = True
    table: int | None = None
    board: int | None = None
    side: int | None = None
    per_page: int = 0
    is_large: bool = False
    is_named: bool = True
    site: str = ""
    language: str = ""

    def wants(self, **values: int) -> bool:
        """Whether the sheet of that ``table``, ``board`` or ``side`` is among those ordered."""
        return all(getattr(self, name) in (None, value) for name, value in values.items())


def table_head(night: Night, table: int, *subtitle, **values) -> Sheet:
    """The head of a sheet that lies on a table."""
    return Sheet(
        title=night.session.title,
        overline=night.session.club.name,
        subtitle=subtitle,
        mark=Message(gettext_noop("Table %(table)d"), {"table": table}),
        **values,
    )


def paper_head(night: Night, mark: Text, *subtitle: Text) -> Sheet:
    """The head of a sheet of the whole session."""
    return Sheet(
        title=night.session.title,
        overline=night.session.club.name,
        subtitle=tuple(part for part in (game(night), date(night), *subtitle) if part),
        mark=mark,
    )


def card_head(night: Night, title: Text) -> Sheet:
    """The head of a card for one table or board."""
    subtitle = tuple(part for part in (night.session.title, date(night)) if part)
    return Sheet(title=title, overline=night.session.club.name, subtitle=subtitle)


def own_head(night: Night, side: Side) -> Sheet:
    """The head of a contestant's own card: whose it is, and the number to find it by."""
    head = card_head(night, side.name) if side.players else paper_head(night, side.label)
    section = Message(gettext_noop("Section %(name)s"), {"name": side.section})
    has_sections = len({each.section for each in night.sides.values()}) > 1
    return replace(
        head,
        subtitle=(section, *head.subtitle) if has_sections else head.subtitle,
        mark=side.label,
        people=() if side.players else (Fact(Message(gettext_noop("Name")), ""),),
    )


def table_name(table: int) -> Message:
    return Message(gettext_noop("Table %(table)d"), {"table": table})


def board_name(board: int) -> Message:
    return Message(gettext_noop("Board %(board)d"), {"board": board})


def game(night: Night) -> Message:
    return Message(night.session.ruleset.name)


def date(night: Night) -> str:
    return date_format(night.session.date, "DATE_FORMAT")


def without_names(night: Night) -> Night:
    """The same evening with nobody's name: for sheets that are written on by hand."""
    sides = {pk: _nameless(side) for pk, side in night.sides.items()}
    rounds = (
        replace(
            seat,
            seats={
                place: person and replace(person, name="", called="") for place, person in seat.seats.items()
            },
            sides={place: _nameless(side) for place, side in seat.sides.items()},
        )
        for seat in night.rounds
    )
    return replace(night, sides=sides, rounds=tuple(rounds))


def _nameless(side: Side) -> Side:
    return replace(side, players=(), own_name="")


def called(seat: TableRound) -> dict[str, str]:
    """What the players at a table call one another, by place."""
    return {place: person.called for place, person in seat.seats.items() if isinstance(person, Person)}


def side_called(side: Side) -> str:
    return " & ".join(person.called for person in side.players)
