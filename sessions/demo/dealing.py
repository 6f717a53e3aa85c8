"""Deals plausible results for any game, from nothing but the fields that its ruleset asks for.

A board has a usual result, drawn once. Each table then departs from it here and there, as tables do:
another level of the same suit, a trick more or less, now and then something else altogether.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from scoring.lines import Choice, Deal, Entry, EntryError, Field, Line, Options, Ruleset, Sitting, Value

# Rows of a pad are levels: games are bid often, slams seldom. Any other row is no contract: weight 0.
ROW_WEIGHTS = {"": 10, "1": 9, "2": 17, "3": 30, "4": 26, "5": 7, "6": 4, "7": 1}
LIKE_USUAL = 4
"""How many times likelier a choice is that shares its row or its suit with the usual one."""

SELDOM = 20
"""How many times rarer each choice is than the one before it, where one is pre-set."""

LUCK = {-3: 3, -2: 9, -1: 21, 0: 32, 1: 22, 2: 10, 3: 3}
"""Tricks above or below what the contract needs, in a hundred boards."""

SAME_CHOICE, SAME_LUCK = 0.6, 0.55
ATTEMPTS = 2000


@dataclass(frozen=True, slots=True)
class Usual:
    """What most tables do on a board: an entry, and the tricks above or below what it needs."""

    entry: Entry
    luck: int


NOTHING_USUAL = Usual({}, 0)


@dataclass(frozen=True, slots=True)
class Dealer:
    """Deals the results of one evening; the same ``seed`` deals the same.

    ``is_common``: all tables play the same boards, so that a board has a usual result.
    """

    ruleset: Ruleset
    options: Options
    seed: str
    is_common: bool

    def play(self, places: tuple[str, ...], boards: tuple[int, ...], *, at: str) -> Sitting:
        """A sitting played out, to its last board or to the end of the match; ``at`` names the table."""
        sitting = Sitting(places, boards)
        random = self._random(at)
        while not self.ruleset.score(sitting, self.options).is_over:
            sitting = _add(sitting, Line(sitting.next_number(), self._likely(sitting, random)))
        return sitting

    def add_doubtful(self, sitting: Sitting) -> Sitting:
        """The sitting with a next line that is possible but unlikely, and does not end it.

        Raises LookupError where the game doubts nothing.
        """
        random = self._random("doubt")
        deal = self.ruleset.deal(sitting, sitting.next_number(), self.options)
        for _attempt in range(ATTEMPTS):
            entry = self._checked(deal, self._draw(deal, random, NOTHING_USUAL, random.randint(-8, 1)))
            if entry is not None and self.ruleset.doubts(entry, deal, self.options):
                longer = _add(sitting, Line(deal.number, entry))
                if not self.ruleset.score(longer, self.options).is_over:
                    return longer
        raise LookupError(f"{self.ruleset.slug} doubts no result of board {deal.number}")

    def slip_of_the_pen(self, sitting: Sitting, number: int) -> Entry:
        """The recorded result of a board with a number that is one off."""
        deal = self.ruleset.deal(sitting.before(number), number, self.options)
        fields = self.ruleset.fields(deal, self.options)
        slips = (self._checked(deal, slip) for slip in _slips(fields, sitting.line(number).entry))
        return next(slip for slip in slips if slip is not None)

    def _likely(self, sitting: Sitting, random: Random) -> Entry:
        deal = self.ruleset.deal(sitting, sitting.next_number(), self.options)
        usual = self._usual(deal) if self.is_common else NOTHING_USUAL
        for _attempt in range(ATTEMPTS):
            luck = usual.luck if usual.entry and random.random() < SAME_LUCK else _draw_luck(random)
            entry = self._checked(deal, self._draw(deal, random, usual, luck))
            if entry is not None and not self.ruleset.doubts(entry, deal, self.options):
                return entry
        raise LookupError(f"{self.ruleset.slug} doubts every result of board {deal.number}")

    def _usual(self, deal: Deal) -> Usual:
        random = self._random(f"board {deal.number}")
        luck = _draw_luck(random)
        return Usual(self._draw(deal, random, NOTHING_USUAL, luck), luck)

    def _draw(self, deal: Deal, random: Random, usual: Usual, luck: int) -> dict[str, Value]:
        entry: dict[str, Value] = {}
        for item in self.ruleset.fields(deal, self.options):
            if item.for_director or item.is_absent(entry):
                continue
            if item.kind == "number":
                entry[item.name] = _draw_number(item, entry, random, luck)
            else:
                entry[item.name] = _draw_choice(item, random, usual.entry.get(item.name))
        return entry

    def _checked(self, deal: Deal, entry: Entry) -> Entry | None:
        try:
            return self.ruleset.check(entry, deal, self.options)
        except EntryError:
            return None

    def _random(self, name: str) -> Random:
        return Random(f"{self.seed}/{name}")  # noqa: S311 (cards, not secrets)


def _add(sitting: Sitting, line: Line) -> Sitting:
    return Sitting(sitting.places, sitting.boards, (*sitting.lines, line))


def _draw_luck(random: Random) -> int:
    return random.choices(list(LUCK), list(LUCK.values()))[0]


def _draw_number(item: Field, entry: Entry, random: Random, luck: int) -> int:
    """Near what the chosen contract needs, where the field says so; else anything in its range."""
    needs = [item.par[value] for value in entry.values() if value in item.par]
    if not needs:
        return random.randint(item.minimum, item.maximum)
    return min(max(needs[0] + luck, item.minimum), item.maximum)


def _draw_choice(item: Field, random: Random, usual: Value) -> Value:
    if item.kind == "flag" or (item.kind == "seat" and item.default):
        return item.default
    if item.default is not None:
        return _draw_seldom(item, random)
    if usual is not None and random.random() < SAME_CHOICE:
        return usual
    near = next((choice for choice in item.choices if choice.value == usual), None)
    weights = [_weight(choice, near) for choice in item.choices]
    if not any(weights):
        return random.choice(item.choices).value
    return random.choices(item.choices, weights)[0].value


def _draw_seldom(item: Field, random: Random) -> Value:
    """The pre-set value nearly always, else one of the others, the first of them the likeliest."""
    values = sorted((choice.value for choice in item.choices), key=lambda value: value != item.default)
    return random.choices(values, [SELDOM**-rank for rank in range(len(values))])[0]


def _weight(choice: Choice, near: Choice | None) -> int:
    if choice.for_director:
        return 0
    is_near = near is not None and (choice.row == near.row or choice.tone == near.tone)
    return ROW_WEIGHTS.get(choice.row, 0) * (LIKE_USUAL if is_near else 1)


def _slips(fields: Sequence[Field], entry: Entry) -> Iterator[Entry]:
    """The entry with one number one off; numbers that the game itself fills in are left to it."""
    numbers = [item for item in fields if item.kind == "number" and entry.get(item.name) is not None]
    optional = {item.name for item in numbers if not item.required}
    for item in numbers:
        kept = {name: value for name, value in entry.items() if name == item.name or name not in optional}
        yield from ({**kept, item.name: int(entry[item.name] or 0) + step} for step in (-1, 1))
