"""What the demonstration club has played and is playing now: data only, in the words of each game."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext_noop as _


@dataclass(frozen=True, slots=True)
class Incident:
    """Something that happened to a board: the ``nth`` of a table in a round, all counted from 1.

    ``entry`` is what was recorded instead of a dealt result. ``is_corrected``: the table wrote it wrongly
    first. ``award`` is what the director gave to North-South and to East-West.
    """

    round: int
    table: int
    nth: int
    entry: Mapping | None = None
    is_corrected: bool = False
    award: tuple[str, str] | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Evening:
    """One session: ``count`` contestants, so many days ago; ``rounds`` and ``boards`` None for the usual.

    ``movement`` is empty for the one that Overtrick proposes first. ``boards`` are those of a round, or a
    mapping by players at a table where tables differ in size. Another ``shuffle``, other cards. With
    ``teams``, their names, the contestants are teams of two couples each, ranked by ``method``. ``ranking``
    are the options of the ranking, handicaps for instance. The couples of ``same_as``, the name of another
    evening, come again; the evenings of one ``event`` are ranked as one as well.
    """

    ruleset: str
    title: str
    count: int
    days_ago: int
    movement: str = ""
    rounds: int | None = None
    boards: int | Mapping[int, int] | None = None
    incidents: tuple[Incident, ...] = ()
    shuffle: int = 1
    teams: tuple[str, ...] = ()
    method: str = ""
    ranking: Mapping = field(default_factory=dict)
    same_as: str = ""
    event: str = ""

    @property
    def name(self) -> str:
        """Tells evenings apart; their results are dealt from it."""
        return f"{self.ruleset} {self.count} {self.days_ago} {self.shuffle}"


INCIDENTS = (
    Incident(1, 3, 2, entry={"contract": "PASS"}),
    Incident(2, 5, 1, is_corrected=True, reason=_("One trick was miscounted; both pairs agree.")),
    Incident(
        3,
        4,
        3,
        entry={"contract": "NP"},
        award=("A+", "A-"),
        reason=_("Not played: East-West came back late from the break."),
    ),
    Incident(5, 6, 2, award=("60", "35"), reason=_("Misinformation in the auction; split score.")),
    Incident(7, 4, 1, is_corrected=True, reason=_("The contract card says so; the slip was one off.")),
)

TEAM_INCIDENTS = (
    Incident(1, 2, 3, is_corrected=True, reason=_("East-West was written for North-South.")),
    Incident(
        3,
        4,
        6,
        entry={"contract": "NP"},
        award=("A", "A"),
        reason=_("No time for the last board; both sides were slow."),
    ),
)

CUP = "duplicate 8 16 1"
HANDICAPS = {"handicaps": "session", "strata": "master_points", "strata_limits": "A 300\nB 100\nC"}

PAST = (
    Evening(
        "duplicate",
        _("Club championship, pairs"),
        15,
        3,
        "share-relay-mitchell",
        incidents=INCIDENTS,
        shuffle=5,
    ),
    Evening("brist", _("BRiST night"), 11, 5, rounds=2),
    Evening("bid_whist", _("Bid Whist round robin"), 6, 8, rounds=5, shuffle=2),
    Evening("duplicate", _("Autumn cup, second evening"), 8, 9, same_as=CUP, event=_("Autumn cup")),
    Evening("duplicate", _("Club pairs with handicaps"), 8, 10, ranking=HANDICAPS),
    Evening("brist", _("BRiST night"), 8, 12, rounds=2),
    Evening(
        "duplicate",
        _("Teams of four"),
        5,
        15,
        "american-whist",
        boards=6,
        incidents=TEAM_INCIDENTS,
        teams=("Lamplighters", "Night Owls", "Old Lanterns", "Queens High", "The Wicks"),
        method="teams_imps",
    ),
    Evening("bid_whist", _("Bid Whist knock-out"), 6, 15, "knock-out"),
    Evening("duplicate", _("Autumn cup, first evening"), 8, 16, event=_("Autumn cup")),
    Evening("duplicate", _("Club pairs"), 10, 17, "straight-mitchell", shuffle=3),
    Evening("brist", _("BRiST, first steps"), 7, 19, rounds=2),
    Evening("bid_whist", _("Bid Whist round robin"), 5, 22, rounds=5),
)

LIVE = (
    Evening("duplicate", _("Pairs tonight"), 7, 0),
    Evening("bid_whist", _("Bid Whist tonight, knock-out"), 4, 0, "knock-out", shuffle=3),
    Evening("brist", _("BRiST tonight"), 7, 0, rounds=2),
)

# How far each table has come with its round, the first table first and then over again.
PACE = (0.75, 0.4, 0.55, 0.2)

CLUB_NAME = _("The Lantern Card Club")
CLUB_DESCRIPTION = _(
    "A demonstration: people and results are invented. Sign in, direct, score at a table; nothing here "
    "matters."
)

# Two by two: regular partners.
MEMBERS = (
    "Amélie Rousseau",
    "Björn Åkesson",
    "Chiara D'Angelo",
    "Dragan Živković",
    "Eleni Papadopoulou",
    "Przemysław Wójcik",
    "Gonçalo Magalhães",
    "Inês Brandão",
    "Jürgen Großmann",
    "Håkon Sørlie",
    "Marguerite Oyelaran-Featherstonehaugh",
    "Óscar Fernández de Córdoba y Villavicencio",
    "Nguyễn Thị Minh Châu",
    "Zsófia Kővári",
    "Łukasz Dąbrowski",
    "Siân Llewellyn",
    "Ruairí Ó Súilleabháin",
    "Fatma Yıldırım",
    "Wanjirũ Kamau",
    "Vilém Šťastný",
)
VISITORS = (
    "Anke de Vries",
    "Bashir Rahimi",
    "Doroteja Novak",
    "Emeka Okafor",
    "Greta Lindqvist",
    "Hiroshi Tanaka",
    "Iman Suleiman",
    "Joan Whitcombe",
    "Lucía Ortega",
    "Mateo Rinaldi",
)
