"""Writing USEBIO 1.2."""

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from xml.etree import ElementTree

from scoring.formats.usebio.values import (
    BoardResults,
    DealtBoard,
    Entrant,
    EntrantPlayer,
    Event,
    Match,
    Section,
    TravellerLine,
    format_number,
)

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE USEBIO SYSTEM "http://www.ebu.co.uk/usebio/usebio_v1_2.dtd">
"""
_FORBIDDEN = re.compile(r"[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_POINTS_OF = {
    "CROSS_IMP": "CROSS_IMP_POINTS",
    "SWISS_PAIRS_CROSS_IMPS": "CROSS_IMP_POINTS",
    "TEAMS": "CROSS_IMP_POINTS",
    "SWISS_TEAMS": "CROSS_IMP_POINTS",
    "BUTLER_PAIRS": "BUTLER_POINTS",
    "SWISS_PAIRS_BUTLER_IMPS": "BUTLER_POINTS",
}
_Cell = str | int | Fraction | None


def dumps(event: Event) -> str:
    """Write an event as USEBIO 1.2, to be stored as UTF-8. Warnings are not written.

    Numbers are written exactly where they have a finite decimal form, else to four places.
    """
    root = ElementTree.Element("USEBIO", {"Version": "1.2"})
    club = ElementTree.SubElement(root, "CLUB")
    _add(club, CLUB_NAME=event.club_name, CLUB_ID_NUMBER=event.club_id)
    element = ElementTree.SubElement(root, "EVENT", {"EVENT_TYPE": _clean(event.event_type)})
    _write_heading(element, event)
    sessions: dict[str, ElementTree.Element] = {"": element}
    for section in _sections_of(event):
        _write_section(_open_section(element, section, sessions), section, event)
    ElementTree.indent(root)
    return _HEAD + ElementTree.tostring(root, encoding="unicode") + "\n"


def _write_heading(element: ElementTree.Element, event: Event) -> None:
    sessions = {section.session for section in event.sections} or {""}
    _add(
        element,
        PROGRAM_NAME=event.program,
        PROGRAM_VERSION=event.program_version,
        BOARD_SCORING_METHOD=event.scoring_method,
        MATCH_SCORING_METHOD=event.match_scoring_method,
        EVENT_DESCRIPTION=event.name,
        DATE=f"{event.date:%d/%m/}{event.date.year:04d}" if event.date else None,
        SESSION_COUNT=len(sessions),
        SECTION_COUNT=max(1, len({section for section in event.sections if section.name})),
        BOARDS_PLAYED=event.boards_played,
        WINNER_TYPE=event.winners,
    )


def _sections_of(event: Event) -> Iterable[Section]:
    """The sections as the event lists them, and any that it uses without listing it."""
    return dict.fromkeys((*event.sections, *event.used_sections))


def _open_section(
    event: ElementTree.Element, section: Section, sessions: dict[str, ElementTree.Element]
) -> ElementTree.Element:
    if section.session not in sessions:
        attributes = {"SESSION_ID": _clean(section.session)}
        sessions[section.session] = ElementTree.SubElement(event, "SESSION", attributes)
    session = sessions[section.session]
    if not section.name:
        return session
    return ElementTree.SubElement(session, "SECTION", {"SECTION_ID": _clean(section.name)})


def _write_section(place: ElementTree.Element, section: Section, event: Event) -> None:
    entrants = [entrant for entrant in event.entrants if entrant.section == section]
    if entrants:
        listing = ElementTree.SubElement(place, "PARTICIPANTS")
        for entrant in entrants:
            _write_entrant(listing, entrant)
    for board in event.boards:
        if board.section == section:
            _write_board(place, board, event.event_type)
    for match in event.matches:
        if match.section == section:
            _write_match(place, match, event.event_type)
    deals = [deal for deal in event.deals if deal.section == section]
    if deals:
        _write_deals(ElementTree.SubElement(place, "HANDSET"), deals)


def _write_entrant(listing: ElementTree.Element, entrant: Entrant, total: str = "TOTAL_SCORE") -> None:
    is_team = entrant.kind == "TEAM"
    naming = {"TEAM_ID": _clean(entrant.number), "TEAM_NAME": _clean(entrant.name)} if is_team else {}
    element = ElementTree.SubElement(listing, entrant.kind, naming)
    if not is_team:
        _add(element, **{f"{entrant.kind}_NUMBER": entrant.number})
    _add(
        element,
        DIRECTION=entrant.direction,
        BOARDS_PLAYED=entrant.boards_played,
        **{total: entrant.total},
        PERCENTAGE=entrant.percent,
        PLACE=entrant.place,
        ADJUSTMENT=entrant.adjustment,
        HANDICAP=entrant.handicap,
    )
    for pair in entrant.pairs:
        _write_entrant(element, pair, total="PAIR_IMPS")
    for player in entrant.players:
        _write_player(
            element if entrant.kind == "PLAYER" else ElementTree.SubElement(element, "PLAYER"), player
        )


def _write_player(element: ElementTree.Element, player: EntrantPlayer) -> None:
    _add(
        element,
        PLAYER_NAME=player.name,
        CLUB_ID_NUMBER=player.club_id,
        NATIONAL_ID_NUMBER=player.national_id,
    )


def _write_match(place: ElementTree.Element, match: Match, event_type: str) -> None:
    element = ElementTree.SubElement(place, "MATCH")
    _add(
        element,
        ROUND_NUMBER=match.round_number,
        TEAM=match.team,
        OPPOSING_TEAM=match.opposing_team,
        TEAM_SCORE=match.team_score,
        OPPOSING_TEAM_SCORE=match.opposing_team_score,
    )
    for board in match.boards:
        _write_board(element, board, event_type)


def _write_board(place: ElementTree.Element, board: BoardResults, event_type: str) -> None:
    element = ElementTree.SubElement(place, "BOARD")
    _add(
        element,
        BOARD_NUMBER=board.number,
        BOARD_AVERAGE=board.average,
        IMPS=board.imps,
        TEAM_POINTS=board.team_points,
        OPPOSING_TEAM_POINTS=board.opposing_team_points,
    )
    for line in board.lines:
        _write_line(ElementTree.SubElement(element, "TRAVELLER_LINE"), line, event_type)


def _write_line(element: ElementTree.Element, line: TravellerLine, event_type: str) -> None:
    points = _POINTS_OF.get(event_type, "MATCH_POINTS")
    _add(
        element,
        DIRECTION=line.direction,
        **_name_sides(line, is_individual=event_type == "INDIVIDUAL"),
        CONTRACT=line.contract_text,
        PLAYED_BY=line.declarer,
        LEAD=line.lead,
        TRICKS=line.tricks,
        SCORE=line.score_text,
        **{f"NS_{points}": line.ns_points, f"EW_{points}": line.ew_points},
        NOTES=line.remarks,
    )


def _name_sides(line: TravellerLine, *, is_individual: bool) -> Mapping[str, str]:
    if not is_individual:
        return {"NS_PAIR_NUMBER": line.ns, "EW_PAIR_NUMBER": line.ew}
    seated = ((side, number.split("+", 1)) for side, number in (("NS", line.ns), ("EW", line.ew)))
    return {
        f"{seat}_PLAYER_NUMBER": player
        for side, players in seated
        for seat, player in zip(side, players, strict=False)
    }


def _write_deals(handset: ElementTree.Element, deals: Iterable[DealtBoard]) -> None:
    for deal in deals:
        board = ElementTree.SubElement(handset, "BOARD")
        _add(board, BOARD_NUMBER=deal.number)
        for seat, hand in zip(("North", "East", "South", "West"), deal.hands, strict=True):
            if hand:
                spades, hearts, diamonds, clubs = hand.split(".")
                element = ElementTree.SubElement(board, "HAND")
                _add(element, DIRECTION=seat, SPADES=spades, HEARTS=hearts, DIAMONDS=diamonds, CLUBS=clubs)


def _add(element: ElementTree.Element, **cells: _Cell) -> None:
    """Give an element one child a cell; what is not known is left out."""
    for tag, value in cells.items():
        text = format_number(value) if isinstance(value, Fraction) else str(value)
        if value is not None and text:
            ElementTree.SubElement(element, tag).text = _clean(text)


def _clean(text: str) -> str:
    """The text without characters that XML cannot hold."""
    return _FORBIDDEN.sub("", text)
