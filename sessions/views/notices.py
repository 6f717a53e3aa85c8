"""What a table's phone is told besides its boards: the time, the director's messages, how others did."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.http import require_POST, require_safe

from sessions import queries, services
from sessions.models import Session, Table
from sessions.results import Readings

from .door import table_view
from .tableside import second_due


@require_safe
@table_view
def show(request: HttpRequest, table: Table) -> HttpResponse:
    """The clock and the messages not read yet, answered 304 while neither has changed."""
    etag = f'W/"{table.pk}-{table.session.notices}-{get_language()}"'
    return get_conditional_response(request, etag=etag) or _fresh(request, table, etag)


def _fresh(request: HttpRequest, table: Table, etag: str) -> HttpResponse:
    context = {
        "table": table,
        "session": table.session,
        "clock": queries.clock_of(table.session),
        "notices": queries.messages_for(table),
    }
    response = render(request, "sessions/clock/_table.html", context)
    response["ETag"] = etag
    return response


@require_POST
@table_view
def acknowledge(request: HttpRequest, table: Table, notice_id: int) -> HttpResponse:
    """The table has read a message."""
    notice = queries.find_message(table.session, notice_id, table=table)
    if notice is not None:
        services.acknowledge(notice=notice, table=table, device=request.session.get("device", ""))
    return redirect("sessions:tableside", table.code)


@require_safe
@table_view
def traveller(request: HttpRequest, table: Table, board: int) -> HttpResponse:
    """How others did on a board that this table has entered in the round it is in, if the club allows it."""
    night = queries.load_night(table.session)
    seat = night.current_round(table.number)
    if (
        not table.session.shows_travellers
        or seat is None
        or board not in seat.lines
        or board in second_due(request, table, seat)
    ):
        raise Http404
    sees_all = table.session.travellers == Session.Travellers.ENTERED
    readings = Readings(night, sees_all=sees_all)
    context = {
        "table": table,
        "session": table.session,
        "seat": seat,
        "clock": queries.clock_of(table.session),
        "notices": queries.messages_for(table),
        "traveller": readings.traveller(board),
        "own": readings.result(seat, board),
    }
    return render(request, "sessions/tableside/traveller.html", context)


urlpatterns = [
    path("t/<str:code>/notices/", show, name="table_notices"),
    path("t/<str:code>/notices/<int:notice_id>/read/", acknowledge, name="table_read"),
    path("t/<str:code>/boards/<int:board>/", traveller, name="table_traveller"),
]
