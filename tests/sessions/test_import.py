"""Results files of other programs become sessions: their percentages, their places, and what differs."""

import datetime
import json
from collections import Counter
from fractions import Fraction
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from clubs.models import Player
from clubs.services import add_player, create_club
from scoring.formats import FormatError, usebio
from scoring.formats.usebio import BoardResults, Entrant, EntrantPlayer, Event, Section, TravellerLine
from sessions import queries
from sessions.models import Adjustment, Chair, ScoreLine, Session
from sessions.transfer import import_usebio
from sessions.transfer.rules import read_place
from sessions.transfer.seats import find_rounds
from tests.oracle import oracle_path

EVENING = datetime.date(2025, 3, 6)
HALF = Fraction(1, 200)

# Every file of matchpoint pairs, with the sentence of its rule that is not the usual one.
USUAL = ""
HUNDREDTHS = "Match points are rounded to 0.01 before the percentage."
OWN_TOP = "Each board counts out of its own top."
MATCHPOINT_FILES = {
    "mp_pairs_howell.xml": USUAL,
    "mp_pairs_mitchell.xml": USUAL,
    "mp_pairs_mitchell_02.xml": USUAL,
    "mp_pairs_mitchell_04.xml": USUAL,
    "mp_pairs_mitchell_adjusted_02.xml": USUAL,
    "uk-hist-40d9f691-00202217+001532.xml": USUAL,
    "uk-hist-40f16a20-00201600+002321.xml": HUNDREDTHS,
    "uk-hist-5e3e6674-00210009+002061.xml": HUNDREDTHS,
    "uk-hist-a92fadcf-00202711+000827.xml": USUAL,
    "uk-mp-pairs.xml": USUAL,
    "uk-public-multi-section-pairs.xml": HUNDREDTHS,
    "uk-realbridge.xml": USUAL,
    "uk-usebio-and-pbn.xml": OWN_TOP,
}
OTHER_TYPES = {
    "butler_mitchell.xml": "BUTLER_PAIRS",
    "cross_imp_howell.xml": "CROSS_IMP",
    "notsupported.xml": "NOTSUP",
    "uk-cross-imp-pairs.xml": "CROSS_IMP",
    "uk-individual.xml": "INDIVIDUAL",
    "uk-multiple-teams.xml": "TEAMS",
    "uk-point-a-board.xml": "TEAMS",
}
# Its totals were not computed anew after four rulings: the same session with right totals is
# mp_pairs_mitchell_adjusted_02.xml. No percentage follows from its lines, and five places do not.
STALE = {"mp_pairs_mitchell_02.xml": {"percents": 42, "places": 5}}


def load(club, name, folder="usebio", **values):
    path = oracle_path("ORACLE_RESULTS", "results") / folder / name
    return import_usebio(club=club, data=path.read_bytes(), filename=name, **values)


def listed(name):
    path = oracle_path("ORACLE_RESULTS", "results") / "usebio" / name
    return usebio.loads(path.read_bytes()).entrants


def ranking(session):
    """Percentage and place of each contestant, by its number and direction."""
    rows = [row for group in queries.leaderboard(session).groups.values() for row in group]
    return {(row.side.number, row.side.group): (row.standing.score, row.standing.rank) for row in rows}


def seat_of(entrant, session):
    groups = {group for _number, group in ranking(session)}
    number = int("".join(char for char in entrant.number if char.isdigit()))
    return number, "" if groups == {""} else entrant.direction


# Real files


@pytest.mark.parametrize("name", MATCHPOINT_FILES)
def test_a_real_file_becomes_a_session_with_its_own_percentages_and_places(riverside, name):
    session, report = load(riverside, name)
    found = ranking(session)
    entrants = listed(name)
    percents = places = 0
    for entrant in entrants:
        percent, rank = found[seat_of(entrant, session)]
        percents += abs(percent - entrant.percent) > HALF
        places += rank != read_place(entrant.place)
    assert {"percents": percents, "places": places} == STALE.get(name, {"percents": 0, "places": 0})
    assert len(found) == len(entrants)
    assert report.counts["percents_agreeing"] == len(entrants) - percents
    assert report.counts["places_agreeing"] == len(entrants) - places
    told = MATCHPOINT_FILES[name]
    assert [sentence for sentence in report.rule if sentence in (HUNDREDTHS, OWN_TOP)] == [told] * bool(told)


@pytest.mark.parametrize("name", MATCHPOINT_FILES)
def test_what_is_stored_is_a_possible_evening(riverside, name):
    session, report = load(riverside, name)
    assert session.status == Session.Status.CLOSED
    night = queries.load_night(session)
    for number in night.round_numbers:
        sides = Counter(
            pk for seat in night.rounds if seat.round == number for pk in {x.pk for x in seat.sides.values()}
        )
        assert set(sides.values()) == {1}
    lines = [line for seat in night.rounds for line in seat.lines.values()]
    assert len(lines) + sum(not award.keeps_score for award in night.awards) >= report.counts["lines"]
    assert {line.origin for line in lines} == {ScoreLine.Origin.IMPORT}
    assert all(len(side.players) == 2 for side in night.sides.values())


def test_totals_that_were_not_computed_anew_are_listed_one_by_one(riverside):
    session, report = load(riverside, "mp_pairs_mitchell_02.xml")
    told = [str(difference) for difference in report.differences]
    assert len(told) == 3 + 42 + 5
    assert told[:4] == [
        "board 1, 1 NS v 1 EW: 110 with 20 and 20 match points: these count; the score is not compared",
        "board 4, 1 NS v 21 EW: -650 with 21 and 19 match points: these count; the score is still compared",
        "board 3, 1 NS v 1 EW: “A5050” with 23 and 11 match points: the points count",
        "pair 1 NS: 44.91 % in the file, 44.88 % by its lines",
    ]
    assert "no rule gives the results of the file from its lines; the usual one is taken" in report.warnings
    assert [x["message"] for x in session.source["differences"]] == [x.message for x in report.differences]


def test_match_points_count_for_more_than_the_label_of_an_award(riverside):
    session, report = load(riverside, "mp_pairs_mitchell_adjusted_02.xml")
    awards = session.adjustments.filter(kind=Adjustment.Kind.AWARD).order_by("board", "pk")
    assert [(x.board, x.first, x.second, x.top, x.keeps_score) for x in awards] == [
        (1, "50", "50", "", False),
        (1, "60", "40", "", False),
        (2, "60", "60", "", False),
        (3, "115/2", "55/2", "", False),
        (4, "105/2", "95/2", "", True),
    ]
    assert len(report.differences) == 2


def test_an_award_may_count_out_of_its_own_board(riverside):
    session, report = load(riverside, "uk-usebio-and-pbn.xml")
    award = session.adjustments.get()
    assert (award.board, award.first, award.second, award.top) == (21, "50", "50", "8")
    assert report.differences == ()


def test_sections_are_ranked_as_one_field(riverside):
    session, report = load(riverside, "uk-hist-40f16a20-00201600+002321.xml")
    assert [section.letter for section in session.sections.all()] == ["A", "B"]
    assert report.counts["tables"] == 17
    assert report.counts["rounds"] == 9


@pytest.mark.parametrize(("name", "kind"), OTHER_TYPES.items())
def test_another_type_of_event_is_refused_by_its_name(riverside, name, kind):
    with pytest.raises(FormatError, match=rf"{kind}; sessions of matchpoint pairs \(MP_PAIRS\) can be"):
        load(riverside, name)
    assert not Session.objects.exists()


BROKEN = (
    "comments-inside.pbn",
    "derived-empty.xml",
    "derived-entity-bomb.xml",
    "derived-truncated.xml",
    "empty.pbn",
    "iso-8859-2-director-average.html",
    "mixed-CRLF-CR.pbn",
    "unknown-event-type.xml",
    "utf16-movement.txt",
)


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_one_line_of_complaint_and_nothing_is_stored(riverside, name):
    path = oracle_path("ORACLE_RESULTS", "results") / "hostile" / name
    players = Player.objects.count()
    with pytest.raises(CommandError) as caught:
        call_command("import_session", str(path))
    assert caught.value.returncode == 1
    assert name in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not Session.objects.exists()
    assert Player.objects.count() == players


@pytest.mark.parametrize(
    "name",
    [
        "derived-bom-utf8.xml",
        "derived-cp1252-no-declaration.xml",
        "derived-csv-formula-name.xml",
        "derived-duplicate-traveller-line.xml",
        "derived-markup-name.xml",
        "derived-missing-score.xml",
        "derived-utf16.xml",
        "derived-utf8-declared-latin1.xml",
    ],
)
def test_an_odd_file_gives_the_same_ranking_as_the_plain_one(riverside, name):
    odd, _report = load(riverside, name, folder="hostile")
    plain, _report = load(riverside, "mp_pairs_howell.xml")
    assert ranking(odd) == ranking(plain)


def test_a_row_that_stands_twice_counts_once_and_is_told(riverside):
    _session, report = load(riverside, "derived-duplicate-traveller-line.xml", folder="hostile")
    assert [str(x) for x in report.differences] == ["board 1, 3 v 11: the row stands 2 times; it counts once"]


def test_a_missing_score_follows_from_the_contract_and_is_told(riverside):
    _session, report = load(riverside, "derived-missing-score.xml", folder="hostile")
    first = "board 1, 3 v 11: the file has no score; “5C W 11” is -400, which counts"
    assert [str(x) for x in report.differences][0] == first
    assert len(report.differences) == 5


def test_a_name_that_is_markup_is_stored_as_plain_text(riverside, signed_in, olga):
    session, _report = load(riverside, "derived-markup-name.xml", folder="hostile")
    page = signed_in(olga).get(session.get_absolute_url()).content.decode()
    assert "<script>alert" not in page


def test_importing_twice_makes_another_session_and_no_other_players(riverside):
    load(riverside, "uk-mp-pairs.xml")
    players = riverside.players.count()
    load(riverside, "uk-mp-pairs.xml")
    assert riverside.sessions.count() == 2
    assert riverside.players.count() == players


def test_a_published_import_has_its_places_as_a_record(riverside):
    session, _report = load(riverside, "uk-realbridge.xml", publish=True)
    assert session.is_published
    assert session.is_public
    assert {place.contestant.pk: (place.exact_score, place.rank) for place in session.placings.all()} == {
        row.contestant: (row.score, row.rank) for row in queries.load_night(session).standings.rows
    }


def test_an_import_is_for_members_until_it_is_shown(riverside, client):
    session, _report = load(riverside, "uk-realbridge.xml")
    assert client.get(session.get_absolute_url()).status_code == 404
    shown, _report = load(riverside, "uk-realbridge.xml", is_public=True)
    assert client.get(shown.get_absolute_url()).status_code == 200


# Small files by hand


def line(ns, ew, contract="3NT", declarer="N", tricks=9, score=400, points=None, **values):
    ns_points, ew_points = points or (None, None)
    return TravellerLine(
        ns,
        ew,
        contract,
        "",
        declarer,
        tricks,
        score=score,
        ns_points=ns_points,
        ew_points=ew_points,
        **values,
    )


def pair(number, *names, **values):
    return Entrant(Section(), number, players=tuple(map(EntrantPlayer, names)), **values)


FOUR_PAIRS = (
    pair("1", "Ada Lovelace", "Alan Turing"),
    pair("2", "Grace Hopper", "Kurt Gödel"),
    pair("3", "Emmy Noether", "Paul Erdős"),
    pair("4", "Ben Carter", "Cleo Diaz"),
)


def write(lines, entrants=FOUR_PAIRS, **values):
    """A file of one board with these rows."""
    values = {"date": EVENING, "name": "Thursday", "winners": 1} | values
    event = Event(entrants=entrants, boards=(BoardResults(Section(), 1, tuple(lines)),), **values)
    return usebio.dumps(event).encode()


def take(club, lines, **values):
    return import_usebio(club=club, data=write(lines, **values), filename="small.xml")


def entries(session):
    return [line.entry for line in session.lines.order_by("pk")]


TWO_ROWS = (line("1", "2"), line("3", "4", tricks=10, score=430))


def test_a_name_that_the_club_knows_is_its_player_and_others_are_visitors(riverside, pair_four):
    session, _report = take(riverside, TWO_ROWS)
    fourth = session.contestants.get(number=4)
    assert [entrant.player for entrant in fourth.entrants.all()] == list(pair_four)
    first = session.contestants.get(number=1).entrants.first().player
    assert (first.name, first.is_visitor) == ("Ada Lovelace", True)


def test_two_players_of_one_name_are_two_players_however_often_they_come(riverside):
    smiths = (pair("1", "Jan Smith", "jan  smith"), *FOUR_PAIRS[1:])
    session, report = take(riverside, TWO_ROWS, entrants=smiths)
    found = [entrant.player for entrant in session.contestants.get(number=1).entrants.all()]
    assert found[0] != found[1]
    assert "2 players are called jan smith; they are kept apart" in report.warnings
    again, _report = take(riverside, TWO_ROWS, entrants=smiths)
    assert [entrant.player for entrant in again.contestants.get(number=1).entrants.all()] == found


def test_a_player_with_a_name_of_another_club_is_not_that_player(riverside, hilltop):
    stranger = add_player(club=hilltop, name="Ada Lovelace")
    session, _report = take(riverside, TWO_ROWS)
    assert not session.entrants.filter(player=stranger).exists()


def test_a_missing_name_gets_a_stand_in(riverside):
    session, _report = take(
        riverside, TWO_ROWS, entrants=(pair("1", "Ada Lovelace"), *FOUR_PAIRS[1:3], pair("4", "???", ""))
    )
    names = [[x.player.name for x in c.entrants.all()] for c in session.contestants.order_by("number")]
    assert names[0] == ["Ada Lovelace", "Pair 1, second player"]
    assert names[3] == ["Pair 4, first player", "Pair 4, second player"]


def test_a_pair_that_only_the_travellers_name_takes_part(riverside):
    session, report = take(riverside, TWO_ROWS, entrants=FOUR_PAIRS[:3])
    assert [str(x.player) for x in session.contestants.get(number=4).entrants.all()] == [
        "Pair 4, first player",
        "Pair 4, second player",
    ]
    assert "the file: pair 4 is on the travellers, but not among the participants" in report.warnings


def test_opponents_of_a_phantom_pair_sit_out(riverside):
    rows = (*TWO_ROWS, line("5", "99", "", "", None, None))
    session, report = take(riverside, rows, entrants=(*FOUR_PAIRS, pair("5", "Ina", "Ole")))
    assert "1 rows against a pair that is not entered have no result and are left out" in report.warnings
    assert session.lines.count() == 2


def test_numbers_are_told_apart_by_direction_where_there_are_two_winners(riverside):
    entrants = tuple(
        pair(number, f"{side} {number} a", f"{side} {number} b", direction=side)
        for number in ("1", "2")
        for side in ("NS", "EW")
    )
    rows = (line("1", "1"), line("2", "2", tricks=10, score=430))
    session, _report = take(riverside, rows, entrants=entrants, winners=2)
    assert ranking(session) == {
        (1, "NS"): (0, 2),
        (2, "NS"): (100, 1),
        (1, "EW"): (100, 1),
        (2, "EW"): (0, 2),
    }
    seats = {chair.place: chair.player.name for chair in Chair.objects.filter(seating__table__number=1)}
    assert seats == {"N": "NS 1 a", "S": "NS 1 b", "E": "EW 1 a", "W": "EW 1 b"}


def test_a_contract_that_cannot_be_read_is_flagged_and_its_score_counts(riverside):
    rows = (line("1", "2", "", "S", 12, 480, contract_label="42"), TWO_ROWS[1])
    session, report = take(riverside, rows)
    assert entries(session)[0] == {"contract": "?", "score": 480}
    where = "board 1, 1 v 2"
    message = "the contract cannot be read from “42 S 12”; the score 480 counts"
    assert session.source["differences"] == [{"where": where, "message": message}]
    assert ranking(session)[(1, "")][0] == 100
    assert queries.load_night(session).rounds[0].state == "doubtful"
    assert f"{where}: {message}" == str(report.differences[0])


def test_a_score_that_its_contract_does_not_give_counts_and_is_told(riverside):
    session, report = take(riverside, (line("1", "2", score=600), TWO_ROWS[1]))
    assert entries(session)[0]["score"] == 600
    assert ranking(session)[(1, "")][0] == 100
    told = "board 1, 1 v 2: “3NT N 9” is 400, and the file's score 600 counts"
    assert [str(difference) for difference in report.differences] == [told]


def test_scores_alone_are_enough(riverside):
    rows = (line("1", "2", "", "", None, 400), line("3", "4", "", "", None, 430))
    session, report = take(riverside, rows)
    assert entries(session) == [{"contract": "?", "score": 400}, {"contract": "?", "score": 430}]
    assert "2 rows have a score and no contract; the score counts" in report.warnings
    assert report.differences == ()


@pytest.mark.parametrize(
    ("points", "entry"),
    [((1, 1), {"contract": "PASS"}), ((0, 0), {"contract": "NP"}), (None, {"contract": "NP"})],
)
def test_a_score_of_nothing_is_a_pass_only_where_it_earned_match_points(riverside, points, entry):
    points = points and tuple(map(Fraction, points))
    session, _report = take(riverside, (line("1", "2", "", "", None, 0, points), TWO_ROWS[1]))
    assert entries(session)[0] == entry


def test_a_passed_out_board_counts_as_nought(riverside):
    session, _report = take(riverside, (line("1", "2", "PASS", "", None, 0), TWO_ROWS[1]))
    assert entries(session)[0] == {"contract": "PASS"}
    assert ranking(session)[(1, "")][0] == 0


def test_a_label_without_match_points_gives_its_share_of_the_top(riverside):
    award = line("1", "2", "", "", None, None, artificial=(Fraction(60), Fraction(40)))
    session, _report = take(riverside, (award, TWO_ROWS[1]))
    assert ranking(session)[(1, "")][0] == 60
    assert ranking(session)[(2, "")][0] == 40


def test_a_pair_that_plays_a_board_against_two_opponents_is_refused(riverside):
    with pytest.raises(FormatError, match="board 1: pair 1 plays it more than once, against 2, 3"):
        take(riverside, (line("1", "2"), line("1", "3")))


def test_a_score_that_no_contract_gives_is_refused_with_its_place(riverside):
    with pytest.raises(FormatError, match="board 1, 1 v 2: 485 is no score of a contract"):
        take(riverside, (line("1", "2", score=485),))
    assert not riverside.sessions.exists()


def test_a_percentage_that_does_not_follow_is_told_with_both_numbers(riverside):
    entrants = (
        pair("1", "A", "B", percent=Fraction("12.5"), place="2"),
        *(
            pair(x.number, *(p.name for p in x.players), percent=Fraction(y), place=z)
            for x, y, z in zip(FOUR_PAIRS[1:], ("100", "100", "0"), ("1=", "1=", "3"), strict=True)
        ),
    )
    _session, report = take(riverside, TWO_ROWS, entrants=entrants)
    assert [str(difference) for difference in report.differences] == [
        "pair 1: 12.50 % in the file, 0.00 % by its lines",
        "pair 1: place 2 in the file, 3 by its lines",
    ]
    assert report.counts["percents_agreeing"] == 3


def test_match_points_that_no_score_earns_are_told_and_not_taken(riverside):
    points = (Fraction(5), Fraction(7))
    session, report = take(riverside, (line("1", "2", points=points), line("3", "4", points=points)))
    told = "5 and 7 match points in the file, 1 and 1 by its score"
    assert [str(x) for x in report.differences] == [
        f"board 1, {ns} v {ew}: {told}" for ns, ew in ("12", "34")
    ]
    assert not session.adjustments.exists()


def test_a_file_without_percentages_says_that_there_is_nothing_to_compare(riverside):
    _session, report = take(riverside, TWO_ROWS)
    assert report.rule[-1] == "The file has no percentages or places to compare with."
    assert report.warnings == (
        "the file does not say who met in which round; rounds and tables are worked out",
    )


def test_an_adjustment_of_a_pair_counts_as_its_result_shows(riverside):
    entrants = (
        pair("1", "A", "B", percent=Fraction(0), place="4"),
        pair("2", "C", "D", percent=Fraction(100), place="1"),
        pair("3", "E", "F", percent=Fraction(90), place="2", adjustment=Fraction(-10)),
        pair("4", "G", "H", percent=Fraction(0), place="3"),
    )
    session, _report = take(riverside, TWO_ROWS, entrants=entrants)
    assert ranking(session)[(3, "")] == (90, 2)
    assert session.adjustments.get().amount == "10"


def test_a_file_without_a_date_is_refused_unless_one_is_given(riverside):
    data = write(TWO_ROWS, date=None)
    with pytest.raises(FormatError, match="it has no date"):
        import_usebio(club=riverside, data=data, filename="small.xml")
    session, _report = import_usebio(club=riverside, data=data, filename="small.xml", date=EVENING)
    assert session.date == EVENING


def test_a_file_of_two_sessions_is_refused(riverside):
    boards = tuple(BoardResults(Section(name, "A"), 1, TWO_ROWS) for name in ("1", "2"))
    data = usebio.dumps(Event(date=EVENING, entrants=FOUR_PAIRS, boards=boards)).encode()
    with pytest.raises(FormatError, match="it holds 2 sessions"):
        import_usebio(club=riverside, data=data, filename="small.xml")


def test_a_file_without_boards_is_refused(riverside):
    data = usebio.dumps(Event(date=EVENING, entrants=FOUR_PAIRS)).encode()
    with pytest.raises(FormatError, match="no results by board"):
        import_usebio(club=riverside, data=data, filename="small.xml")


@pytest.mark.parametrize(("text", "place"), [("7", 7), ("7=", 7), ("=7", 7), ("", None), ("DNF", None)])
def test_a_place_is_read_with_or_without_its_sign_of_equality(text, place):
    assert read_place(text) == place


@pytest.mark.parametrize("size", [3, 7, 25])
def test_rounds_keep_apart_whatever_needs_the_same(size):
    needs = [frozenset({("ns", a), ("ew", b)}) for a in range(size) for b in range(size)]
    rounds = find_rounds(needs, [1] * len(needs))
    for number in set(rounds):
        users = Counter(
            need for wanted, at in zip(needs, rounds, strict=True) if at == number for need in wanted
        )
        assert set(users.values()) == {1}


# The command


def run(*words):
    out = StringIO()
    call_command("import_session", *words, stdout=out)
    return out.getvalue()


@pytest.fixture
def small_file(tmp_path):
    path = tmp_path / "small.xml"
    path.write_bytes(write(TWO_ROWS))
    return str(path)


def test_the_command_tells_what_it_stored(riverside, small_file):
    session_line, counts, *_rest = run(small_file).splitlines()
    session = riverside.sessions.get()
    assert session_line == f"Thursday, 2025-03-06: {session.get_absolute_url()}"
    assert counts == "4 pairs, 2 tables, 1 boards, 2 results"


def test_the_command_prints_its_report_as_json(riverside, small_file):
    told = json.loads(run(small_file, "--json"))
    session = riverside.sessions.get()
    assert told == {"session": session.pk, **session.source}
    assert told["file"] == "small.xml"


def test_the_command_asks_which_club_where_there_are_several(riverside, hilltop, small_file):
    with pytest.raises(CommandError, match="Say which club with --club: hilltop, riverside."):
        run(small_file)
    with pytest.raises(CommandError, match="hilltop, riverside"):
        run(small_file, "--club", "nowhere")
    run(small_file, "--club", "hilltop", "--public")
    assert hilltop.sessions.get().is_public
    assert not riverside.sessions.exists()


def test_the_command_needs_a_club_and_a_file(db, tmp_path, small_file):
    with pytest.raises(CommandError, match="There is no club yet"):
        run(small_file)
    create_club(name="Alone")
    with pytest.raises(CommandError, match="cannot be read"):
        run(str(tmp_path / "missing.xml"))
    with pytest.raises(CommandError, match="cannot be read"):
        run(str(tmp_path))
