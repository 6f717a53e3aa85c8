"""Workbooks in LibreOffice: they reckon as scoring does, and what is typed there comes back."""

from dataclasses import replace
from itertools import product

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import translation

from scoring.lines import Sitting, default_options
from scoring.movements.drawn import DRAWINGS
from scoring.movements.teams import team_match
from scoring.rulesets import RULESETS
from scoring.sheets import Row, Seated, Sheet, recording_sheet, score_sides
from scoring.sheets.outcomes import is_vulnerable
from sessions import changing, drawing, queries, services
from sessions.sheets.formulas import render_book
from sessions.sheets.workbook import Book, BookRow, BookSheet, outcomes_of, people_of, text_of

from .office import cells_of, needs_office, points_shown, recalculate, type_in

pytestmark = pytest.mark.paper
LANGUAGES = [language for language, _name in settings.LANGUAGES]

# --- every case -----------------------------------------------------------------------------------

STEP = 5
BONUSES = {"defence_part": 11, "defence_game": 12, "defence_small": 13, "defence_grand": 14}
CROSSED = {
    "brist": ("defence_bonus", "three_defence"),
    "bid_whist": ("overbooks", "boston"),
    "duplicate": (),
}
"""Options whose values are tried in every combination; of the others each value is tried by itself."""


def other_values(option):
    if option.kind == "choice":
        return [choice.value for choice in option.choices if choice.value != option.default]
    return [not option.default] if option.kind == "flag" else [option.default + 1]


def every_option(ruleset):
    usual = default_options(ruleset)
    yield usual
    for option in ruleset.options:
        yield from (usual | {option.name: value} for value in other_values(option))
    yield usual | {option.name: other_values(option)[-1] for option in ruleset.options}
    crossed = [option for option in ruleset.options if option.name in CROSSED[ruleset.slug]]
    for values in product(*([option.default, *other_values(option)] for option in crossed)):
        chosen = dict(zip((option.name for option in crossed), values, strict=True))
        yield usual | chosen | {name: value for name, value in BONUSES.items() if name in usual}


def every_game(ruleset):
    """Each kind of table under each set of options that changes what is earned there."""
    seen = []
    for options in every_option(ruleset):
        for places in ruleset.tables:
            outcomes = outcomes_of(ruleset, places, options)
            assert outcomes
            if (places, outcomes) not in seen:
                seen.append((places, outcomes))
                yield places, options


def every_case(ruleset, places, options):
    """A row of a workbook for each entry that the game knows, and the points that it must show."""
    rows, expected = [], []
    for vulnerable, outcomes in outcomes_of(ruleset, places, options).items():
        for at, (key, points) in enumerate(outcomes.points.items()):
            entry = {item.name: value for item, value in zip(outcomes.fields, key, strict=True)}
            is_named = outcomes.seat is not None and not outcomes.seat.is_absent(entry)
            turn = at % len(places) if is_named else 0
            deal = next(
                deal
                for deal in _deals(ruleset, places, options)
                if is_vulnerable(deal, places[turn]) == vulnerable
            )
            entry |= {outcomes.seat.name: places[turn]} if is_named else {}
            people = tuple(f"{deal.seats[place]} Player {place}" for place in places)
            fields = tuple(x for x in ruleset.fields(deal, options) if not x.for_director)
            rows.append(BookRow(1, 1, deal, fields, people, entry))
            turned = {places[(turn + i) % len(places)]: value for i, value in enumerate(points)}
            expected.append([turned.get(place, "–") for place in places])
    return rows, expected


def some_cases(ruleset, places, options, step):
    """One in so many of every case, and all that lack something, as a deal that is passed out does."""
    rows, expected = every_case(ruleset, places, options)
    kept = [at for at, row in enumerate(rows) if at % step == 0 or None in row.entry.values()]
    return [rows[at] for at in kept], [expected[at] for at in kept]


def _deals(ruleset, places, options):
    for number in range(1, 17):
        boards = (number,) if ruleset.boards else ()
        yield ruleset.deal(Sitting(places, boards), number, options)


def book_of_every_case(ruleset, places, options, language="en", step=1):
    """Such a workbook, and what it must show: of every side in every row, or in one of so many."""
    rows, expected = some_cases(ruleset, places, options, step)
    seated = Seated(Sitting(places, (1,) if ruleset.boards else ()), {})
    head = Sheet("Every case", mark="Every case")
    blank = recording_sheet(head, ruleset=ruleset, options=options, seated=[seated], is_filled=False)
    blank_cells = (None,) * (len(blank.columns) - 1)
    sheet = replace(blank, rows=tuple(Row((row.deal.number, *blank_cells)) for row in rows)).words(str)
    outcomes = {places: outcomes_of(ruleset, places, options)}
    pages = (BookSheet(sheet, places, tuple(rows)),)
    chosen = [places.index(side[0]) for side in score_sides(places, are_pairs=ruleset.partnerships)]
    with translation.override(language):
        content = render_book(Book(1, language, pages, outcomes, ruleset.partnerships), paper="a4")
    return content, [[points[at] for at in chosen] for points in expected]


def assert_libreoffice_agrees(folder, made):
    contents = recalculate(folder, *(content for content, _expected in made))
    for content, (_content, expected) in zip(contents, made, strict=True):
        assert points_shown(content) == expected


def values_written(ruleset, step):
    """What the rows of such a workbook have in each field."""
    options = default_options(ruleset)
    rows = [row for places in ruleset.tables for row in some_cases(ruleset, places, options, step)[0]]
    names = {name for row in rows for name in row.entry} - {"declarer", "bidder"}
    return {name: {row.entry.get(name) for row in rows} for name in names}


@pytest.mark.parametrize("slug", CROSSED)
def test_one_case_of_five_has_every_word_of_a_language(slug):
    assert values_written(RULESETS[slug], STEP) == values_written(RULESETS[slug], 1)


@needs_office
@pytest.mark.long
@pytest.mark.parametrize("slug", CROSSED)
def test_libreoffice_reckons_every_case_under_every_option_as_scoring_does(slug, tmp_path):
    ruleset = RULESETS[slug]
    made = [book_of_every_case(ruleset, places, options) for places, options in every_game(ruleset)]
    assert min(len(expected) for _content, expected in made) > 250
    assert_libreoffice_agrees(tmp_path, made)


@needs_office
@pytest.mark.long
def test_libreoffice_reckons_in_every_language_as_scoring_does(tmp_path):
    made = [
        book_of_every_case(ruleset, places, default_options(ruleset), language, STEP)
        for ruleset in RULESETS.values()
        for places in ruleset.tables
        for language in (LANGUAGES[1:] if ruleset.slug in CROSSED else ["ru"])
        if outcomes_of(ruleset, places, default_options(ruleset))
    ]
    assert_libreoffice_agrees(tmp_path, made)


# --- out, filled in, and back ---------------------------------------------------------------------

PLAYED = {"risk": "X", "declarer": "E", "tricks": 8, "honours": "none"}
CALLED = {"caller": "2", "alone": "no", "partner": "5", "trump": "H", "called_card": "AS"}
HANDS = {
    "rubber": (PLAYED | {"contract": "2C"}, PLAYED | {"contract": "3NT", "risk": "", "honours": "EW150"}),
    "chicago": (PLAYED | {"contract": "2H"}, PLAYED | {"contract": "1S", "risk": "XX", "declarer": "N"}),
    "euchre_five": (CALLED | {"tricks": 4}, CALLED | {"alone": "choice", "tricks": 5}),
}
"""Of games whose points no table of outcomes has: two hands in turn."""


def entry_of(seat, number):
    """What a table records of a deal: some contract and some tricks, a different one each time."""
    turn = 7 * number + 3 * seat.round + 11 * seat.table
    if seat.ruleset.slug in HANDS:
        hand = HANDS[seat.ruleset.slug][turn % 2]
        return hand if hand.get("alone") != "choice" else without(hand, "partner", "called_card")
    found = next(iter(outcomes_of(seat.ruleset, seat.places, seat.options).values()))
    keys = [key for key, points in found.points.items() if points]
    entry = dict(zip((x.name for x in found.fields), keys[turn * 37 % len(keys)], strict=True))
    if found.seat and not found.seat.is_absent(entry):
        entry[found.seat.name] = seat.deal(number).declarer or seat.places[turn % len(seat.places)]
    return {name: value for name, value in entry.items() if value is not None}


def without(entry, *names):
    return {name: value for name, value in entry.items() if name not in names}


def play(session, *, round=1, by):
    """Record what each table records on each board of a round, on three hands where there are no boards."""
    for seat in queries.load_night(session).rounds:
        if seat.round == round and not seat.is_sit_out:
            for number in seat.boards or (1, 2, 3):
                record(session, seat.round, seat.table, number, by=by)


def record(session, round, table, number, *, by):
    seat = queries.load_night(session).at(table=table, round=round)
    if not seat.score.is_over and number not in seat.lines:
        seating = session.seatings.get(pk=seat.pk)
        services.record_line(seating=seating, board=number, entry=entry_of(seat, number), by=by)


def typed_of(night, content, language):
    """What somebody types into a workbook of that language to say all that is recorded."""
    cells, found = cells_of(content), {}
    with translation.override(language):
        for seat in night.rounds:
            for number, line in seat.lines.items():
                sheet, row, columns = cells[seat.round, seat.table, number]
                deal = seat.ruleset.deal(seat.sitting.before(number), number, seat.options)
                for item in seat.ruleset.fields(deal, seat.options):
                    if item.name in columns and line.entry.get(item.name) is not None:
                        text = typed(seat, deal, item, line.entry[item.name])
                        found[sheet, f"{columns[item.name]}{row}"] = text
    return found


def typed(seat, deal, item, value):
    if item.kind == "seat":
        return people_of(seat, deal)[seat.places.index(value)]
    text = text_of(item, value)
    return "" if text is None else text


def standings(session):
    night = queries.load_night(session)
    numbers = {pk: side.number for pk, side in night.sides.items()}
    return [(row.rank, numbers[row.contestant], row.score) for row in night.standings.rows]


def results(session):
    return {
        (seat.round, seat.table, number): line.entry
        for seat in queries.load_night(session).rounds
        for number, line in seat.lines.items()
    }


def points_of(session, content):
    """The points of each side in the order of the workbook's rows, None where nothing is recorded."""
    night = queries.load_night(session)
    return [
        side_points(night.at(table=table, round=round), number) for round, table, number in cells_of(content)
    ]


def side_points(seat, number):
    score = seat.line_score(number)
    sides = score_sides(seat.places, are_pairs=seat.ruleset.partnerships)
    return [score.points.get(side[0], "–") if score else None for side in sides]


def upload(client, session, content, language):
    """Hand a workbook in as somebody who reads that language, and confirm what is shown."""
    page = reverse("sessions:upload", args=[session.club.slug, session.pk])
    file = SimpleUploadedFile("evening.xlsx", content)
    shown = client.post(page, {"workbook": file}, headers={"accept-language": language})
    assert shown.status_code == 200, shown.content.decode()
    confirm = reverse("sessions:confirm_upload", args=[session.club.slug, session.pk])
    packed = {"packed": shown.context["packed"], "reason": "from paper"}
    client.post(confirm, packed, headers={"accept-language": language})
    return shown.context["lines"]


@pytest.fixture
def change(director):
    """`change(session, "turn", round=1, table=1)`: previewed and made."""

    def make(session, kind, **values):
        found = changing.preview_change(session=session, kind=kind, values=values)
        changing.make_change(session=session, kind=kind, values=values, token=found.token, by=director)
        return session

    return make


@pytest.fixture
def mitchell(make_session):
    """A function that seats seven pairs at four tables, where one sits out in each round."""
    return lambda: make_session("duplicate", 7, movement="skip-mitchell", boards_per_round=2, rounds=3)


@pytest.fixture
def swiss(make_session, director):
    """A function that plays the first of two rounds and draws the second."""

    def make():
        session = make_session("duplicate", 6, movement=DRAWINGS["swiss"].movement(6, rounds=2, boards=4))
        play(session, by=director)
        found = drawing.outlook(session)
        order = [side.pk for side in found.people]
        drawing.draw_round(session=session, answers={}, order=order, token=found.preview.token, by=director)
        return session

    return make


HOSTILE = ["=1+1", "+cmd|' /C calc'!A0", "@SUM(A1)", "-2+3", "~x*?", 'Ann "Nan" Otter', "Ж" * 100]


@pytest.fixture
def evenings(make_session, make_teams, director, change, mitchell, swiss):
    """Each kind of evening as a function that makes a new one."""

    def late_pair():
        session = mitchell()
        play(session, by=director)
        return change(session, "arrive", names=("Zoé Late", "Yves Late"))

    def moved():
        session = mitchell()
        record(session, 1, 1, queries.load_night(session).at(table=1, round=1).boards[0], by=director)
        return change(session, "move_results", origin=(1, 1), goal=(1, 2))

    return {
        "BRiST with four and three": lambda: make_session("brist", 7, boards={4: 4, 3: 3}, names=HOSTILE),
        "Bridge pairs": lambda: make_session("duplicate", 6, boards_per_round=4, rounds=2),
        "Bid Whist": lambda: make_session("bid_whist", 4),
        "teams": lambda: make_teams(team_match(boards_per_round=4)),
        "Swiss": swiss,
        "a late pair": late_pair,
        "moved results": moved,
        "arrow-switched": lambda: change(mitchell(), "turn", round=1, table=1),
        "brisca": lambda: make_session("brisca", 4),
        "rubber": lambda: make_session("rubber", 2),
        "Chicago": lambda: make_session("chicago", 2),
        "euchre": lambda: make_session("euchre_five", 5),
    }


@needs_office
def test_evenings_filled_in_by_libreoffice_come_back_with_the_same_standings(
    evenings, book_of, signed_in, ada, director, tmp_path
):
    """Each in a language of its own, and handed in by somebody who reads another."""
    made = []
    for at, make in enumerate(evenings.values()):
        session, recorded, language = make(), make(), LANGUAGES[at % len(LANGUAGES)]
        with translation.override(language):
            content = book_of(session)
        for round in queries.load_night(recorded).round_numbers:
            play(recorded, round=round, by=director)
        made.append((session, recorded, content, typed_of(queries.load_night(recorded), content, language)))
    filled = type_in(tmp_path, [(content, typed) for _session, _recorded, content, typed in made])
    for at, (name, content, (session, recorded, *_rest)) in enumerate(
        zip(evenings, filled, made, strict=True)
    ):
        upload(signed_in(ada), session, content, LANGUAGES[(at + 1) % len(LANGUAGES)])
        assert results(session) == results(recorded), name
        assert standings(session) == standings(recorded), name
        if recorded.ruleset.slug not in HANDS:
            assert points_shown(content) == points_of(recorded, content), name
