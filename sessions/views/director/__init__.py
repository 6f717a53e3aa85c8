"""The director's room: setting a session up, the grid of its tables, single lines, the end of the evening."""

from django.urls import include, path

from . import clock, decisions, draws, ending, field, grid, lines, messages, prepare

_session = [
    path("setup/", prepare.setup, name="setup"),
    path("setup/proposals/", prepare.proposals, name="proposals"),
    path("setup/better/", prepare.look_for_better, name="look_for_better"),
    path("setup/found/<str:key>/", prepare.keep_found, name="keep_found"),
    path("setup/room/", prepare.room, name="room"),
    path("setup/draw/", prepare.draw_again, name="draw_again"),
    path("setup/open/", prepare.open_tables, name="open_tables"),
    path("setup/back/", prepare.back_to_setup, name="back_to_setup"),
    path("setup/delete/", ending.delete, name="delete_session"),
    path("codes/", grid.codes, name="codes"),
    path("direct/", grid.direct, name="direct"),
    path("direct/grid/", grid.fragment, name="direct_grid"),
    path("direct/codes/hall/renew/", grid.renew_hall_code, name="renew_hall_code"),
    path("direct/codes/<int:table>/renew/", grid.renew_code, name="renew_code"),
    path("direct/clock/", clock.fragment, name="direct_clock"),
    path("direct/clock/set/", clock.set_clock, name="set_clock"),
    path("direct/clock/breaks/", clock.set_breaks, name="set_breaks"),
    path("direct/clock/<slug:deed>/", clock.act, name="clock_deed"),
    path("direct/undo/<int:line_id>/", clock.undo, name="undo_change"),
    path("direct/messages/", messages.send, name="send_message"),
    path("direct/messages/<int:notice_id>/withdraw/", messages.withdraw, name="withdraw_message"),
    path("direct/travellers/", messages.travellers, name="set_travellers"),
    path("direct/draw/", draws.draw, name="draw"),
    path("direct/draw/rounds/", draws.plan_rounds, name="plan_rounds"),
    path("direct/draw/itself/", draws.set_draws_itself, name="set_draws_itself"),
    path("direct/field/", field.field, name="field"),
    path("direct/penalties/", decisions.penalties, name="penalties"),
    path("direct/decisions/<int:adjustment_id>/withdraw/", decisions.withdraw, name="withdraw_adjustment"),
    path("direct/decisions/<int:adjustment_id>/restore/", decisions.put_back, name="put_back_adjustment"),
    path("direct/end/", ending.close, name="close_session"),
    path("direct/reopen/", ending.reopen, name="reopen_session"),
    path("direct/publish/", ending.publish, name="publish_session"),
    path("direct/finalise/", ending.finalise, name="finalise_session"),
    path("direct/unpublish/", ending.unpublish, name="unpublish_session"),
    path("direct/show/", ending.show, name="show_session"),
    path("direct/hide/", ending.hide, name="hide_session"),
    path("direct/<int:seating_id>/", lines.seating, name="direct_seating"),
    path("direct/<int:seating_id>/end/", lines.end_round, name="end_round"),
    path("direct/<int:seating_id>/reopen/", lines.reopen_round, name="reopen_round"),
    path("direct/<int:seating_id>/<int:board>/", lines.line, name="direct_line"),
    path("direct/<int:seating_id>/<int:board>/withdraw/", lines.withdraw, name="withdraw_line"),
    path("direct/<int:seating_id>/<int:board>/restore/<int:line_id>/", lines.put_back, name="put_back"),
    path("direct/<int:seating_id>/<int:board>/award/", decisions.award, name="award_board"),
    path("direct/<int:seating_id>/<int:board>/weigh/", decisions.weigh, name="award_weighted"),
    path("direct/<int:seating_id>/<int:board>/points/", decisions.give_points, name="award_points"),
    path("direct/boards/<int:board>/", decisions.board, name="direct_board"),
]

urlpatterns = [
    path("c/<slug:club_slug>/sessions/new/", prepare.new_session, name="new_session"),
    path("c/<slug:club_slug>/sessions/<int:session_id>/", include(_session)),
]
