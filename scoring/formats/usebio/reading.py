"""Reading USEBIO: from the tree of elements to an event."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from scoring.bridge import SEATS, SIDES
from scoring.formats import WHOLE_FILE, check_size, decode_text
from scoring.formats.usebio.cells import (
    NOT_SAID,
    POINTS,
    read_card,
    read_contract,
    read_date,
    read_direction,
    read_number,
    read_score,
    read_tricks,
    read_type,
    read_whole,
)
from scoring.formats.usebio.checks import Notes, board_name, check_event
from scoring.formats.usebio.tree import Element, error, parse_tree
from scoring.formats.usebio.values import (
    BoardResults,
    DealtBoard,
    Entrant,
    EntrantPlayer,
    Event,
    Match,
    Section,
    TravellerLine,
    format_score,
)
from scoring.words import Message
from scoring.words import mark as _

_DECLARATION = re.compile(rb"""<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']""")


def loads(data: bytes | str) -> Event:
    """Read a USEBIO file. Raises FormatError, which says where and what is wrong, in plain words.

    Bytes are decoded by byte order mark, as UTF-8, or as the file declares. A document type is accepted
    and never fetched; entity definitions are refused. An unknown type of event is read and told.
    """
    notes = Notes()
    root = parse_tree(_decode(data, notes))
    events = list(root.all("EVENT"))
    if not events:
        raise error(root, _("there is no EVENT in it"))
    if len(events) > 1:
        notes.add(WHOLE_FILE, _("it holds %(count)d events; the first is read"), count=len(events))
    event = _read_event(root, events[0], notes)
    check_event(event, notes)
    return replace(event, warnings=tuple(notes.warnings))


def _decode(data: bytes | str, notes: Notes) -> str:
    if isinstance(data, str):
        check_size(data)
        return data
    found = _DECLARATION.match(data.lstrip(b"\xef\xbb\xbf \t\r\n")[:300])
    declared = found[1].decode("ascii") if found else ""
    text, encoding = decode_text(data, declared)
    if encoding in ("cp1252", "latin-1") and declared.lower() in ("", "utf-8", "us-ascii", "ascii"):
        template = _("accents are read as Windows-1252, for the file does not declare its encoding rightly")
        notes.add(WHOLE_FILE, template)
    return text


def _read_event(root: Element, event: Element, notes: Notes) -> Event:
    club = next(root.all("CLUB"), root)
    places = list(_places(event))
    board_method, method = event.get("BOARD_SCORING_METHOD"), event.get("SCORING_METHOD")
    read = Event(
        club_name=club.get("CLUB_NAME"),
        club_id=club.get("CLUB_ID_NUMBER"),
        name=event.get("EVENT_DESCRIPTION", "TITLE"),
        event_type=read_type(event.get("EVENT_TYPE"), board_method or method),
        scoring_method=board_method or method,
        match_scoring_method=event.get("MATCH_SCORING_METHOD") or (method if board_method else ""),
        date=read_date(event),
        program=event.get("PROGRAM_NAME"),
        program_version=event.get("PROGRAM_VERSION"),
        winners=read_whole(event, "WINNER_TYPE"),
        boards_played=read_whole(event, "BOARDS_PLAYED"),
        entrants=_read_entrants(places),
        boards=_read_boards(places, notes),
        matches=_read_matches(places, notes),
        deals=_read_deals(root, places),
    )
    used = set(read.used_sections)
    return replace(read, sections=tuple(dict.fromkeys(name for name, _place in places if name in used)))


def _places(event: Element) -> Iterator[tuple[Section, Element]]:
    """Where results may stand: in the event itself, in its sessions, in their sections."""
    yield Section(), event
    for session in event.all("SESSION"):
        name = session.get("SESSION_ID")
        yield Section(name), session
        for section in session.all("SECTION"):
            yield Section(name, section.get("SECTION_ID")), section
    for section in event.all("SECTION"):
        yield Section("", section.get("SECTION_ID")), section


def _read_entrants(places: Iterable[tuple[Section, Element]]) -> tuple[Entrant, ...]:
    return tuple(
        _read_entrant(section, element)
        for section, place in places
        for listing in place.all("PARTICIPANTS")
        for element in listing.children
        if element.tag in ("PAIR", "TEAM", "PLAYER")
    )


def _read_entrant(section: Section, element: Element) -> Entrant:
    number = element.get(f"{element.tag}_NUMBER", f"{element.tag}_ID")
    if not number:
        raise error(element, _("it has no number"))
    people = [element] if element.tag == "PLAYER" else element.all("PLAYER")
    return Entrant(
        section=section,
        number=number,
        kind=element.tag,
        name=element.get("TEAM_NAME"),
        direction=read_direction(element.get("DIRECTION"), number),
        players=tuple(_read_player(person) for person in people),
        boards_played=read_whole(element, "BOARDS_PLAYED"),
        total=read_number(element, "TOTAL_SCORE", "PAIR_IMPS"),
        percent=read_number(element, "PERCENTAGE"),
        place=element.get("PLACE"),
        adjustment=read_number(element, "ADJUSTMENT"),
        handicap=read_number(element, "HANDICAP"),
        pairs=tuple(_read_entrant(section, pair) for pair in element.all("PAIR")),
    )


def _read_player(element: Element) -> EntrantPlayer:
    return EntrantPlayer(
        name=element.get("PLAYER_NAME"),
        club_id=element.get("CLUB_ID_NUMBER"),
        national_id=element.get("NATIONAL_ID_NUMBER"),
    )


def _read_boards(places: Iterable[tuple[Section, Element]], notes: Notes) -> tuple[BoardResults, ...]:
    return tuple(
        _read_board(section, board, notes)
        for section, place in places
        for board in place.all("BOARD")
        if next(board.all("TRAVELLER_LINE"), None) or not next(board.all("HAND"), None)
    )


def _read_matches(places: Iterable[tuple[Section, Element]], notes: Notes) -> tuple[Match, ...]:
    return tuple(
        Match(
            section=section,
            round_number=match.get("ROUND_NUMBER"),
            team=match.get("TEAM", "NS_PAIR_NUMBER"),
            opposing_team=match.get("OPPOSING_TEAM", "EW_PAIR_NUMBER"),
            team_score=read_number(match, "TEAM_SCORE", "NS_SCORE"),
            opposing_team_score=read_number(match, "OPPOSING_TEAM_SCORE", "EW_SCORE"),
            boards=tuple(_read_board(section, board, notes) for board in match.all("BOARD")),
        )
        for section, place in places
        for match in place.all("MATCH")
    )


def _read_board(section: Section, element: Element, notes: Notes) -> BoardResults:
    number = _read_board_number(element)
    return BoardResults(
        section=section,
        number=number,
        lines=tuple(
            _read_line(line, board_name(section, number), notes) for line in element.all("TRAVELLER_LINE")
        ),
        average=read_number(element, "BOARD_AVERAGE"),
        imps=read_number(element, "IMPS"),
        team_points=read_number(element, "TEAM_POINTS"),
        opposing_team_points=read_number(element, "OPPOSING_TEAM_POINTS"),
    )


def _read_board_number(element: Element) -> int:
    number = read_whole(element, "BOARD_NUMBER")
    if not number:
        raise error(element, _("this board has no number"))
    return number


def _read_line(element: Element, board: Message, notes: Notes) -> TravellerLine:
    ns, ew = (_read_side(element, side) for side in SIDES)
    if not ns and not ew:
        raise error(element, _("this row does not say who played"))
    where = Message(_("%(board)s, %(ns)s v %(ew)s"), {"board": board, "ns": ns, "ew": ew})
    text = element.get("CONTRACT")
    contract, risk = read_contract(text) or ("", "")
    if not contract and text.upper() not in NOT_SAID:
        notes.add(where, _("“%(text)s” is not a contract; the rest of the row is kept"), text=text)
    label, (score, artificial) = element.get("SCORE"), read_score(element.get("SCORE"))
    _note_score(where, label, contract, known=(score, artificial) != (None, None), notes=notes)
    return TravellerLine(
        ns=ns,
        ew=ew,
        contract=contract,
        risk=risk,
        declarer="" if contract == "PASS" else _read_declarer(element, where, notes),
        tricks=None if contract == "PASS" else _read_result(element, contract, where, notes),
        lead=read_card(element.get("LEAD")),
        score=score,
        artificial=artificial,
        ns_points=read_number(element, *(f"NS_{name}" for name in POINTS)),
        ew_points=read_number(element, *(f"EW_{name}" for name in POINTS)),
        direction=read_direction(element.get("DIRECTION")),
        remarks=element.get("REMARKS", "NOTES"),
        contract_label="" if text == contract + risk else text,
        score_label="" if label == format_score(score, artificial) else label,
    )


def _read_side(element: Element, side: str) -> str:
    """A pair's number, or the two players' of an individual, ``"3+7"``."""
    players = [element.get(f"{seat}_PLAYER_NUMBER") for seat in side]
    return element.get(f"{side}_PAIR_NUMBER") or "+".join(player for player in players if player)


def _note_score(where: Message, label: str, contract: str, *, known: bool, notes: Notes) -> None:
    if label.upper() not in NOT_SAID and not known:
        notes.add(where, _("“%(text)s” is not a score; the rest of the row is kept"), text=label)
    elif not known and contract:
        notes.add(where, _("it has the contract %(contract)s and no score"), contract=contract)


def _read_declarer(element: Element, where: Message, notes: Notes) -> str:
    text = element.get("PLAYED_BY")
    if text.upper() in (*SEATS, "NORTH", "EAST", "SOUTH", "WEST"):
        return text[0].upper()
    if text.upper() not in NOT_SAID:
        notes.add(where, _("“%(text)s” is not a seat; the declarer is left open"), text=text)
    return ""


def _read_result(element: Element, contract: str, where: Message, notes: Notes) -> int | None:
    text = element.get("TRICKS")
    tricks = read_tricks(text, contract)
    if tricks is None and text.upper() not in NOT_SAID:
        notes.add(where, _("“%(text)s” is not a number of tricks; it is left open"), text=text)
    return tricks


def _read_deals(root: Element, places: Iterable[tuple[Section, Element]]) -> tuple[DealtBoard, ...]:
    holders = [(section, holder) for section, place in places for holder in (place, *place.all("HANDSET"))]
    holders += [(Section(), holder) for holder in root.all("HANDSET")]
    return tuple(
        _read_deal(section, board)
        for section, holder in holders
        for board in holder.all("BOARD")
        if next(board.all("HAND"), None)
    )


def _read_deal(section: Section, element: Element) -> DealtBoard:
    suits = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
    hands = {hand.get("DIRECTION")[:1].upper(): hand for hand in element.all("HAND")}
    north, east, south, west = (
        ".".join(hands[seat].get(suit).replace("10", "T") for suit in suits) if seat in hands else ""
        for seat in SEATS
    )
    return DealtBoard(section, _read_board_number(element), (north, east, south, west))
