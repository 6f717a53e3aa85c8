"""From the game's name to open tables: new session, who is here, the room."""

from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubs import queries as club_queries
from clubs.access import Role, club_view
from clubs.models import Club
from clubs.sending import once
from scoring.formats import movement_csv
from scoring.lines import EntryError
from scoring.movements import Movement
from scoring.movements.plan import MovementError
from sessions import jobs, queries, results, services
from sessions import setup as setting_up
from sessions.clock import tell_breaks
from sessions.jobs.works import SEARCH
from sessions.models import Session
from sessions.name_lists import count_lines
from sessions.offers import make_offers
from sessions.setup_forms import DetailsForm, NewSessionForm, SetupForm, setup_initial

from ..jobs import ordered
from .access import attempt, director_view, objection

PAGE = ["GET", "HEAD", "POST"]
MOST_TICKED = 200
"""In a larger club so many members may be ticked at once, and the others are looked for."""
SHOWN = 3
"""So many movements are shown at once, the others below a line."""


@club_view(role=Role.DIRECTOR)
@require_http_methods(PAGE)
@once
def new_session(request: HttpRequest, club: Club) -> HttpResponse:
    """Choose the game."""
    form = NewSessionForm(request.POST or None, initial={"ruleset": queries.usual_game(club)})
    if form.is_valid():
        session = services.create_session(club=club, by=request.user, **form.session_values())
        return redirect("sessions:setup", club.slug, session.pk)
    return render(request, "sessions/director/new.html", {"form": form}, status=_status(form))


@director_view
@require_http_methods(PAGE)
def setup(request: HttpRequest, session: Session) -> HttpResponse:
    """Who is here, and how they are seated; once a result stands, the title and the date."""
    if not queries.may_reseat(session):
        return _details(request, session)
    form = _setup_form(request, session)
    if form.is_valid() and _seat(session, form):
        return redirect("sessions:room", session.club.slug, session.pk)
    context = {"session": session, "form": form, **_proposed(session, form)}
    return render(request, "sessions/director/setup.html", context, status=_status(form))


def _setup_form(request: HttpRequest, session: Session) -> SetupForm:
    players = list(club_queries.players(session.club))
    is_large = len(players) > MOST_TICKED
    initial = setup_initial(session)
    return SetupForm(
        request.POST or None,
        request.FILES or None,
        initial=initial,
        ruleset=session.ruleset,
        players=players,
        has_teams=session.has_teams,
        found=session.plan.get("found", ""),
        shown=queries.last_players(session.club, MOST_TICKED) if is_large else (),
    )


@director_view
@require_GET
def members_to_tick(request: HttpRequest, session: Session) -> HttpResponse:
    """The boxes of those whose names hold a text, or of those who played last."""
    wanted = request.GET.get("who", "").strip()
    found = (
        [player for player in club_queries.find_players(session.club, wanted) if player.is_active]
        if wanted
        else queries.last_players(session.club, MOST_TICKED)
    )
    names = [player.name for player in found[:MOST_TICKED]]
    return render(request, "sessions/director/_members.html", {"names": names})


def _seat(session: Session, form: SetupForm) -> bool:
    entries, wishes = form.cleaned_data["entries"], form.wishes()
    try:
        setting_up.seat(
            session=session,
            entries=entries,
            wishes=wishes,
            called=form.cleaned_data["called"],
            **form.session_values(),
        )
    except MovementError as error:
        form.add_error(error.where if error.where in form.fields else None, objection(error))
    except (services.RefusedError, EntryError) as error:
        form.add_error(None, objection(error))
    return form.is_valid()


def _details(request: HttpRequest, session: Session) -> HttpResponse:
    form = DetailsForm(request.POST or None, initial={"title": session.title, "date": session.date})
    if form.is_valid() and attempt(
        request, services.update_session, _("Saved."), session=session, **form.cleaned_data
    ):
        return redirect("sessions:direct", session.club.slug, session.pk)
    context = {"session": session, "form": form}
    return render(request, "sessions/director/details.html", context, status=_status(form))


@director_view
@require_POST
def proposals(request: HttpRequest, session: Session) -> HttpResponse:
    """The fragment that says what fits the list as it stands in the page; nothing is stored."""
    form = _setup_form(request, session)
    form.is_valid()
    context = {"session": session, "form": form, **_proposed(session, form)}
    return render(request, "sessions/director/_proposals.html", context)


def _proposed(session: Session, form: SetupForm) -> dict:
    """How many are on the list, and the movements that fit them."""
    count = count_lines(form["names"].value() or "")
    if form.is_bound:
        wishes = form.wishes()
    else:
        wishes = setting_up.wishes_of({"order": form["order"].value(), **session.plan})
    found, problem = (), ""
    try:
        if count:
            found = setting_up.proposals(session.ruleset, count, wishes, has_teams=session.has_teams)
    except MovementError as error:
        problem = objection(error)
    slugs = [movement.slug for movement in found]
    chosen = wishes.movement if wishes.movement in slugs[1:] else ""
    offers = make_offers(
        found,
        are_pairs=session.ruleset.partnerships,
        has_teams=session.has_teams,
        searched=[m.slug for m in found if setting_up.may_search(session.ruleset, wishes, m)],
    )
    return {
        "count": count,
        "proposed": offers,
        "problem": problem,
        "chosen": chosen,
        "is_further": chosen in slugs[SHOWN:],
    }


@director_view
@require_POST
def look_for_better(request: HttpRequest, session: Session) -> HttpResponse:
    """Keep the list as it stands in the page, and let a longer search begin from one of the movements."""
    form = _setup_form(request, session)
    if not form.is_valid():
        context = {"session": session, "form": form, **_proposed(session, form)}
        return render(request, "sessions/director/setup.html", context, status=_status(form))
    setup_url = reverse("sessions:setup", args=[session.club.slug, session.pk])
    movement = _movement_of(session, form, request.POST.get("better", ""))
    is_kept = movement is not None and attempt(
        request,
        setting_up.keep_list,
        _("Your list is kept."),
        session=session,
        listed=form.cleaned_data["names"],
        wishes=form.wishes(),
        **form.session_values(),
    )
    if not is_kept:
        return redirect(setup_url)
    return ordered(
        request,
        club=session.club,
        work=SEARCH,
        order={
            "session": session.pk,
            "movement": movement_csv.dumps(movement),
            "slug": movement.slug,
            "seed": int(timezone.now().timestamp()) // 60,
        },
        title=_("A better seating for %(title)s") % {"title": session.title},
        back_url=setup_url,
    )


def _movement_of(session: Session, form: SetupForm, slug: str) -> Movement | None:
    """The movement of that name among those that fit the list."""
    count = len(form.cleaned_data["entries"])
    try:
        found = setting_up.proposals(session.ruleset, count, form.wishes(), has_teams=session.has_teams)
    except MovementError:
        return None
    may = partial(setting_up.may_search, session.ruleset, form.wishes())
    return next((movement for movement in found if movement.slug == slug and may(movement)), None)


@director_view
@require_POST
def keep_found(request: HttpRequest, session: Session, key: str) -> HttpResponse:
    """Stop a search, and put the best it has found among the movements to choose from."""
    job = jobs.find_job(session.club, key, role=request.club_role)
    if job is None or job.work != SEARCH or job.order["session"] != session.pk:
        raise Http404
    jobs.stop_job(job)
    text = jobs.content_of(job).decode()
    if not text:
        messages.error(request, _("Nothing has been found yet."))
        return redirect("sessions:job", session.club.slug, key)
    attempt(
        request,
        setting_up.keep_found,
        _("The seating that was found is among the movements."),
        session=session,
        text=text,
    )
    return redirect("sessions:setup", session.club.slug, session.pk)


@director_view
@require_GET
def room(request: HttpRequest, session: Session) -> HttpResponse:
    """Who sits where, before the tables open."""
    if not session.plan and not session.movement_name:
        return redirect("sessions:setup", session.club.slug, session.pk)
    night = queries.load_night(session)
    context = {
        "session": session,
        "night": night,
        "first_round": [seat for seat in night.rounds if seat.round == 1],
        "chart": queries.chart(night) if len(night.round_numbers) > 1 else (),
        "may_reseat": queries.may_reseat(session),
        "is_drawn": setting_up.wishes_of(session.plan).is_drawn,
        "breaks": tell_breaks(night.breaks),
        "bracket": results.whole_bracket(results.Readings(night, sees_all=True)),
    }
    return render(request, "sessions/director/room.html", context)


@director_view
@require_POST
def draw_again(request: HttpRequest, session: Session) -> HttpResponse:
    attempt(request, setting_up.draw_again, _("Drawn again."), session=session)
    return redirect("sessions:room", session.club.slug, session.pk)


@director_view
@require_POST
def open_tables(request: HttpRequest, session: Session) -> HttpResponse:
    """Let the tables write."""
    done = _("The tables are open: each can enter its results with its code.")
    if attempt(request, services.start_session, done, session=session):
        return redirect("sessions:direct", session.club.slug, session.pk)
    return redirect("sessions:room", session.club.slug, session.pk)


@director_view
@require_POST
def back_to_setup(request: HttpRequest, session: Session) -> HttpResponse:
    """Close the tables again, while no result is recorded."""
    done = _("The tables are closed; change what you like and open them again.")
    if attempt(request, services.unstart_session, done, session=session):
        return redirect("sessions:setup", session.club.slug, session.pk)
    return redirect("sessions:direct", session.club.slug, session.pk)


def _status(form) -> int:
    """422 for a page that shows errors, so that no cache or script takes it for done."""
    return 422 if form.is_bound and not form.is_valid() else 200
