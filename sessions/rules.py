"""The rules of a game as they are played somewhere: what was chosen, what differs, what examples score."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_noop

from scoring.lines import EntryError, Example, Line, Option, Options, Points, Ruleset, Sitting, Value
from scoring.methods import METHODS
from scoring.results import Method
from scoring.standings.refine import RANKING
from scoring.words import Message

SWITCH = {True: gettext_noop("yes"), False: gettext_noop("no")}


@dataclass(frozen=True, slots=True)
class Rule:
    """An option with the value chosen for it; texts are English and marked for translation."""

    option: Option
    value: Value

    @property
    def is_usual(self) -> bool:
        return self.value == self.option.default

    @property
    def is_text(self) -> bool:
        """Whether it is something pasted, to be shown line by line as it was written."""
        return self.option.kind == "text"

    @property
    def chosen(self) -> str:
        return show_value(self.option, self.value)

    @property
    def usual(self) -> str:
        return show_value(self.option, self.option.default)


@dataclass(frozen=True, slots=True)
class Rules:
    """How a game is played: its options, the method with its own, and those of the ranking, all of them."""

    ruleset: Ruleset
    options: Options
    method: Method
    method_options: Options
    ranking_options: Options
    is_own: bool = False

    @property
    def of_game(self) -> tuple[Rule, ...]:
        return rules_of(self.ruleset.options, self.options)

    @property
    def of_method(self) -> tuple[Rule, ...]:
        return rules_of(self.method.options, self.method_options)

    @property
    def of_ranking(self) -> tuple[Rule, ...]:
        return rules_of(RANKING.options, self.ranking_options)

    @property
    def has_usual_method(self) -> bool:
        return self.method.slug == methods_of(self.ruleset, ranks_teams=self.method.ranks_teams)[0].slug

    @property
    def differing(self) -> tuple[Rule, ...]:
        """The rules that are not the usual ones, those of the game first."""
        return tuple(rule for rule in (*self.of_game, *self.of_method, *self.of_ranking) if not rule.is_usual)

    @property
    def is_usual(self) -> bool:
        return self.has_usual_method and not self.differing


@dataclass(frozen=True, slots=True)
class WorkedExample:
    """An example of the game scored under some rules: by places, the points here and where all is usual.

    ``words`` say why. ``refusal`` says why the entry cannot be under these rules; then nothing is scored.
    """

    text: str
    board: int
    points: tuple[tuple[str, Points], ...] = ()
    usual: tuple[tuple[str, Points], ...] = ()
    words: Message | None = None
    refusal: Message | None = None

    @property
    def is_usual(self) -> bool:
        return self.points == self.usual and self.refusal is None


def methods_of(ruleset: Ruleset, *, ranks_teams: bool) -> tuple[Method, ...]:
    """The ways in which a game ranks teams, or else pairs and single players; the usual one first."""
    found = (METHODS[slug] for slug in ruleset.methods)
    return tuple(method for method in found if method.ranks_teams == ranks_teams)


def show_value(option: Option, value: Value) -> str:
    """A value of an option for readers."""
    if option.kind == "choice":
        return next((choice.label for choice in option.choices if choice.value == value), str(value))
    return SWITCH[value] if isinstance(value, bool) else str(value)


def rules_of(options: Sequence[Option], given: Options) -> tuple[Rule, ...]:
    """Each option that counts with its value; one that another makes meaningless is no rule."""
    values = complete(options, given)
    return tuple(Rule(option, values[option.name]) for option in options if option.counts(values))


def complete(options: Sequence[Option], given: Options) -> dict[str, Value]:
    """The value of every option: what is given, else the default."""
    return {option.name: given.get(option.name, option.default) for option in options}


def worked_examples(ruleset: Ruleset, options: Options) -> tuple[WorkedExample, ...]:
    """The game's own examples under these options, each once."""
    found = {(example.places, example.board, *example.entry.items()): example for example in ruleset.examples}
    return tuple(_work(ruleset, example, options) for example in found.values())


def _work(ruleset: Ruleset, example: Example, options: Options) -> WorkedExample:
    usual = complete(ruleset.options, {})
    try:
        sitting = _sitting(ruleset, example, options)
    except EntryError as error:
        deal = ruleset.deal(Sitting(example.places, _boards(ruleset, example)), example.board, usual)
        return WorkedExample(ruleset.describe(example.entry, deal), example.board, refusal=error.message)
    deal = ruleset.deal(sitting.before(example.board), example.board, options)
    return WorkedExample(
        text=ruleset.describe(sitting.lines[0].entry, deal),
        board=example.board,
        points=_points(ruleset, sitting, options),
        usual=_usual_points(ruleset, example, usual),
        words=ruleset.explain(sitting, example.board, options).words,
    )


def _usual_points(ruleset: Ruleset, example: Example, usual: Options) -> tuple[tuple[str, Points], ...]:
    try:
        return _points(ruleset, _sitting(ruleset, example, usual), usual)
    except EntryError:
        return ()


def _boards(ruleset: Ruleset, example: Example) -> tuple[int, ...]:
    return tuple(range(1, example.board + 1)) if ruleset.boards else ()


def _sitting(ruleset: Ruleset, example: Example, options: Options) -> Sitting:
    boards = _boards(ruleset, example)
    deal = ruleset.deal(Sitting(example.places, boards), example.board, options)
    checked = ruleset.check(example.entry, deal, options)
    return Sitting(example.places, boards, (Line(example.board, checked),))


def _points(ruleset: Ruleset, sitting: Sitting, options: Options) -> tuple[tuple[str, Points], ...]:
    """Points by places that score alike, the places together: ``(("SN", 20), ("WE", 3))``."""
    earned: Mapping[str, Points] = ruleset.score(sitting, options).lines[0].points
    together: dict[tuple[int, Points], str] = {}
    for number, place in enumerate(sitting.places):
        if place in earned:
            side = number % 2 if len(sitting.places) in (2, 4, 6) else number
            key = (side, earned[place])
            together[key] = together.get(key, "") + place
    return tuple(("".join(sorted(places, key="NSEW".find)), won) for (_side, won), places in together.items())
