"""USEBIO files, read and written: real files from six programs, broken ones, and small ones by hand."""

import datetime
import json
import os
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.formats import MAX_BYTES, FormatError, usebio
from scoring.formats.usebio import (
    BoardResults,
    DealtBoard,
    Entrant,
    EntrantPlayer,
    Event,
    Match,
    Section,
    TravellerLine,
)

ORACLE = Path(
    os.environ.get("ORACLE_DIR") or Path(__file__).resolve().parents[2].parent / "shared" / "oracle"
)
REAL = sorted((ORACLE / "results" / "usebio").glob("*.xml"))
HOSTILE = ORACLE / "results" / "hostile"


def needs_known_answers(test):
    if (ORACLE / "events").is_dir():
        return test
    if os.environ.get("CI"):
        return pytest.mark.usefixtures("missing_known_answers")(test)
    return pytest.mark.skip(reason=f"the known answers are not at {ORACLE}")(test)


@pytest.fixture
def missing_known_answers():
    pytest.fail(f"the known answers are not at {ORACLE}")


def wrap(*, event="", event_type="MP_PAIRS"):
    """A file with this inside its event, from its fourth line."""
    head = '<?xml version="1.0"?>\n<USEBIO Version="1.2">\n'
    return f'{head}<EVENT EVENT_TYPE="{event_type}">\n{event}</EVENT></USEBIO>'


def read_row(**cells):
    """The one row of a traveller with these cells, and the warnings told of it."""
    cells = {"NS_PAIR_NUMBER": "1", "EW_PAIR_NUMBER": "2"} | cells
    row = "".join(f"<{tag}>{text}</{tag}>" for tag, text in cells.items())
    event = usebio.loads(
        wrap(event=f"<BOARD><BOARD_NUMBER>7</BOARD_NUMBER><TRAVELLER_LINE>{row}</TRAVELLER_LINE></BOARD>")
    )
    return event.boards[0].lines[0], [str(warning) for warning in event.warnings]


def error_of(data):
    with pytest.raises(FormatError) as caught:
        usebio.loads(data)
    return str(caught.value)


def is_read_or_refused(data):
    """Whether the file gives an event, or an error with words; any other exception is a bug."""
    try:
        return isinstance(usebio.loads(data), Event)
    except FormatError as error:
        return bool(str(error))


# Real files against their known values


def known_answer(path):
    stem = path.stem
    name = (f"ukbridge-{stem.removeprefix('uk-')}" if stem.startswith("uk-") else f"cobalt-{stem}").replace(
        "_", "-"
    )
    name = name.replace("+", "-")
    return json.loads((ORACLE / "events" / f"{name}.json").read_text())


def as_decimal(number):
    return None if number is None else round(float(number), 4)


def known_line(line):
    passed = line["contract"] == "PASS"
    return (
        tuple(name or "" for name in line.get("section", ("", ""))),
        line["board"],
        line["ns"],
        line["ew"],
        line["contract"] or "",
        "" if passed else line["declarer"] or "",
        None if passed else line["tricks"],
        line["score_ns"],
        tuple(line.get("adjusted", ())),
        as_decimal(line["ns_points"]),
        as_decimal(line["ew_points"]),
    )


def read_line(board, line):
    return (
        (board.section.session, board.section.name),
        board.number,
        line.ns,
        line.ew,
        line.contract + line.risk,
        line.declarer,
        line.tricks,
        line.score,
        tuple(str(part) for part in line.artificial or ()),
        as_decimal(line.ns_points),
        as_decimal(line.ew_points),
    )


def known_entrant(entrant):
    section = tuple(name or "" for name in entrant.get("section", ("", "")))
    total, percent = as_decimal(entrant.get("total")), as_decimal(entrant.get("pct"))
    return (
        section,
        entrant["id"],
        entrant.get("dir", ""),
        total,
        percent,
        entrant["place"],
        entrant["kind"],
    )


def read_entrant(entrant):
    section = (entrant.section.session, entrant.section.name)
    total, percent = as_decimal(entrant.total), as_decimal(entrant.percent)
    return (section, entrant.number, entrant.direction, total, percent, entrant.place, entrant.kind)


@needs_known_answers
def test_there_are_twenty_real_files():
    assert len(REAL) == 20


@needs_known_answers
@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_every_row_of_a_real_file_is_read_as_known(path):
    event = usebio.loads(path.read_bytes())
    read = Counter(read_line(board, line) for board in event.every_board for line in board.lines)
    assert read == Counter(known_line(line) for line in known_answer(path)["lines"])


@needs_known_answers
@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_every_participant_of_a_real_file_is_read_as_known(path):
    event = usebio.loads(path.read_bytes())
    read = Counter(read_entrant(entrant) for entrant in event.entrants if entrant.kind != "TEAM")
    assert read == Counter(known_entrant(entrant) for entrant in known_answer(path)["participants"])


@needs_known_answers
@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_a_real_file_survives_a_round_trip(path):
    event = usebio.loads(path.read_bytes())
    again = usebio.loads(usebio.dumps(event))
    assert (again, again.warnings) == (event, event.warnings)


@needs_known_answers
def test_only_the_odd_real_files_give_warnings():
    events = {path.stem: usebio.loads(path.read_bytes()) for path in REAL}
    told = {
        stem: [str(warning) for warning in event.warnings] for stem, event in events.items() if event.warnings
    }
    assert told == {
        "notsupported": ["the file: “NOTSUP” is not a type of event that is known here"],
        "uk-cross-imp-pairs": ["board 1, 9 v 4: “42” is not a contract; the rest of the row is kept"],
    }


@needs_known_answers
def test_every_pair_on_a_real_traveller_is_found_among_the_entrants():
    for path in REAL:
        event = usebio.loads(path.read_bytes())
        seats = usebio.entrants_by_seat(event)
        if event.event_type != "INDIVIDUAL":
            for board in event.every_board:
                for line in board.lines:
                    assert (board.section, line.ns, "NS") in seats
                    assert (board.section, line.ew, "EW") in seats


@needs_known_answers
def test_explicit_points_stand_beside_a_label_that_says_otherwise():
    event = usebio.loads((ORACLE / "results/usebio/mp_pairs_mitchell_02.xml").read_bytes())
    (line,) = [line for board in event.boards for line in board.lines if line.score_text == "A5050"]
    assert (line.artificial, line.ns_points, line.ew_points) == ((50, 50), 23, 11)


@needs_known_answers
def test_a_team_has_its_pairs_and_its_matches_their_boards():
    event = usebio.loads((ORACLE / "results/usebio/uk-multiple-teams.xml").read_bytes())
    assert [pair.number for pair in event.entrants[0].pairs] == ["1-1-2", "1-3-4"]
    assert (len(event.entrants), len(event.matches), len(event.boards)) == (10, 40, 0)
    assert (event.matches[0].team_score, event.matches[0].opposing_team_score) == (12, 8)


# Hostile files


@needs_known_answers
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("derived-empty.xml", "the file: it is empty"),
        ("derived-entity-bomb.xml", "line 1: it defines the entity a; results need none"),
        (
            "derived-truncated.xml",
            "line 1372: the file ends in the middle; it seems to be cut off",
        ),
        (
            "iso-8859-2-director-average.html",
            "line 1, html: this is not USEBIO, which begins with the element USEBIO",
        ),
        ("comments-inside.pbn", "the file: this is not XML"),
        ("utf16-movement.txt", "the file: this is not XML"),
    ],
)
def test_a_hostile_file_is_refused_in_plain_words(name, told):
    assert error_of((HOSTILE / name).read_bytes()) == told


@needs_known_answers
@pytest.mark.parametrize(
    ("name", "player"),
    [
        ("derived-bom-utf8.xml", "Player 1"),
        ("derived-utf16.xml", "Player 1"),
        ("derived-cp1252-no-declaration.xml", "Éloïse Müller-Lukasz"),
        ("derived-utf8-declared-latin1.xml", "Éloïse Müller-Łukasz"),
        ("derived-markup-name.xml", "<script>alert(1)</script>"),
        ("derived-csv-formula-name.xml", "=HYPERLINK('x')"),
    ],
)
def test_names_are_read_right_in_any_encoding(name, player):
    event = usebio.loads((HOSTILE / name).read_bytes())
    assert (event.entrants[0].players[0].name, len(event.entrants)) == (player, 12)
    assert usebio.loads(usebio.dumps(event)) == event


@needs_known_answers
def test_a_row_that_stands_twice_is_told():
    event = usebio.loads((HOSTILE / "derived-duplicate-traveller-line.xml").read_bytes())
    assert [str(warning) for warning in event.warnings] == [
        "board 1: pair 3 sits NS in 2 rows",
        "board 1: pair 11 sits EW in 2 rows",
    ]


@needs_known_answers
def test_each_missing_score_is_told_and_not_taken_for_nought():
    event = usebio.loads((HOSTILE / "derived-missing-score.xml").read_bytes())
    rows = [line for board in event.boards for line in board.lines if line.score is None]
    unexplained = [line for line in rows if not line.artificial]
    assert len(event.warnings) == len(unexplained) > 0
    assert str(event.warnings[0]) == "board 1, 3 v 11: it has the contract 5C and no score"


@needs_known_answers
@pytest.mark.parametrize(
    "path", sorted(HOSTILE.glob("*")) + sorted((ORACLE / "results/pbn").glob("*")), ids=lambda path: path.name
)
def test_any_file_at_all_is_read_or_refused(path):
    assert is_read_or_refused(path.read_bytes())


# Broken by hand


def test_a_file_of_another_kind_is_refused():
    assert error_of(b"PK\x03\x04") == "the file: this is not XML"
    assert error_of("  \n") == "the file: it is empty"
    assert error_of("<USEBIO></USEBIO>") == "line 1, USEBIO: there is no EVENT in it"
    assert error_of("<USEBIO><A></B></USEBIO>") == "line 1: an element is closed that is not the one open"


def test_a_huge_file_is_refused_unread():
    assert error_of(b"<" * (MAX_BYTES + 1)) == "the file: it is larger than 20 MB"


def test_a_swarm_of_elements_is_refused():
    assert "too many elements" in error_of("<USEBIO>" + "<A/>" * 500_000)
    assert "too many elements" in error_of("<USEBIO>" + "<A>" * 500_000)


def test_a_document_type_is_accepted_and_not_fetched():
    head = '<!DOCTYPE USEBIO SYSTEM "http://unreachable.invalid/usebio.dtd">'
    assert usebio.loads(head + "<USEBIO><EVENT/></USEBIO>") == Event()


@pytest.mark.parametrize(
    "definition",
    ['<!ENTITY a "b">', '<!ENTITY a SYSTEM "file:///etc/passwd">', '<!ENTITY % p SYSTEM "http://x/">%p;'],
)
def test_entity_definitions_are_refused(definition):
    text = f"<!DOCTYPE USEBIO [{definition}]><USEBIO><EVENT/></USEBIO>"
    assert "results need none" in error_of(text)


def test_an_undefined_entity_is_refused_and_not_dropped():
    head = '<!DOCTYPE USEBIO SYSTEM "http://unreachable.invalid/usebio.dtd">'
    assert error_of(head + "<USEBIO>&nonsense;</USEBIO>") == "line 1: the entity nonsense is not defined"


def test_a_character_named_as_in_html_is_read():
    event = usebio.loads(wrap(event="<EVENT_DESCRIPTION>Caf&eacute; &amp; Bar</EVENT_DESCRIPTION>"))
    assert event.name == "Café & Bar"


def test_an_encoding_that_nobody_knows_is_refused():
    data = '<?xml version="1.0" encoding="zlib"?><USEBIO>é</USEBIO>'.encode("latin-1")
    assert error_of(data) == "the file: its encoding zlib is not known"


@pytest.mark.parametrize("encoding", ["iso-8859-1", "windows-1252", "iso-8859-2", "utf-16", "utf-8"])
def test_a_declared_encoding_is_followed(encoding):
    text = f'<?xml version="1.0" encoding="{encoding}"?>' + wrap(
        event="<EVENT_DESCRIPTION>é</EVENT_DESCRIPTION>"
    ).removeprefix('<?xml version="1.0"?>')
    event = usebio.loads(text.encode(encoding))
    assert (event.name, event.warnings) == ("é", ())


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        ("<DATE>31/02/2024</DATE>", "line 4, DATE: “31/02/2024” is not a date written day/month/year"),
        ("<WINNER_TYPE>two</WINNER_TYPE>", "line 4, WINNER_TYPE: “two” is not a whole number"),
        ("<BOARD></BOARD>", "line 4, BOARD: this board has no number"),
        ("<PARTICIPANTS><PAIR/></PARTICIPANTS>", "line 4, PAIR: it has no number"),
        (
            "<PARTICIPANTS><PAIR><PAIR_NUMBER>1</PAIR_NUMBER><PERCENTAGE>1e999999999</PERCENTAGE></PAIR></PARTICIPANTS>",
            "line 4, PERCENTAGE: “1e999999999” is not a number",
        ),
        (
            "<BOARD><BOARD_NUMBER>1</BOARD_NUMBER><TRAVELLER_LINE/></BOARD>",
            "line 4, TRAVELLER_LINE: this row does not say who played",
        ),
    ],
)
def test_an_unreadable_cell_is_named_with_its_line(cell, told):
    assert error_of(wrap(event=cell)) == told


# Spellings


@pytest.mark.parametrize(
    ("text", "contract", "risk"),
    [
        ("3NT", "3NT", ""),
        ("3N", "3NT", ""),
        ("1ntx", "1NT", "X"),
        ("4S x", "4S", "X"),
        ("2♡××", "2H", "XX"),
        ("5Cxx", "5C", "XX"),
        ("PASS", "PASS", ""),
        ("Passed out", "PASS", ""),
    ],
)
def test_a_contract_is_read_in_every_spelling_and_written_as_it_was(text, contract, risk):
    line, warnings = read_row(CONTRACT=text, SCORE="0")
    assert (line.contract, line.risk, line.contract_text, warnings) == (contract, risk, text, [])


@pytest.mark.parametrize(
    ("text", "tricks"), [("9", 9), ("+1", 10), ("=", 9), ("-2", 7), ("", None), ("14", None), ("+9", None)]
)
def test_tricks_are_a_number_or_counted_from_the_contract(text, tricks):
    line, warnings = read_row(CONTRACT="3NT", SCORE="400", TRICKS=text)
    assert line.tricks == tricks
    assert bool(warnings) == (text in ("14", "+9"))


@pytest.mark.parametrize(
    ("text", "score", "artificial"),
    [
        ("-140", -140, None),
        ("+420", 420, None),
        ("0", 0, None),
        ("A5050", None, (50, 50)),
        ("A6040", None, (60, 40)),
        ("A6060", None, (60, 60)),
        ("A60", None, (60, 40)),
        ("60%-40%", None, (60, 40)),
        ("61.8%/38.2%", None, (Fraction("61.8"), Fraction("38.2"))),
        ("", None, None),
        ("NP", None, None),
    ],
)
def test_a_score_is_points_or_an_artificial_score_or_not_there(text, score, artificial):
    line, warnings = read_row(SCORE=text)
    assert (line.score, line.artificial, line.score_text, warnings) == (score, artificial, text, [])


def test_a_passed_out_board_has_no_declarer_and_no_tricks():
    line, _warnings = read_row(CONTRACT="PASS", PLAYED_BY="N", TRICKS="0", SCORE="0")
    assert line == TravellerLine(ns="1", ew="2", contract="PASS", score=0)


def test_a_typing_error_in_a_contract_keeps_the_score():
    line, warnings = read_row(CONTRACT="42", PLAYED_BY="S", TRICKS="12", SCORE="480")
    assert (line.contract, line.contract_text, line.declarer, line.tricks, line.score) == (
        "",
        "42",
        "S",
        12,
        480,
    )
    assert warnings == ["board 7, 1 v 2: “42” is not a contract; the rest of the row is kept"]


def test_what_is_no_score_and_no_seat_is_told():
    line, warnings = read_row(SCORE="lots", PLAYED_BY="5")
    assert (line.score, line.score_text, line.declarer) == (None, "lots", "")
    assert warnings == [
        "board 7, 1 v 2: “lots” is not a score; the rest of the row is kept",
        "board 7, 1 v 2: “5” is not a seat; the declarer is left open",
    ]


@pytest.mark.parametrize(
    ("text", "lead"), [("DA", "DA"), ("AD", "DA"), ("H10", "HT"), ("th", "HT"), ("?", "?")]
)
def test_a_lead_is_written_suit_first(text, lead):
    assert read_row(LEAD=text)[0].lead == lead


@pytest.mark.parametrize(
    ("event_type", "method", "expected"),
    [
        ("PAIRS", "MATCH_POINTS", "MP_PAIRS"),
        ("PAIRS", "", "MP_PAIRS"),
        ("PAIRS", "CROSS_IMPS", "CROSS_IMP"),
        ("PAIRS", "BUTLER_IMPS", "BUTLER_PAIRS"),
        ("mp_pairs", "", "MP_PAIRS"),
        ("TEAMS_OF_FOUR", "IMPS", "TEAMS"),
        ("SWISS_TEAMS", "", "SWISS_TEAMS"),
    ],
)
def test_a_type_of_event_has_one_name(event_type, method, expected):
    text = wrap(event=f"<SCORING_METHOD>{method}</SCORING_METHOD>", event_type=event_type)
    assert usebio.loads(text).event_type == expected


def test_a_number_tells_two_pairs_apart_by_direction():
    north, east = (Entrant(section=Section(), number="5", direction=direction) for direction in ("NS", "EW"))
    seats = usebio.entrants_by_seat(Event(entrants=(north, east)))
    assert (seats[Section(), "5", "NS"], seats[Section(), "5", "EW"]) == (north, east)


def test_a_pair_that_changes_sides_is_found_on_both():
    entrants = (Entrant(section=Section(), number="3"), Entrant(Section(), number="4", direction="NS"))
    seats = usebio.entrants_by_seat(Event(entrants=entrants))
    assert [seats[Section(), number, "EW"] for number in "34"] == list(entrants)


def test_a_pair_that_nobody_entered_is_told():
    pair = "<PARTICIPANTS><PAIR><PAIR_NUMBER>1</PAIR_NUMBER></PAIR></PARTICIPANTS>"
    row = "<NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>8</EW_PAIR_NUMBER>"
    board = f"<BOARD_NUMBER>1</BOARD_NUMBER><TRAVELLER_LINE>{row}</TRAVELLER_LINE>"
    event = usebio.loads(wrap(event=f"{pair}<BOARD>{board}</BOARD>"))
    assert [str(warning) for warning in event.warnings] == [
        "the file: pair 8 is on the travellers, but not among the participants"
    ]


# Round trips

PLAIN = st.text(st.characters(codec="utf-8", categories=("L", "N", "P")), max_size=8)
NAME = st.text(st.characters(codec="utf-8", categories=("L", "N", "P")), min_size=1, max_size=8)
DECIMAL = st.integers(-(10**7), 10**7).map(lambda number: Fraction(number, 1000))
MAYBE = st.none() | DECIMAL
COUNT = st.none() | st.integers(0, 60)
SECTION = st.sampled_from([Section(), Section("1"), Section("1", "A"), Section("2", "A"), Section("", "B")])
CONTRACT = st.tuples(st.sampled_from(["1C", "3NT", "7S", "PASS", ""]), st.sampled_from(["", "X", "XX"]))


@st.composite
def traveller_lines(draw):
    contract, risk = draw(CONTRACT)
    is_played = contract not in ("", "PASS")
    artificial = draw(st.none() | st.tuples(st.integers(0, 100), st.integers(0, 100)))
    return TravellerLine(
        ns=str(draw(st.integers(1, 40))),
        ew=str(draw(st.integers(1, 40))),
        contract=contract,
        risk=risk if is_played else "",
        declarer=draw(st.sampled_from(["", "N", "E", "S", "W"])) if is_played else "",
        tricks=draw(st.none() | st.integers(0, 13)) if is_played else None,
        lead=draw(st.sampled_from(["", "HT", "S2"])),
        score=None if artificial else draw(st.none() | st.integers(-7600, 7600)),
        artificial=artificial and (Fraction(artificial[0]), Fraction(artificial[1])),
        ns_points=draw(MAYBE),
        ew_points=draw(MAYBE),
        direction=draw(st.sampled_from(["", "NS", "EW"])),
        remarks=draw(PLAIN),
    )


ENTRANTS = st.builds(
    Entrant,
    section=SECTION,
    number=NAME,
    kind=st.sampled_from(["PAIR", "TEAM"]),
    direction=st.sampled_from(["NS", "EW"]),
    players=st.lists(st.builds(EntrantPlayer, NAME, PLAIN, PLAIN), max_size=2).map(tuple),
    boards_played=COUNT,
    total=MAYBE,
    percent=MAYBE,
    place=PLAIN,
    adjustment=MAYBE,
    handicap=MAYBE,
)
BOARDS = st.builds(
    BoardResults,
    section=SECTION,
    number=st.integers(1, 99),
    lines=st.lists(traveller_lines(), max_size=2).map(tuple),
    average=MAYBE,
)
HANDS = st.tuples(*[st.sampled_from(["", "AKQJT98765432...", ".A.KQ.J2"])] * 3, st.just("..AKQJT98765432."))


@st.composite
def events(draw):
    """Events whose values stand in the order of their sections, as in a file."""
    event = Event(
        club_name=draw(PLAIN),
        name=draw(PLAIN),
        event_type=draw(st.sampled_from(sorted(usebio.EVENT_TYPES - {"INDIVIDUAL"}))),
        scoring_method=draw(PLAIN),
        date=draw(st.none() | st.dates(min_value=datetime.date(1000, 1, 1))),
        winners=draw(st.sampled_from([None, 1, 2])),
        boards_played=draw(COUNT),
        entrants=tuple(draw(st.lists(ENTRANTS, max_size=2))),
        boards=tuple(draw(st.lists(BOARDS, max_size=2))),
        deals=tuple(draw(st.lists(st.builds(DealtBoard, SECTION, st.integers(1, 99), HANDS), max_size=2))),
    )
    order = [Section(), Section("1"), Section("1", "A"), Section("2", "A"), Section("", "B")].index
    sort = {
        name: tuple(sorted(getattr(event, name), key=lambda value: order(value.section)))
        for name in ("entrants", "boards", "deals")
    }
    return replace(event, **sort, sections=tuple(sorted(event.used_sections, key=order)))


@given(events())
def test_an_event_of_our_own_survives_a_round_trip(event):
    assert usebio.loads(usebio.dumps(event)) == event


@given(events())
def test_what_is_written_is_read_the_same_from_bytes(event):
    assert usebio.loads(usebio.dumps(event).encode()) == event


def test_an_individual_and_a_match_survive_a_round_trip():
    line = TravellerLine(ns="3+7", ew="1+2", contract="1NT", declarer="S", tricks=7, score=90)
    board = BoardResults(Section("1"), 4, (line,), imps=Fraction(-2))
    match = Match(Section("1"), "2", "1", "5", Fraction(7), Fraction("12.5"), (board,))
    player = Entrant(Section("1"), "3", kind="PLAYER", players=(EntrantPlayer("Ada", "17"),))
    event = Event(event_type="INDIVIDUAL", sections=(Section("1"),), entrants=(player,), matches=(match,))
    assert usebio.loads(usebio.dumps(event)) == event


def test_a_number_without_end_is_written_to_four_places():
    event = Event(entrants=(Entrant(Section(), "1", percent=Fraction(100, 3), total=Fraction(-1, 3)),))
    assert "<PERCENTAGE>33.3333<" in usebio.dumps(event)
    assert "<TOTAL_SCORE>-0.3333<" in usebio.dumps(event)


def test_characters_that_xml_cannot_hold_are_left_out():
    assert usebio.loads(usebio.dumps(Event(name="A\x00d\ud800a"))).name == "Ada"


# Anything at all


@given(st.text() | st.binary())
def test_no_text_raises_anything_but_a_format_error(data):
    assert is_read_or_refused(data)


@given(st.sampled_from(["PAIR", "BOARD", "TRAVELLER_LINE", "SCORE", "CONTRACT", "TRICKS", "DATE"]), st.text())
def test_no_cell_raises_anything_but_a_format_error(tag, text):
    row = "<NS_PAIR_NUMBER>1</NS_PAIR_NUMBER>"
    cell = f"<{tag}>{text}</{tag}>"
    line = f"<TRAVELLER_LINE>{row}{cell}</TRAVELLER_LINE>"
    board = f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{line}{cell}</BOARD>"
    assert is_read_or_refused(wrap(event=cell + board))


@given(st.data())
def test_no_damage_to_a_file_raises_anything_but_a_format_error(data):
    whole = usebio.dumps(
        Event(
            name="Éloïse",
            entrants=(Entrant(Section(), "1", percent=Fraction("53.2")),),
            boards=(BoardResults(Section(), 1, (TravellerLine("1", "2", "3NT", score=400),)),),
        )
    ).encode()
    start = data.draw(st.integers(0, len(whole)))
    damaged = (
        whole[:start] + data.draw(st.binary(max_size=4)) + whole[data.draw(st.integers(start, len(whole))) :]
    )
    assert is_read_or_refused(damaged)
