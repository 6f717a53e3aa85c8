"""Into the hall: a code that leads to one's table, or a code of the whole session and one's own choice."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from sessions import queries, table_page
from sessions.models import Session

from .door import clean_code, hall_view, is_held, player_of, private, rest, seen, set_player, turn_away
from .public import read_number


@require_safe
@private
def join(request: HttpRequest) -> HttpResponse:
    """Ask for the code on the table or on the wall, and go where it leads."""
    code = clean_code(request.GET.get("code", ""))
    if not code:
        return render(request, "sessions/tableside/join.html")
    if code not in seen(request) and is_held(request):
        return rest(request)
    if queries.find_table(code) is not None:
        return redirect("sessions:tableside", code)
    return turn_away(request, code) if queries.find_hall(code) is None else redirect("sessions:hall", code)


@require_safe
@hall_view
def hall(request: HttpRequest, session: Session) -> HttpResponse:
    """Choose one's own name, or the table on which the phone lies."""
    context = {
        "hall": session,
        "me": player_of(request, session),
        "letters": table_page.by_letter(queries.entered(session)),
        "tables": table_page.who_sits_where(queries.load_night(session)),
    }
    return render(request, "sessions/tableside/hall.html", context)


@require_POST
@hall_view
def sit(request: HttpRequest, session: Session) -> HttpResponse:
    """Go to the table of a name, or to a table."""
    pk = read_number(request.POST.get("player", ""))
    player = queries.find_entered(session, pk) if pk is not None else None
    number = read_number(request.POST.get("table", ""))
    if player is not None:
        table = queries.table_of(session, player)
    else:
        table = queries.find_numbered_table(session, number) if number is not None else None
    if player is None and table is None:
        raise Http404
    set_player(request, session, player)
    if table is None:
        messages.warning(request, _("You have no seat yet; ask the director."))
        return redirect("sessions:hall", session.code)
    return redirect("sessions:tableside", table.code)


urlpatterns = [
    path("t/", join, name="join"),
    path("h/<str:code>/", hall, name="hall"),
    path("h/<str:code>/sit/", sit, name="hall_sit"),
]
