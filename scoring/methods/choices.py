"""Options that several methods share, each with the sentence that explains it."""

from scoring.lines import Choice, Option, Options
from scoring.words import mark as _

WEIGHTED = Option(
    name="weighted",
    label=_("Weighted rulings"),
    kind="choice",
    default="fractional",
    choices=(
        Choice("fractional", _("Each outcome counts at the other tables by its weight")),
        Choice("apart", _("Each outcome is compared with the other tables, which are not compared with it")),
    ),
    meaning=_("How a ruling of several weighted outcomes is compared; its own result is the same."),
)
NOT_PLAYED = Option(
    name="not_played",
    label=_("Boards not played"),
    kind="choice",
    default="out",
    choices=(
        Choice("out", _("Left out of both sides' results")),
        Choice("A", _("Average to both sides")),
        Choice("A+", _("Average plus to both sides")),
    ),
    meaning=_("What a board that is recorded as not played counts. A ruling on the board goes first."),
)
FOULED = Option(
    name="fouled",
    label=_("Fouled boards"),
    kind="choice",
    default="formula",
    choices=(
        Choice("formula", _("Each group by Neuberg's formula (WBF)")),
        Choice("ebu", _("The same; up to three, at most a third of the field: artificial (EBU)")),
        Choice("acbl", _("The same; up to three but in the largest group: artificial (ACBL)")),
        Choice("add", _("Each group by itself, and a point for each result missing")),
    ),
    meaning=_("How the groups count when a board was played in several forms."),
)
AVERAGE_IMPS = Option(
    name="average_imps",
    label=_("IMPs for average plus"),
    kind="number",
    default=3,
    minimum=0,
    maximum=12,
    meaning=_("What average plus is worth; average minus costs as much (Law 86: 3)."),
)
LENGTHS = Option(
    name="lengths",
    label=_("Unequal numbers of boards"),
    kind="choice",
    default="as_played",
    choices=(
        Choice("as_played", _("Totals as they are")),
        Choice("scaled", _("Totals brought to the most boards that anyone played")),
    ),
    meaning=_("Whether the total of who played fewer boards is scaled up."),
)


def chosen(options: tuple[Option, ...], given: Options, name: str) -> str:
    """The choice made in ``given``, else the default."""
    default = next(option.default for option in options if option.name == name)
    return str(given.get(name, default))


def chosen_number(options: tuple[Option, ...], given: Options, name: str) -> int:
    """The same for a number."""
    return int(chosen(options, given, name))


def not_played_grade(options: tuple[Option, ...], given: Options) -> str:
    """The grade for a board not played; empty: it is left out."""
    choice = chosen(options, given, NOT_PLAYED.name)
    return "" if choice == "out" else choice
