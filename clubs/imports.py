"""Reads a list of members from a CSV file or a workbook, and says beforehand what would come of it."""

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from django.core.exceptions import ValidationError
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from .alike import find_alike
from .models import Club, Player
from .names import clean_name, clean_text, name_key

ROWS_MAX = 2000
SIZE_MAX = 2 * 1024 * 1024
UNPACKED_MAX = 40 * 1024 * 1024
HEADINGS = {
    "name": ("name", "player", "member", "full name", "nome", "nombre", "nom", "имя"),
    "first": ("first name", "first", "forename", "vorname", "prénom"),
    "last": ("last name", "last", "surname", "nachname", "cognome", "apellidos"),
    "number": ("number", "no", "no.", "member number", "id", "nummer", "numero", "número", "numéro", "номер"),
    "short_name": ("called", "short name", "nickname"),
    "handicap": ("handicap", "hcp", "hándicap", "vorgabe", "фора", "гандикап"),
    "rating": ("rating", "elo", "wertungszahl", "valoración", "cote", "рейтинг"),
    "master_points": (
        *("master points", "masterpoints", "mp", "masterpunkte", "puntos de maestro"),
        *("points d'expert", "master point", "мастерские баллы"),
    ),
    "stratum": ("stratum", "strata", "klasse", "estrato", "strate", "fascia", "страта"),
}
"""The headings of a column, in small letters, by what it holds."""

NUMBER = re.compile(r"[+-]?\d{1,12}(?:[.,]\d{1,2})?")
STRENGTH = ("handicap", "rating", "master_points", "stratum")
"""What tells how strong a player is: fields of `Player`."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A row of the file: what it says of a player, and why it brings nobody new, if so.

    ``alike`` is the name of somebody on the list, or of a row before it, who may be the same person.
    ``strength`` are those of the fields `STRENGTH` that the row fills in. ``player`` is whom it names on
    the list, and ``news`` what it says otherwise of him: field and value.
    """

    line: int
    name: str
    number: str = ""
    short_name: str = ""
    problem: str = ""
    is_known: bool = False
    alike: str = ""
    strength: Mapping[str, Decimal | str] = field(default_factory=dict)
    player: Player | None = None
    news: Mapping[str, Decimal | str] = field(default_factory=dict)

    @property
    def changes(self) -> list[tuple[str, Decimal | str, Decimal | str]]:
        """What the list says of a player and what the row does, with the name of the field."""
        return [(_label(name), getattr(self.player, name), value) for name, value in self.news.items()]

    @property
    def told(self) -> list[tuple[str, Decimal | str]]:
        """The strength with the names of its fields."""
        return [(_label(name), value) for name, value in self.strength.items()]

    @property
    def is_new(self) -> bool:
        return not (self.problem or self.is_known)


def read_file(content: bytes, file_name: str) -> list[list[str]]:
    """The rows of a CSV file or workbook as text. Raises ValidationError for what cannot be read."""
    if len(content) > SIZE_MAX:
        raise ValidationError(_("That file is too large; 2 MB is the most."))
    is_workbook = file_name.lower().endswith(".xlsx") or content.startswith(b"PK\x03\x04")
    rows = _read_workbook(content) if is_workbook else _read_csv(content)
    found = [[clean_text(cell) for cell in row] for row in rows]
    found = [row for row in found if any(row)]
    if len(found) > ROWS_MAX + 1:
        raise ValidationError(_("At most %(limit)d members at once."), params={"limit": ROWS_MAX})
    return found


def _read_csv(content: bytes) -> Iterable[Sequence[str]]:
    """UTF-8, or as old spreadsheets write it; commas, semicolons or tabs."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise ValidationError(_("That is no list that can be read.")) from error


def _read_workbook(content: bytes) -> Iterable[Sequence[str]]:
    """The first sheet; a workbook that unpacks to something monstrous is refused unopened."""
    from openpyxl import load_workbook  # slow import

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            if sum(each.file_size for each in packed.infolist()) > UNPACKED_MAX:
                raise ValidationError(_("That file is too large; 2 MB is the most."))
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        rows = book.worksheets[0].iter_rows(values_only=True, max_row=ROWS_MAX + 2, max_col=20)
        return [[_cell(value) for value in row] for row in rows]
    except ValidationError:
        raise
    except Exception as error:  # openpyxl raises whatever the broken file makes it stumble over
        raise ValidationError(_("That workbook cannot be read.")) from error


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else f"{value:.12g}"  # 0.3, not 0.30000000000000004
    return str(value)


def preview(club: Club, rows: Sequence[Sequence[str]]) -> list[Candidate]:
    """What each row would do. The first row may be headings; without any, the first column has the names."""
    columns = _columns(rows[0]) if rows else {}
    start = 1 if columns else 0
    columns = columns or {"name": 0, "number": 1}
    known = _known(club)
    names = set(known)
    numbers = set(club.players.exclude(number="").values_list("number", flat=True))
    found = []
    for line, row in enumerate(rows[start:], start=start + 1):
        candidate = _candidate(line, row, columns, names, numbers)
        if candidate.is_known:
            candidate = _with_news(candidate, known.pop(name_key(candidate.name), []), numbers)
        names.add(name_key(candidate.name))
        numbers.add(candidate.number)
        found.append(candidate)
    return _with_alike(club, found)


def _known(club: Club) -> dict[str, list[Player]]:
    """Everybody on the list by his name, and by those that were merged into his."""
    merges = club.merges.filter(undone_at=None).select_related("kept")
    named = [(player.name, player) for player in club.players.all()]
    found: dict[str, list[Player]] = {}
    for name, player in (*named, *((merge.name, merge.kept) for merge in merges)):
        found.setdefault(name_key(name), []).append(player)
    return found


def _with_news(candidate: Candidate, players: Sequence[Player], numbers: set[str]) -> Candidate:
    """What a row says otherwise of whom it names; nothing where that is not certain."""
    own = [player for player in players if candidate.number and player.number == candidate.number]
    of_name = own or players
    if not of_name or candidate.problem:
        return candidate
    if len(of_name) > 1:
        return replace(candidate, problem=_("Several on the list have that name: give the member number."))
    player = of_name[0]
    if candidate.number and player.number not in ("", candidate.number):
        problem = _("On the list with another number: %(number)s.") % {"number": player.number}
        return replace(candidate, problem=problem)
    said = dict(candidate.strength)
    if candidate.number and candidate.number not in numbers:
        said["number"] = candidate.number
    news = {name: value for name, value in said.items() if value != getattr(player, name)}
    return replace(candidate, player=player, news=news)


def _with_alike(club: Club, candidates: Sequence[Candidate]) -> list[Candidate]:
    """The rows, each new one with the name that it may be another spelling of."""
    names = dict(club.players.values_list("pk", "name"))
    first = max(names, default=0) + 1
    names |= {first + at: each.name for at, each in enumerate(candidates) if each.is_new}
    alike: dict[int, str] = {}
    for pair in find_alike(names):
        alike.setdefault(pair.second, names[pair.first])
    return [replace(each, alike=alike.get(first + at, "")) for at, each in enumerate(candidates)]


def _columns(row: Sequence[str]) -> dict[str, int]:
    """Which column holds what, by the headings; none unless one of them is for names."""
    found = {
        kind: at
        for kind, words in HEADINGS.items()
        for at, cell in enumerate(row)
        if cell.casefold() in words
    }
    return found if "name" in found or {"first", "last"} & set(found) else {}


def _candidate(line: int, row: Sequence[str], columns: dict, names: set, numbers: set) -> Candidate:
    def cell(kind: str) -> str:
        return row[columns[kind]] if columns.get(kind, len(row)) < len(row) else ""

    number = cell("number")[:30]
    try:
        name = clean_name(cell("name") or f"{cell('first')} {cell('last')}")
    except ValidationError as error:
        return Candidate(line, cell("name"), problem=" ".join(error.messages))
    is_known = name_key(name) in names
    if not is_known and number and number in numbers:
        return Candidate(line, name, number, problem=_("Somebody else has that number."))
    try:
        strength = {kind: _read_strength(kind, cell(kind)) for kind in STRENGTH if cell(kind)}
    except ValidationError as error:
        return Candidate(line, name, number, is_known=is_known, problem=" ".join(error.messages))
    if is_known:
        return Candidate(line, name, number, is_known=True, strength=strength)
    return Candidate(line, name, number, cell("short_name")[:40], strength=strength)


def _read_strength(kind: str, text: str) -> Decimal | str:
    """A cell as its field takes it, with a comma or a point. Raises ValidationError that names the column."""
    is_number = kind != "stratum"
    try:
        if is_number and not NUMBER.fullmatch(text):
            problem = _("“%(text)s” is not a number with at most two decimal places, such as 3.5.")
            raise ValidationError(problem % {"text": text})
        return Player._meta.get_field(kind).clean(text.replace(",", ".") if is_number else text, None)
    except ValidationError as error:
        problem = {"column": _label(kind), "problem": " ".join(error.messages)}
        raise ValidationError(_("%(column)s: %(problem)s") % problem) from error


def _label(kind: str) -> str:
    return capfirst(Player._meta.get_field(kind).verbose_name)
