"""Every write of a session: keyword-only, one transaction each, nothing overwritten."""

from .actors import REASON_MAX, Actor, ConflictError, Recorded, RefusedError
from .clock import add_minute, next_clock_round, pause_clock, set_clock, start_clock
from .field import set_field
from .lines import (
    Draft,
    check_board,
    check_entry,
    end_round,
    put_back,
    record_line,
    record_lines,
    reopen_round,
    undo,
    withdraw_line,
)
from .messages import acknowledge, post_message, set_travellers, withdraw_message
from .publishing import (
    close_session,
    finalise_session,
    publish_session,
    reopen_session,
    set_public,
    unpublish_session,
)
from .revision import announce, lock, touch
from .rulings import award_board, clean_share, fine, withdraw_adjustment
from .setting_up import (
    create_session,
    delete_session,
    free_code,
    renew_code,
    renew_hall_code,
    seat_players,
    start_session,
    unstart_session,
    update_session,
)

__all__ = [
    "Actor",
    "ConflictError",
    "Draft",
    "REASON_MAX",
    "Recorded",
    "RefusedError",
    "acknowledge",
    "add_minute",
    "announce",
    "award_board",
    "check_board",
    "check_entry",
    "clean_share",
    "close_session",
    "create_session",
    "delete_session",
    "end_round",
    "finalise_session",
    "fine",
    "free_code",
    "lock",
    "next_clock_round",
    "pause_clock",
    "post_message",
    "publish_session",
    "put_back",
    "record_line",
    "record_lines",
    "renew_code",
    "renew_hall_code",
    "reopen_round",
    "reopen_session",
    "seat_players",
    "set_clock",
    "set_field",
    "set_public",
    "set_travellers",
    "start_clock",
    "start_session",
    "touch",
    "undo",
    "unpublish_session",
    "unstart_session",
    "update_session",
    "withdraw_adjustment",
    "withdraw_line",
    "withdraw_message",
]
