"""What is odd in an event that could be read, told in words."""

from collections import Counter

from scoring.formats import WHOLE_FILE, FormatWarning
from scoring.formats.usebio.values import EVENT_TYPES, BoardResults, Event, Section, entrants_by_seat
from scoring.words import Message
from scoring.words import mark as _


class Notes:
    """Gathers the warnings of one reading."""

    def __init__(self) -> None:
        self.warnings: list[FormatWarning] = []

    def add(self, where: Message, template: str, **params: object) -> None:
        self.warnings.append(FormatWarning(where, Message(template, params)))


def check_event(event: Event, notes: Notes) -> None:
    if event.event_type not in EVENT_TYPES:
        template = _("“%(text)s” is not a type of event that is known here")
        notes.add(WHOLE_FILE, template, text=event.event_type)
    for board in event.every_board:
        _check_repeats(board, notes)
    _check_entrants(event, notes)
    _check_strangers(event, notes)


def _check_repeats(board: BoardResults, notes: Notes) -> None:
    """A pair plays a board once."""
    for side, numbers in (
        ("NS", Counter(x.ns for x in board.lines)),
        ("EW", Counter(x.ew for x in board.lines)),
    ):
        for number, count in numbers.items():
            if number and count > 1:
                template = _("pair %(number)s sits %(side)s in %(count)d rows")
                where = board_name(board.section, board.number)
                notes.add(where, template, number=number, side=side, count=count)


def _check_entrants(event: Event, notes: Notes) -> None:
    """A number names one pair in each direction of a section."""
    seen = Counter((x.section, x.kind, x.number, x.direction) for x in event.entrants)
    for (_section, _kind, number, _direction), count in seen.items():
        if count > 1:
            template = _("number %(number)s is entered %(count)d times")
            notes.add(WHOLE_FILE, template, number=number, count=count)


def _check_strangers(event: Event, notes: Notes) -> None:
    """Who is on a traveller is among the participants, but for a phantom pair."""
    known = {number for _section, number, _side in entrants_by_seat(event)}
    if event.event_type == "INDIVIDUAL" or not known:
        return
    numbers = (number for board in event.every_board for line in board.lines for number in (line.ns, line.ew))
    for number in dict.fromkeys(numbers):
        if number and number not in known:
            template = _("pair %(number)s is on the travellers, but not among the participants")
            notes.add(WHOLE_FILE, template, number=number)


def board_name(section: Section, number: int) -> Message:
    if section.name:
        return Message(_("section %(section)s, board %(board)d"), {"section": section.name, "board": number})
    return Message(_("board %(board)d"), {"board": number})
