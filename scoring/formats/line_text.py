"""A line as people write it: ``"3NT S 10"``, ``"4♠X N -1"``, ``"5↑ S 10"``, ``"61-59"``.

Knows no game. A text is cut into words; each word goes to the first field of the ruleset that can hold
it, those that must be filled in before the others. So everything that ``describe`` of a ruleset writes
is read back, and a good deal besides: letters for symbols, small letters, ``"+1"``, ``"-2"`` and ``"="``
against the contract, a field by its name (``"renege=bidder"``).
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from scoring.lines import (
    Deal,
    Entry,
    EntryError,
    Field,
    Line,
    Options,
    Ruleset,
    Sitting,
    SittingScore,
    Value,
    check_options,
)
from scoring.rulesets import RULESETS
from scoring.words import mark as _

LONGEST = 200

_SIGNS = str.maketrans(
    {
        **dict.fromkeys("♣♧", "c"),
        **dict.fromkeys("♦♢", "d"),
        **dict.fromkeys("♥♡", "h"),
        **dict.fromkeys("♠♤", "s"),
        **dict.fromkeys("‐‑‒–—−", "-"),
        **dict.fromkeys(":;,()", " "),
        "×": "x",
        "↑": "u",
        "↓": "d",
        "\ufe0e": "",
        "\ufe0f": "",
    }
)
_BETWEEN_NUMBERS = re.compile(r"(?<=\d)(?:-| - |\+)(?=\d)")
_NAMED = re.compile(r"\b([a-z_0-9]+)=(?=[^\s=])")
_NUMBER = re.compile(r"[+-]?\d+")
_RELATIVE = re.compile(r"=|[+-]\d+|(?:down|plus|minus)\d+")
_FILLERS = frozenset({"by"})
_OTHER_WORDS: Mapping[str, str] = {
    "alone": "chosen",
    "pass": "passedout",
    "allpass": "passedout",
    "passed": "passedout",
}
_UP_OR_DOWN = re.compile(r"(?<=\d)(?:(up)|down)$")
_MOST_JOINED = 3


def dumps(entry: Entry, *, ruleset: Ruleset, deal: Deal) -> str:
    """The line as the ruleset describes it."""
    return ruleset.describe(entry, deal)


def loads(text: str, *, ruleset: Ruleset, deal: Deal, options: Options) -> Entry:
    """The checked entry that the text stands for. Raises EntryError naming the field and the text."""
    if len(text) > LONGEST:
        raise EntryError("line", _("a line has at most %(most)s characters"), most=LONGEST)
    filling = _Filling(ruleset.fields(deal, options), deal)
    words = _cut(text)
    if not words:
        raise EntryError("line", _("the line is empty"))
    while words:
        words = filling.take(words)
    return _settle(filling, text, ruleset, options)


def read_line(
    text: str, *, ruleset: str, board: int = 1, players: int | None = None, options: Options | None = None
) -> Entry:
    """The checked entry of one line: ``read_line("4SX N -1", ruleset="duplicate")``.

    ``players`` chooses the table where a game has several. Raises EntryError.
    """
    game = find_ruleset(ruleset)
    full = check_options(game, options or {})
    deal = game.deal(Sitting(find_places(game, players)), board, full)
    return loads(text, ruleset=game, deal=deal, options=full)


def score_lines(
    ruleset: str, *texts: str, players: int | None = None, options: Options | None = None
) -> SittingScore:
    """The score of one table that has played these deals in order. Raises EntryError."""
    game = find_ruleset(ruleset)
    full = check_options(game, options or {})
    sitting = Sitting(find_places(game, players))
    for number, text in enumerate(texts, start=1):
        deal = game.deal(sitting, number, full)
        line = Line(number, loads(text, ruleset=game, deal=deal, options=full))
        sitting = replace(sitting, lines=(*sitting.lines, line))
    return game.score(sitting, full)


def find_ruleset(slug: str) -> Ruleset:
    """The game of that name. Raises EntryError."""
    if slug not in RULESETS:
        text = _("%(slug)s is none of the games %(known)s")
        raise EntryError("ruleset", text, slug=slug, known=", ".join(RULESETS))
    return RULESETS[slug]


def find_places(ruleset: Ruleset, players: int | None = None) -> tuple[str, ...]:
    """The places of a table with so many players; without a number, of the game's usual table."""
    if players is None:
        return ruleset.tables[0]
    found = next((table for table in ruleset.tables if len(table) == players), None)
    if found is None:
        sizes = ", ".join(str(len(table)) for table in ruleset.tables)
        text = _("%(players)s players cannot play this game; a table has %(sizes)s")
        raise EntryError("players", text, players=players, sizes=sizes)
    return found


def _settle(filling: "_Filling", text: str, ruleset: Ruleset, options: Options) -> Entry:
    """The filled fields, checked. A text that a ruleset writes for a rarer case is read as that case."""
    try:
        return ruleset.check(filling.entry(), filling.deal, options)
    except EntryError:
        for other in filling.variants():
            try:
                checked = ruleset.check(other.entry(), filling.deal, options)
            except EntryError:
                continue
            if _plain(ruleset.describe(checked, filling.deal)) == _plain(text):
                return checked
        raise


def _cut(text: str) -> list[str]:
    """The words of a text, in plain letters."""
    plain = _BETWEEN_NUMBERS.sub(" ", text.translate(_SIGNS).casefold().translate(_SIGNS))
    return [word for word in plain.split() if word not in _FILLERS]


def _plain(text: str) -> str:
    """Letters and digits only, as words are compared."""
    return "".join(text.translate(_SIGNS).casefold().translate(_SIGNS).split())


@lru_cache(maxsize=4096)
def _spellings(texts: tuple[str, ...]) -> frozenset[str]:
    """Every way to write a choice, given its value, label and spoken name."""
    plain = {_plain(text) for text in texts} - {""}
    return frozenset(plain | {text[:-1] for text in plain if text.endswith("nt")})


@dataclass(slots=True)
class _Filling:
    """The fields of a line while its words are taken in."""

    fields: tuple[Field, ...]
    deal: Deal
    found: dict[str, Value] = field(default_factory=dict)

    def take(self, words: list[str]) -> list[str]:
        """Take in the first words; what remains. Raises EntryError where no field can hold them."""
        named = _NAMED.match(words[0])
        if named:
            return self._take_named(named[1], words[0][named.end() :], words[1:])
        for length in range(min(_MOST_JOINED, len(words)), 0, -1):
            if self._place("".join(words[:length]), is_joined=length > 1):
                return words[length:]
        word = words[0]
        for end in range(len(word) - 1, 0, -1):
            if not _cuts_number(word, end) and self._place(word[:end]):
                return [word[end:], *words[1:]]
        return self._refuse(word, words[1:])

    def _take_named(self, name: str, text: str, rest: list[str]) -> list[str]:
        item = next((item for item in self.fields if item.name == name), None)
        if item is None:
            raise EntryError(name, _("there is no field %(name)s in this game"), name=name)
        if name in self.found:
            raise EntryError(name, _("%(text)s: this is given twice"), text=text)
        value = self._read(item, text)
        self.found[name] = text.upper() if value is None else value
        return rest

    def _place(self, text: str, *, is_joined: bool = False) -> bool:
        for item in self._free():
            if is_joined and item.kind in ("number", "flag") and not _RELATIVE.fullmatch(text):
                continue
            value = self._read(item, text)
            if value is not None:
                self.found[item.name] = value
                return True
        return False

    def _free(self) -> Iterator[Field]:
        """The fields still to be filled in, those that must be first."""
        free = [x for x in self.fields if x.name not in self.found and not x.is_absent(self.found)]
        yield from sorted(free, key=lambda item: not item.required)

    def _read(self, item: Field, text: str) -> Value:
        """What the text means for this field; None where it means nothing."""
        if item.kind == "number":
            return _read_number(item, text)
        if item.kind == "flag":
            return True if text in (_plain(item.name), "yes", "true") else None
        text = _UP_OR_DOWN.sub(lambda found: "u" if found[1] else "d", _OTHER_WORDS.get(text, text))
        for choice in item.choices:
            seat = self.deal.seats.get(choice.value, choice.value) if item.kind == "seat" else choice.value
            if text in _spellings((seat, choice.label, choice.spoken)):
                return choice.value
            if text == "passedout" and choice.value == "PASS":
                return choice.value
        return None

    def _refuse(self, word: str, rest: list[str]) -> list[str]:
        """A word that fits nowhere: the other side's share, or else the value of what is still missing."""
        numbers = [x for x in self.fields if x.kind == "number" and x.required and x.name in self.found]
        if len(numbers) == 1 and word == str(numbers[0].maximum - _as_int(self.found[numbers[0].name])):
            return rest
        open_fields = [item for item in self._free() if item.required and item.default is None]
        missing = next(iter(sorted(open_fields, key=lambda item: item.kind != "choice")), None)
        if missing is None or missing.kind != "choice":
            name = missing.name if missing else self.fields[-1].name
            raise EntryError(name, _("%(text)s does not fit here"), text=word)
        self.found[missing.name] = word.upper()
        return rest

    def entry(self) -> dict[str, Value]:
        """The values found, with tricks against the contract as tricks."""
        return {item.name: self._count(item) for item in self.fields if item.name in self.found}

    def _count(self, item: Field) -> Value:
        value = self.found[item.name]
        if not item.par or not _RELATIVE.fullmatch(str(value)):
            return value
        par = next((item.par[str(x)] for x in self.found.values() if str(x) in item.par), None)
        if par is None:
            raise EntryError(item.name, _("%(text)s has no contract to be compared with"), text=value)
        number = par + _difference(str(value))
        if not item.minimum <= number <= item.maximum:
            raise EntryError(item.name, _("%(text)s is not possible with this contract"), text=value)
        return number

    def variants(self) -> Iterator["_Filling"]:
        """The same words where one optional field, left open, has another value than usual."""
        texts = [_plain(str(self.found[item.name])) for item in self.fields if item.name in self.found]
        for item in self.fields:
            if item.kind != "choice" or item.required or item.name in self.found:
                continue
            for choice in item.choices:
                other = _Filling(self.fields, self.deal, {item.name: choice.value})
                if all(other._place(text) for text in texts):
                    yield other


def _cuts_number(word: str, end: int) -> bool:
    """Whether a cut would part digits from digits, or a leading number from its letter: ``"9S"``."""
    before, after = word[:end], word[end]
    return (before[-1].isdigit() and after.isdigit()) or (before.isdigit() and after.isalnum())


def _read_number(item: Field, text: str) -> Value:
    if item.par and _RELATIVE.fullmatch(text):
        return text
    return text if _NUMBER.fullmatch(text) else None


def _difference(text: str) -> int:
    sign = -1 if text.startswith(("-", "down", "minus")) else 1
    digits = text.lstrip("+-abcdefghijklmnopqrstuvwxyz=")
    return sign * int(digits or 0) if len(digits) <= 2 else sign * 100


def _as_int(value: Value) -> int:
    text = str(value)
    return int(text) if text.isdecimal() and len(text) < 7 else -1
