"""The protocol carries games unlike the first three: each is sketched here as a fold over its lines.

Rubber bridge needs memory and a vulnerability that follows from it; Chicago a redeal that does not
count; Brisca two, three or more seats without sides or with them; five-player Euchre five seats and
sides that change with each deal. A sketch scores the published cases that make it special.
"""

from dataclasses import dataclass

import pytest

from scoring.bridge import CONTRACTS, side_of, trick_score
from scoring.lines import (
    Choice,
    Deal,
    EntryError,
    Explanation,
    Field,
    Line,
    LineScore,
    Ruleset,
    Sitting,
    SittingScore,
    check_fields,
)
from scoring.words import Message

NESW = ("N", "E", "S", "W")


@dataclass(frozen=True)
class Sketch:
    """What all the sketches leave plain."""

    slug: str = "sketch"
    name: str = "Sketch"
    summary: str = "A sketch"
    tables: tuple = (NESW,)
    partnerships: bool = True
    boards: tuple = ()
    options: tuple = ()
    methods: tuple = ("games",)
    examples: tuple = ()

    def check(self, entry, deal, options):
        return check_fields(self.fields(deal, options), entry)

    def doubts(self, entry, deal, options):
        return ()

    def explain(self, sitting, number, options):
        return Explanation((), Message("a sketch"))

    def tie_breaks(self, options):
        return ()

    def describe(self, entry, deal):
        return str(entry)

    def seats(self, sitting):
        return {place: place for place in sitting.places}


def number_field(name, maximum):
    return Field(name, name, "number", maximum=maximum)


class Rubber(Sketch):
    """Two games win; whoever has won one is vulnerable; the rubber bonus is 700 or 500."""

    def fields(self, deal, options):
        contracts = tuple(Choice(text, text) for text in CONTRACTS)
        seats = tuple(Choice(seat, seat) for seat in NESW)
        return (
            Field("contract", "contract", "choice", contracts),
            Field("declarer", "declarer", "seat", seats),
            number_field("tricks", 13),
        )

    def fold(self, sitting):
        games, below, totals, shown = {"NS": 0, "EW": 0}, {"NS": 0, "EW": 0}, {"NS": 0, "EW": 0}, []
        for line in sitting.lines:
            side = side_of(line.entry["declarer"])
            contract = CONTRACTS[line.entry["contract"]]
            made = trick_score(contract) if line.entry["tricks"] >= contract.need else 0
            totals[side] += made
            below[side] += made
            if below[side] >= 100:
                games[side] += 1
                below = {"NS": 0, "EW": 0}
            if games[side] == 2:
                totals[side] += 700 if sum(games.values()) == 2 else 500
            shown.append((line, dict(totals)))
        return games, totals, shown

    def deal(self, sitting, number, options):
        games, _totals, _shown = self.fold(sitting.before(number))
        vulnerable = frozenset(side for side, won in games.items() if won)
        return Deal(number, self.seats(sitting), NESW[(number - 1) % 4], None, vulnerable)

    def score(self, sitting, options):
        games, totals, shown = self.fold(sitting)
        by_place = [{seat: total[side_of(seat)] for seat in NESW} for _line, total in shown]
        lines = tuple(
            LineScore(line.number, self.deal(sitting, line.number, options), points, points)
            for (line, _total), points in zip(shown, by_place, strict=True)
        )
        winner = next((side for side, won in games.items() if won == 2), None)
        winners = tuple(seat for seat in NESW if side_of(seat) == winner)
        return SittingScore(
            lines, {seat: totals[side_of(seat)] for seat in NESW}, winner is not None, winners
        )


class Chicago(Rubber):
    """Four deals; a passed-out deal is dealt again by the same dealer and does not count."""

    def fields(self, deal, options):
        contract, *rest = super().fields(deal, options)
        passed = Field("contract", "contract", "choice", (*contract.choices, Choice("PASS", "passed out")))
        absent = (("contract", ("PASS",)),)
        return (
            passed,
            *(
                Field(f.name, f.label, f.kind, f.choices, f.minimum, f.maximum, absent_when=absent)
                for f in rest
            ),
        )

    def counted(self, sitting):
        return tuple(line for line in sitting.lines if line.entry["contract"] != "PASS")

    def deal(self, sitting, number, options):
        played = len(self.counted(sitting.before(number)))
        if played == 4:
            raise EntryError("board", "the four deals are played")
        dealer = NESW[played % 4]
        sides = {0: (), 1: (side_of(dealer),), 2: (side_of(dealer),), 3: ("NS", "EW")}[played]
        return Deal(number, self.seats(sitting), dealer, None, frozenset(sides))

    def score(self, sitting, options):
        base = super().score(Sitting(sitting.places, (), self.counted(sitting)), options)
        return SittingScore(base.lines, base.totals, len(self.counted(sitting)) == 4)


class Brisca(Sketch):
    """Card points by place, 120 in all; the top place wins the hand; first to so many hands."""

    def fields(self, deal, options):
        return tuple(number_field(place, 120) for place in deal.seats)

    def deal(self, sitting, number, options):
        dealer = sitting.places[(number - 1) % len(sitting.places)]
        return Deal(number, self.seats(sitting), dealer)

    def check(self, entry, deal, options):
        checked = super().check(entry, deal, options)
        if sum(checked.values()) != 120 or (len(checked) == 2 and 1 in checked.values()):
            raise EntryError(next(iter(deal.seats)), "the card points must add up to 120")
        return checked

    def score(self, sitting, options):
        hands = dict.fromkeys(sitting.places, 0)
        lines = []
        for line in sitting.lines:
            top = max(line.entry.values())
            best = [place for place, points in line.entry.items() if points == top]
            points = {place: int(best == [place]) for place in sitting.places}
            hands = {place: hands[place] + points[place] for place in sitting.places}
            lines.append(LineScore(line.number, self.deal(sitting, line.number, options), points, hands))
        winners = tuple(place for place, won in hands.items() if won >= 2)
        return SittingScore(tuple(lines), hands, bool(winners), winners)


class EuchreFive(Sketch):
    """The caller and a hidden partner against three; everyone keeps his own score; first to ten."""

    def fields(self, deal, options):
        seats = tuple(Choice(place, place) for place in deal.seats)
        return (
            Field("caller", "caller", "seat", seats),
            Field("partner", "partner", "seat", seats, required=False),
            Field("alone", "alone", "flag", default=False, required=False),
            number_field("tricks", 5),
        )

    def check(self, entry, deal, options):
        checked = super().check(entry, deal, options)
        if checked["partner"] == checked["caller"]:
            raise EntryError("partner", "the partner is the caller")
        if bool(checked["partner"]) == bool(checked["alone"]):
            raise EntryError("alone", "either a partner or alone")
        return checked

    def deal(self, sitting, number, options):
        dealer = sitting.places[(number - 1) % 5]
        return Deal(number, self.seats(sitting), dealer)

    def score(self, sitting, options):
        totals, lines = dict.fromkeys(sitting.places, 0), []
        for line in sitting.lines:
            tricks = line.entry["tricks"]
            attack, defence = (2, 0) if tricks == 5 else (1, 0) if tricks >= 3 else (0, 2 if tricks else 4)
            side = {line.entry["caller"], line.entry["partner"]}
            points = {place: attack if place in side else defence for place in sitting.places}
            totals = {place: totals[place] + points[place] for place in sitting.places}
            lines.append(LineScore(line.number, self.deal(sitting, line.number, options), points, totals))
        top = max(totals.values())
        winners = tuple(place for place, total in totals.items() if total == top) if top >= 10 else ()
        return SittingScore(tuple(lines), totals, bool(winners), winners)


def play(game: Ruleset, places, *entries):
    """Check and record each entry in turn, as a table would."""
    sitting = Sitting(places)
    for entry in entries:
        number = sitting.next_number()
        checked = game.check(entry, game.deal(sitting, number, {}), {})
        sitting = Sitting(places, (), (*sitting.lines, Line(number, checked)))
    return sitting


def contract(text, declarer, tricks):
    return {"contract": text, "declarer": declarer, "tricks": tricks}


def test_a_rubber_makes_vulnerable_whoever_has_a_game_and_ends_with_two():
    game = Rubber()
    sitting = play(game, NESW, contract("3NT", "N", 9), contract("2S", "E", 8))
    assert game.deal(sitting, 3, {}).vulnerable == {"NS"}
    sitting = play(game, NESW, contract("3NT", "N", 9), contract("4H", "S", 10))
    score = game.score(sitting, {})
    assert (score.is_over, score.winners, score.totals["N"]) == (True, ("N", "S"), 100 + 120 + 700)


def test_a_part_score_is_carried_until_somebody_makes_game():
    game = Rubber()
    sitting = play(game, NESW, contract("2NT", "N", 8), contract("1S", "S", 7))
    assert game.deal(sitting, 3, {}).vulnerable == {"NS"}


def test_chicago_deals_a_passed_out_hand_again_and_stops_after_four():
    game = Chicago()
    sitting = play(game, NESW, contract("1C", "N", 7), {"contract": "PASS"})
    assert game.deal(sitting, 3, {}).dealer == "E"
    assert game.deal(sitting, 3, {}).vulnerable == {"EW"}
    sitting = play(game, NESW, *[contract("1C", "N", 7)] * 4)
    assert game.score(sitting, {}).is_over
    with pytest.raises(EntryError):
        game.deal(sitting, 5, {})


@pytest.mark.parametrize("places", [("S", "N"), ("S", "W", "E"), ("1", "2", "3", "4", "5", "6")])
def test_brisca_takes_any_number_of_seats_and_voids_a_tie(places):
    game = Brisca()
    tie = dict.fromkeys(places, 120 // len(places))
    win = {place: 120 if place == places[0] else 0 for place in places}
    score = game.score(play(game, places, tie, win, win), {})
    assert (score.totals[places[0]], score.winners) == (2, (places[0],))


def test_brisca_refuses_what_no_cards_add_up_to():
    with pytest.raises(EntryError):
        play(Brisca(), ("S", "N"), {"S": 119, "N": 1})


def test_five_at_euchre_score_each_for_himself_on_sides_that_change():
    game, five = EuchreFive(), ("1", "2", "3", "4", "5")
    sitting = play(
        game,
        five,
        {"caller": "1", "partner": "2", "tricks": 3},
        {"caller": "3", "partner": "1", "tricks": 0},
        {"caller": "4", "alone": True, "tricks": 5},
    )
    assert dict(game.score(sitting, {}).totals) == {"1": 1, "2": 5, "3": 0, "4": 6, "5": 4}
    with pytest.raises(EntryError):
        play(game, five, {"caller": "1", "partner": "1", "tricks": 3})
