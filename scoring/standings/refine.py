"""What a club does with a ranking once the method has made it: carry-over, handicaps, strata, sections.

The choices are options, as those of a ruleset or a method are; whoever ranks hands them in complete.
Results never change: what is added stands beside them, in figures of its own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.lines import Choice, EntryError, Option, Options, check_options, format_points
from scoring.results import Column, Standing, Standings
from scoring.standings.combine import carry_over, rank_sections, rank_strata, with_handicaps
from scoring.words import Message
from scoring.words import mark as _

STRATA_MOST = 9
NAME_MOST = 10


@dataclass(frozen=True, slots=True)
class Strength:
    """What a club keeps of a player; None and ``""`` where it keeps nothing."""

    handicap: Fraction | None = None
    rating: Fraction | None = None
    master_points: Fraction | None = None
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Contender:
    """A contestant as he is ranked: his players, and what was fixed for him in this session.

    ``handicap`` and ``stratum`` go before what follows from the players. ``earlier`` is his score in the
    session that points are carried over from, in the unit of this one.
    """

    players: tuple[Strength, ...] = ()
    section: str = ""
    handicap: Fraction | None = None
    stratum: str = ""
    earlier: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Stratum:
    """A class of contestants; ``limit`` is None for the lowest, and where strata are letters."""

    name: str
    limit: Fraction | None = None


_BAD_STRATUM = _("line %(line)s: %(text)s is not the name of a stratum and its limit, such as B 300")
_NO_LIMIT = _("line %(line)s: %(name)s needs a limit; only the last line has none")
_TWICE = _("line %(line)s: there is a stratum %(name)s already")
_NO_ORDER = _("line %(line)s: the limit %(limit)s does not follow those above it, the strongest first")
_ONE_STRATUM = _("strata need two lines at least, the strongest first")
_TOO_MANY = _("line %(line)s: there are %(most)s strata at most")


def parse_strata(text: str) -> tuple[Stratum, ...]:
    """Strata as a club writes them, a line each, the strongest first: ``A 500``, ``B 100``, ``C``.

    Raises EntryError naming the line for what is no stratum, and for limits that neither fall nor rise.
    """
    lines = [(number, line.split()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    found: list[Stratum] = []
    for number, words in lines:
        stratum = _read_stratum(words, number)
        if (stratum.limit is None) != (number == lines[-1][0]):
            raise EntryError("strata_limits", _NO_LIMIT, line=number, name=stratum.name)
        if stratum.name in {each.name for each in found}:
            raise EntryError("strata_limits", _TWICE, line=number, name=stratum.name)
        if len(found) == STRATA_MOST:
            raise EntryError("strata_limits", _TOO_MANY, line=number, most=STRATA_MOST)
        found.append(stratum)
        if not _is_in_order([each.limit for each in found if each.limit is not None]):
            raise EntryError("strata_limits", _NO_ORDER, line=number, limit=words[1])
    if len(found) < 2:
        raise EntryError("strata_limits", _ONE_STRATUM)
    return tuple(found)


def _read_stratum(words: Sequence[str], line: int) -> Stratum:
    name, *limits = words
    try:
        if len(limits) > 1 or len(name) > NAME_MOST or any(len(word) > 12 or "/" in word for word in limits):
            raise ValueError
        return Stratum(name, Fraction(limits[0].replace(",", ".")) if limits else None)
    except ValueError:
        text = " ".join(words)[:40]
        raise EntryError("strata_limits", _BAD_STRATUM, line=line, text=text) from None


_TWO_LETTERS = _("strata need two letters at least, the strongest first")


def parse_letters(text: str) -> tuple[Stratum, ...]:
    """The letters of strata, the strongest first, with spaces, commas or lines between. Raises EntryError."""
    names = text.replace(",", " ").split()
    if len(set(names)) < 2:
        raise EntryError("strata_letters", _TWO_LETTERS)
    for number, name in enumerate(names, 1):
        if len(name) > NAME_MOST:
            raise EntryError("strata_letters", _BAD_LETTER, text=name[:40], most=NAME_MOST)
        if name in names[: number - 1]:
            raise EntryError("strata_letters", _LETTER_TWICE, name=name)
    return tuple(Stratum(name) for name in names)


_BAD_LETTER = _("%(text)s is too long for a stratum: %(most)s characters at most")
_LETTER_TWICE = _("there is a stratum %(name)s already")


def _is_in_order(limits: Sequence[Fraction]) -> bool:
    steps = [later - earlier for earlier, later in zip(limits, limits[1:], strict=False)]
    return all(step < 0 for step in steps) or all(step > 0 for step in steps)


SECTIONS = Option(
    name="sections",
    label=_("Several sections"),
    kind="choice",
    default="across",
    choices=(
        Choice("across", _("Compared with one another, across the field")),
        Choice("apart", _("Each compared by itself")),
    ),
    meaning=_("Whose results a board is compared with, where the field sits in several sections."),
)
SECTION_RANKS = Option(
    name="section_ranks",
    label=_("Rank each section by itself as well"),
    kind="flag",
    default=False,
    meaning=_("Whether each section's own places stand below those of the field."),
)
HANDICAPS = Option(
    name="handicaps",
    label=_("Handicaps"),
    kind="choice",
    default="none",
    choices=(
        Choice("none", _("None")),
        Choice("session", _("Added to the result")),
        Choice("board", _("Added to the result for each board played")),
    ),
    meaning=_("Whether handicaps rank; the result without them stands beside it, and never changes."),
)
_WITH_HANDICAPS = ("handicaps", ("session", "board"))
HANDICAP_SHARE = Option(
    name="handicap_share",
    label=_("How much of the handicap, in per cent"),
    kind="number",
    default=100,
    minimum=1,
    maximum=200,
    meaning=_("A half of it brings the field together less than the whole does."),
    counts_when=_WITH_HANDICAPS,
)
HANDICAP_OF = Option(
    name="handicap_of",
    label=_("The handicap of a pair or team"),
    kind="choice",
    default="mean",
    choices=(
        Choice("mean", _("The mean of its players'")),
        Choice("sum", _("Its players' added up")),
    ),
    meaning=_("Where the director has not fixed one. Who has no handicap counts as 0."),
    counts_when=_WITH_HANDICAPS,
)
STRATA = Option(
    name="strata",
    label=_("Strata"),
    kind="choice",
    default="none",
    choices=(
        Choice("none", _("None")),
        Choice("letter", _("By the letter that each player has at the club")),
        Choice("handicap", _("By handicap")),
        Choice("rating", _("By rating")),
        Choice("master_points", _("By master points")),
    ),
    meaning=_("Who is of a lower stratum is ranked in it, and in every higher one too."),
)
STRATA_LETTERS = Option(
    name="strata_letters",
    label=_("The letters of the strata"),
    kind="text",
    default="",
    maximum=200,
    meaning=_("Who has none of them counts as the strongest."),
    help=_("The strongest first, such as A B C."),
    check=parse_letters,
    counts_when=("strata", ("letter",)),
)
STRATA_LIMITS = Option(
    name="strata_limits",
    label=_("The strata and their limits"),
    kind="text",
    default="",
    maximum=400,
    meaning=_("The limit belongs to the stratum above it."),
    help=_("A line each, the strongest first, such as A 500, B 100, C. The last has no limit."),
    check=parse_strata,
    counts_when=("strata", ("handicap", "rating", "master_points")),
)
STRATA_OF = Option(
    name="strata_of",
    label=_("The stratum of a pair or team"),
    kind="choice",
    default="strongest",
    choices=(
        Choice("strongest", _("That of its strongest player")),
        Choice("mean", _("That of the mean of its players")),
    ),
    meaning=_("Where the director has not fixed one. Who has no number counts as the strongest."),
    counts_when=("strata", ("handicap", "rating", "master_points")),
)
CARRY = Option(
    name="carry",
    label=_("Carry-over from an earlier session"),
    kind="choice",
    default="none",
    choices=(
        Choice("none", _("None")),
        Choice("carried", _("Added to the result")),
    ),
    meaning=_("The director says on the session's page which session it comes from."),
)
CARRY_SHARE = Option(
    name="carry_share",
    label=_("How much is carried over, in per cent"),
    kind="number",
    default=100,
    minimum=1,
    maximum=100,
    meaning=_("Of the result of the earlier session."),
    counts_when=("carry", ("carried",)),
)
CARRY_MOST = Option(
    name="carry_most",
    label=_("The most that is carried over"),
    kind="number",
    default=0,
    minimum=0,
    maximum=10_000,
    meaning=_("In the unit of the result, either way; 0: whatever it is."),
    counts_when=("carry", ("carried",)),
)


class Ranking:
    """The options of a ranking, for forms and for :func:`scoring.lines.check_options`."""

    options: tuple[Option, ...] = (
        *(SECTIONS, SECTION_RANKS, HANDICAPS, HANDICAP_SHARE, HANDICAP_OF),
        *(STRATA, STRATA_LETTERS, STRATA_LIMITS, STRATA_OF, CARRY, CARRY_SHARE, CARRY_MOST),
    )


RANKING = Ranking()


def has_handicaps(options: Options) -> bool:
    return options["handicaps"] != "none"


def has_strata(options: Options) -> bool:
    return options["strata"] != "none"


def refine(found: Standings, contenders: Mapping[int, Contender], options: Options) -> Standings:
    """The ranking with what was carried over, then by handicap, and with each contestant's stratum.

    ``options`` are complete: see :func:`scoring.lines.check_options`. The figures gain what the columns of
    :func:`refined_columns` show.
    """
    if options["carry"] == "carried":
        carried = {key: carried_points(each.earlier, options) for key, each in contenders.items()}
        found = carry_over(found, {key: points for key, points in carried.items() if points is not None})
        found = replace(
            found, rows=tuple(_with_figure(row, "carried_total", row.score) for row in found.rows)
        )
    if has_handicaps(options):
        found = with_handicaps(found, applied_handicaps(found, contenders, options))
        found = replace(found, how=(*found.how[:-1], *_how_handicaps(options)))
    if has_strata(options):
        levels = find_levels(contenders, options)
        rows = (_with_figure(row, "stratum", levels.get(row.contestant, 0)) for row in found.rows)
        found = replace(found, rows=tuple(rows), how=(*found.how, _how_strata(options)))
    return found


def _with_figure(row: Standing, name: str, value: Fraction | int | None) -> Standing:
    return row if value is None else replace(row, figures={**row.figures, name: value})


def carried_points(earlier: Fraction | None, options: Options) -> Fraction | None:
    """What of an earlier score is carried over: a share of it, capped either way."""
    if earlier is None:
        return None
    points = earlier * int(options["carry_share"] or 0) / 100
    most = int(options["carry_most"] or 0)
    return max(Fraction(-most), min(Fraction(most), points)) if most else points


def own_handicap(contender: Contender, options: Options) -> Fraction:
    """The whole handicap of a contestant: his own, else the mean or the sum of his players'."""
    if contender.handicap is not None:
        return contender.handicap
    total = sum((player.handicap or Fraction(0) for player in contender.players), Fraction(0))
    return total if options["handicap_of"] == "sum" else total / max(1, len(contender.players))


def applied_handicaps(
    found: Standings, contenders: Mapping[int, Contender], options: Options
) -> dict[int, Fraction]:
    """What each contestant's handicap adds to his score."""
    share = Fraction(int(options["handicap_share"] or 0), 100)
    times = {row.contestant: row.boards if options["handicaps"] == "board" else 1 for row in found.rows}
    return {
        number: own_handicap(contender, options) * share * times[number]
        for number, contender in contenders.items()
        if number in times
    }


def strata_of(options: Options) -> tuple[Stratum, ...]:
    """The strata of a ranking that has any, the highest first."""
    if options["strata"] == "letter":
        return parse_letters(str(options["strata_letters"]))
    return parse_strata(str(options["strata_limits"]))


def find_levels(contenders: Mapping[int, Contender], options: Options) -> dict[int, int]:
    """The stratum of each contestant by its number, 0 for the highest."""
    strata = strata_of(options)
    names = [stratum.name for stratum in strata]
    levels = {}
    for number, contender in contenders.items():
        if contender.stratum in names:
            levels[number] = names.index(contender.stratum)
        elif options["strata"] == "letter":
            letters = [player.letter for player in contender.players]
            levels[number] = min((names.index(x) if x in names else 0 for x in letters), default=0)
        else:
            levels[number] = _level(contender, strata, options)
    return levels


def _level(contender: Contender, strata: Sequence[Stratum], options: Options) -> int:
    by = str(options["strata"])
    values = [getattr(player, by) for player in contender.players]
    known = [value for value in values if value is not None]
    if not known or len(known) < len(values):
        return 0
    if options["strata_of"] == "mean":
        known = [sum(known, Fraction(0)) / len(known)]
    return min(_level_of(value, strata, is_low_best=_is_low_best(strata, by)) for value in known)


def _is_low_best(strata: Sequence[Stratum], by: str) -> bool:
    """Whether small numbers are strong: as the limits rise or fall, else as handicaps do."""
    limits = [stratum.limit for stratum in strata if stratum.limit is not None]
    return limits[0] < limits[1] if len(limits) > 1 else by == "handicap"


def _level_of(value: Fraction, strata: Sequence[Stratum], *, is_low_best: bool) -> int:
    for level, stratum in enumerate(strata):
        limit = stratum.limit
        if limit is None or (value <= limit if is_low_best else value >= limit):
            return level
    return len(strata) - 1


def stratum_rankings(
    found: Standings, contenders: Mapping[int, Contender], options: Options
) -> dict[str, Standings]:
    """The places within each stratum below the highest, whose places are those of the whole field.

    A stratum that nobody is in has none.
    """
    if not has_strata(options):
        return {}
    order = [stratum.name for stratum in strata_of(options)]
    levels = find_levels(contenders, options)
    rankings = rank_strata(found, {number: order[level] for number, level in levels.items()}, order)
    return {name: rankings[name] for name in order[1:] if rankings[name].rows}


def section_rankings(
    found: Standings, contenders: Mapping[int, Contender], options: Options
) -> dict[str, Standings]:
    """The places within each section, where they are asked for and there are several."""
    sections = {number: contender.section for number, contender in contenders.items()}
    if not options["section_ranks"] or len(set(sections.values())) < 2:
        return {}
    return rank_sections(found, sections)


def refined_columns(columns: tuple[Column, ...], options: Options) -> tuple[Column, ...]:
    """The columns of a method with those that the ranking adds; the first one still ranks."""
    first, *others = columns
    found = [first]
    if options["carry"] == "carried":
        total = Column("carried_total", _("With carry-over"), first.kind)
        found = [total, *found, Column("carried", _("Carried over"), _beside(first.kind))]
    if has_handicaps(options):
        adjusted = Column("handicapped", _("With handicap"), first.kind)
        handicap = Column("handicap", _("Handicap"), _beside(first.kind))
        found = [adjusted, *found, handicap, Column("raw_rank", _("Place without"), "count")]
    if has_strata(options):
        names = tuple(stratum.name for stratum in strata_of(options))
        found.append(Column("stratum", _("Stratum"), "text", texts=names))
    return (*found, *others)


def _beside(kind: str) -> str:
    return "average" if kind == "percent" else kind


def _how_handicaps(options: Options) -> tuple[Message, ...]:
    share = {"share": int(options["handicap_share"] or 0)}
    return (
        Message(_HOW_ADDED[str(options["handicaps"])], share),
        Message(_HOW_OF[str(options["handicap_of"])]),
    )


_HOW_ADDED: Mapping[str, str] = {
    "session": _("Ranked with handicaps: %(share)s per cent of the handicap is added to the result."),
    "board": _("Ranked with handicaps: %(share)s per cent of the handicap is added for each board played."),
}
_HOW_OF: Mapping[str, str] = {
    "mean": _("The handicap of several players is the mean of theirs."),
    "sum": _("The handicap of several players is theirs added up."),
}
_HOW_STRATA: Mapping[str, str] = {
    "letter": _("Strata by the letters of the club: %(strata)s."),
    "handicap": _("Strata by handicap: %(strata)s."),
    "rating": _("Strata by rating: %(strata)s."),
    "master_points": _("Strata by master points: %(strata)s."),
}


def _how_strata(options: Options) -> Message:
    by, strata = str(options["strata"]), strata_of(options)
    sign = "" if by == "letter" else " ≤ " if _is_low_best(strata, by) else " ≥ "
    texts = (s.name if s.limit is None else f"{s.name}{sign}{format_points(s.limit)}" for s in strata)
    return Message(_HOW_STRATA[by], {"strata": ", ".join(texts)})


def explain_refinement(row: Standing, contender: Contender, options: Options) -> tuple[Message, ...]:
    """How a contestant's result became what ranks, sentence by sentence."""
    told = []
    if "carried" in row.figures and contender.earlier is not None:
        values = {name: row.figures[name] for name in ("carried", "carried_total")}
        values |= {"earlier": contender.earlier, "most": Fraction(int(options["carry_most"] or 0))}
        template = _CARRIED_CAPPED if options["carry_most"] else _CARRIED
        told.append(_with_points(template, values, share=int(options["carry_share"] or 0)))
    if "handicap" in row.figures:
        values = {name: row.figures[name] for name in ("raw", "handicap", "handicapped")}
        values["own"] = own_handicap(contender, options)
        share, boards = int(options["handicap_share"] or 0), row.boards
        template = _HANDICAP[str(options["handicaps"])]
        told.append(_with_points(template, values, share=share, boards=boards))
    return tuple(told)


_CARRIED = _(
    "Carried over: %(share)s per cent of %(earlier)s, that is %(carried)s; with it, %(carried_total)s."
)
_CARRIED_CAPPED = _(
    "Carried over: %(share)s per cent of %(earlier)s, at most %(most)s, that is %(carried)s; with it,"
    " %(carried_total)s."
)
_HANDICAP: Mapping[str, str] = {
    "session": _(
        "Handicap: %(share)s per cent of %(own)s, that is %(handicap)s; %(raw)s becomes %(handicapped)s."
    ),
    "board": _(
        "Handicap: %(share)s per cent of %(own)s for each of %(boards)s boards, that is %(handicap)s;"
        " %(raw)s becomes %(handicapped)s."
    ),
}


def _with_points(template: str, points: Mapping[str, Fraction | int], **others: int) -> Message:
    return Message(template, {**{name: format_points(value) for name, value in points.items()}, **others})


def complete_ranking(given: Options) -> Options:
    """The options of a ranking, those absent at their defaults."""
    return check_options(RANKING, given)
