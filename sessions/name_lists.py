"""Who is here, as typed or ticked: a list of players, pairs or teams, one on each line, and back again."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.names import NAME_MAX, clean_name, name_key

MAX_LINES = 200
MAX_COMPLAINTS = 6
TEAM_SIZES = range(4, 7)

NUMBERING = re.compile(r"^\s*(?:\d{1,3}\s*[.):]|[-•*])\s+")
BETWEEN_PARTNERS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (r"\s*\t\s*", r"\s*&\s*", r"\s*/\s*", r"\s*\+\s*", r"\s*;\s*", r"\s+and\s+", r"\s*,\s*")
)
BETWEEN_PLAYERS = re.compile(r"\t|;|&|\s/\s|,.*,")
CALLED = re.compile(r"^([^:\t]+):(.*)$")
BETWEEN_CELLS, BETWEEN_TEAMMATES = (
    re.compile(r"\s*[\t;]\s*"),
    re.compile(r"\s*[\t&/+;,]\s*|\s+and\s+", re.I),
)

Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Team:
    """A team as listed: what it is called, and its players; the first two are a pair, and the next two."""

    called: str
    players: Names


def read_names(text: str, *, pairs: bool) -> tuple[Names, ...]:
    """The names of each contestant, a line each; blank lines do not count.

    A pair is written ``Ada & Ben``, with ``/``, ``+``, a comma, a semicolon, ``and`` or a tab between.
    Raises ValidationError with the line of each problem.
    """
    read = _read_lines(text, lambda line: Team("", _clean(_split_line(line, pairs=pairs))))
    return tuple(found.players for found in read)


def read_teams(text: str) -> tuple[Team, ...]:
    """The teams, a line each: ``Oaks: Ada & Ben, Cleo & Dov``, four to six players in any such form.

    A team without a name is called after its first player. Raises ValidationError as above.
    """
    teams = tuple(_read_lines(text, _read_team))
    seen: dict[str, int] = {}
    for number, team in enumerate(teams, start=1):
        first = seen.setdefault(name_key(team.called), number)
        if first != number:
            text = _("Teams %(first)d and %(second)d are both called %(name)s.")
            raise ValidationError(text % {"first": first, "second": number, "name": _short(team.called)})
    return teams


def _read_lines(text: str, read: Callable[[str], Team]) -> list[Team]:
    found, complaints, seen = [], [], {}
    for number, line in _numbered_lines(text):
        try:
            entry = read(line)
            _check_repeats(entry.players, number, seen)
            found.append(entry)
        except ValidationError as error:
            complaints.append(
                _("Line %(line)d: %(problem)s") % {"line": number, "problem": error.messages[0]}
            )
    if len(found) > MAX_LINES:
        complaints.append(_("At most %(limit)d lines fit in a session.") % {"limit": MAX_LINES})
    if complaints:
        raise ValidationError(shortened(complaints))
    return found


def _clean(parts: Sequence[str]) -> Names:
    return tuple(clean_name(part) for part in parts)


def _read_team(line: str) -> Team:
    called, rest = _split_called(line)
    players = _clean(_teammates(rest))
    if len(players) not in TEAM_SIZES:
        limits = {"count": len(players), "fewest": TEAM_SIZES[0], "most": TEAM_SIZES[-1]}
        raise ValidationError(_("a team has %(fewest)d to %(most)d players; here are %(count)d.") % limits)
    called = called.strip() or _("Team %(name)s") % {"name": players[0]}
    return Team(clean_name(called[:NAME_MAX]), players)


def _split_called(line: str) -> tuple[str, str]:
    """A team's name, empty where the line has none, and the players."""
    found = CALLED.match(line)
    return (found[1], found[2]) if found else ("", line)


def _teammates(text: str) -> list[str]:
    """The players of a team; where cells are marked, by tabs or semicolons, nothing else divides them."""
    divider = BETWEEN_CELLS if BETWEEN_CELLS.search(text) else BETWEEN_TEAMMATES
    return [part for part in divider.split(text.strip()) if part.strip()]


def count_lines(text: str) -> int:
    """How many contestants a list stands for, whether or not each line is right."""
    return min(MAX_LINES, sum(1 for _line in _numbered_lines(text)))


def write_names(entries: Sequence[Names]) -> str:
    """A list that ``read_names`` reads back."""
    return "\n".join(_write_line(names) for names in entries)


def _write_line(names: Names) -> str:
    written = (mark.join(names) for mark in (" & ", " / ", " + ", "; "))
    return next((line for line in written if _partners(line) == list(names)), "\t".join(names))


def write_teams(teams: Sequence[Team]) -> str:
    """A list that ``read_teams`` reads back."""
    return "\n".join(_write_team(team) for team in teams)


def _write_team(team: Team) -> str:
    pairs = [" & ".join(team.players[at : at + 2]) for at in range(0, len(team.players), 2)]
    written = (f"{team.called}: {line}" for line in (", ".join(pairs), "; ".join(team.players)))
    as_read = (line for line in written if _teammates(_split_called(line)[1]) == list(team.players))
    return next(as_read, "\t".join((f"{team.called}: {team.players[0]}", *team.players[1:])))


def add_names(text: str, names: Sequence[str]) -> str:
    """The list with a line for each name that no line of it has yet."""
    known = {name_key(part) for _number, line in _numbered_lines(text) for part in _all_parts(line)}
    new = [name for name in names if name_key(name) not in known]
    return "\n".join([*(line for line in text.splitlines() if line.strip()), *new])


def add_teammates(text: str, names: Sequence[str]) -> str:
    """The list with each name that it lacks, on its last line while that has under four players."""
    lines = [line for line in text.splitlines() if line.strip()]
    known = {name_key(part) for line in lines for part in _teammates(_split_called(line)[1])}
    for name in (name for name in names if name_key(name) not in known):
        sitting = len(_teammates(_split_called(lines[-1])[1])) if lines else TEAM_SIZES[0]
        if sitting in range(1, TEAM_SIZES[0]):
            lines[-1] += f", {name}" if sitting == 2 else f" & {name}"
        elif sitting == 0:
            lines[-1] += f" {name}"
        else:
            lines.append(name)
    return "\n".join(lines)


def _numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        bare = NUMBERING.sub("", line.strip())
        if bare.strip():
            yield number, bare


def _split_line(line: str, *, pairs: bool) -> list[str]:
    if not pairs:
        if BETWEEN_PLAYERS.search(line):
            raise ValidationError(_("one name on each line, please."))
        return [line]
    parts = _partners(line)
    if len(parts) == 1:
        raise ValidationError(_("%(name)s has no partner; write both names.") % {"name": _short(parts[0])})
    if len(parts) > 2:
        raise ValidationError(_("a pair is two names; here are %(count)d.") % {"count": len(parts)})
    return parts


def _partners(line: str) -> list[str]:
    """The parts of a line at the first kind of separator that it has."""
    for separator in BETWEEN_PARTNERS:
        parts = [part for part in separator.split(line) if part.strip()]
        if len(parts) > 1 or separator.search(line):
            return parts or [line]
    return [line]


def _all_parts(line: str) -> list[str]:
    return [line, *_partners(line)]


def _check_repeats(names: Names, number: int, seen: dict[str, int]) -> None:
    for name in names:
        first = seen.setdefault(name_key(name), number)
        if first != number or [name_key(other) for other in names].count(name_key(name)) > 1:
            text = _("%(name)s is on line %(first)d already.")
            raise ValidationError(text % {"name": _short(name), "first": first})


def _short(name: str) -> str:
    return name if len(name) <= 40 else f"{name[:39]}…"


def shortened(complaints: list[str]) -> list[str]:
    """The first of many complaints, and how many more there are."""
    rest = len(complaints) - MAX_COMPLAINTS
    if rest <= 0:
        return complaints
    return [*complaints[:MAX_COMPLAINTS], _("… and %(count)d more.") % {"count": rest}]
