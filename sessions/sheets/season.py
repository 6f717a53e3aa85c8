"""Every result of a time as one workbook, written as it is read: a long season takes no more room."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.text import slugify
from django.utils.translation import gettext as _

from clubs.models import Club
from scoring.rulesets import RULESETS
from sessions import exports, queries
from sessions.queries import TableRound
from sessions.words import letters, say

from .xlsx import plain_number

WIDTHS, PLACE_WIDTHS = (12, 26, 15, 8, 8, 8, 15), (9, 22, 9)
"""How wide the columns are, in letters: first what is known of a result, then of each place."""

Tell = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Span:
    """A time from one day to another, both included."""

    first: date
    last: date

    @property
    def plain(self) -> dict[str, str]:
        """The same as JSON has it."""
        return {"first": self.first.isoformat(), "last": self.last.isoformat()}

    @classmethod
    def from_plain(cls, values: Mapping[str, str]) -> "Span":
        return cls(date.fromisoformat(values["first"]), date.fromisoformat(values["last"]))


def write_season(club: Club, span: Span, *, tell: Tell) -> bytes:
    """The workbook: a row for each result, the oldest first; ``tell`` hears of each session's rows."""
    places = _count_places(club, span)
    widths = [*WIDTHS, *PLACE_WIDTHS * places]
    return exports.write_xlsx(_headings(places), _rows(club, span, tell), widths=widths)


def file_name(club: Club, span: Span) -> str:
    return f"{slugify(club.name)[:60] or 'club'}-{span.first}-{span.last}.xlsx"


def _count_places(club: Club, span: Span) -> int:
    """The most players that a table may have in the games of that time."""
    games = {session.ruleset.slug for session in queries.sessions_between(club, span.first, span.last)}
    return max((len(places) for slug in games for places in RULESETS[slug].tables), default=1)


def _headings(places: int) -> list[str]:
    found = [_("Date"), _("Session"), _("Game"), _("Round"), _("Table"), _("Board"), _("Result")]
    for number in range(1, places + 1):
        found += [_("Seat %(number)d") % {"number": number}, _("Player"), _("Points")]
    return found


def _rows(club: Club, span: Span, tell: Tell) -> Iterator[Sequence[exports.Cell]]:
    total, done = queries.count_lines_between(club, span.first, span.last), 0
    for session in queries.sessions_between(club, span.first, span.last):
        head = [session.date, session.title, say(session.ruleset.name)]
        for seat in queries.load_night(session).rounds:
            for number in sorted(seat.lines):
                done += 1
                yield [*head, seat.round, seat.table, number, *_result(seat, number)]
        tell(done, max(total, done))
    tell(done, done)


def _result(seat: TableRound, number: int) -> list[exports.Cell]:
    """The result in words, then seat, player and points of each place."""
    found: list[exports.Cell] = [letters(say(seat.describe(number)))]
    score = seat.line_score(number)
    for place in seat.places:
        person = seat.seats.get(place)
        points = score.points.get(place) if score else None
        found += [
            letters(place),
            person.name if person else "",
            None if points is None else plain_number(points),
        ]
    return found
