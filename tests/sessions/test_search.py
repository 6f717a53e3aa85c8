"""A longer search for a better seating: ordered in the set-up, watched, stopped, kept as a movement."""

import pytest
from django.urls import reverse

from scoring.formats import movement_csv
from scoring.movements.measure import measure
from scoring.movements.mixed import mixed
from scoring.rulesets import RULESETS
from sessions import jobs, queries, seatings, setup
from sessions.jobs import works
from sessions.models import Job

NAMES = [f"Player {number}" for number in range(1, 10)]


def own_movement(rounds):
    """Nine players who sit as in the first round all the time, with new boards."""
    first = mixed(9, 1).places
    rows = ["round,table,N,S,E,W,boards"]
    for number in range(1, rounds + 1):
        for place in first:
            held = [str(place.seats.get(seat, "")) for seat in "NSEW"]
            rows.append(",".join([str(number), str(place.table), *held, f"{9 * number - 8}-{9 * number}"]))
    return "\n".join(rows)


@pytest.fixture
def brist(make_session):
    return make_session("brist", 9, names=NAMES, start=False)


@pytest.fixture
def sent(brist, signed_in, ada):
    """What the set-up page would send for nine players and a movement of their own."""
    page = reverse("sessions:setup", args=[brist.club.slug, brist.pk])
    form = signed_in(ada).get(page).context["form"]
    values = {name: form[name].value() for name in form.fields if name.startswith(("option_", "method"))}
    values = {name: value for name, value in values.items() if value not in (None, False)}
    return {
        **values,
        "date": "2026-03-05",
        "names": "\n".join(NAMES),
        "order": "draw",
        "own": own_movement(3),
    }


@pytest.fixture
def look(brist, sent, signed_in, ada, django_capture_on_commit_callbacks):
    """Press "Look for a better one"; the answer."""

    def press(slug="own", **values):
        where = reverse("sessions:look_for_better", args=[brist.club.slug, brist.pk])
        with django_capture_on_commit_callbacks(execute=True):
            return signed_in(ada).post(where, {**sent, "better": slug, **values})

    return press


def shown(response):
    return response.content.decode()


def test_the_set_up_offers_a_search_where_people_meet_again_too_often(brist, sent, signed_in, ada):
    where = reverse("sessions:proposals", args=[brist.club.slug, brist.pk])
    client = signed_in(ada)
    assert "Look for a better one" in shown(client.post(where, sent))
    assert 'name="better" value="mixed"' not in shown(client.post(where, {**sent, "own": "", "rounds": 3}))
    assert "Look for a better one" not in shown(client.post(where, {**sent, "order": "listed", "own": ""}))


def test_what_a_search_has_found_is_offered_first_chosen_and_seated(brist, sent, look, signed_in, ada):
    client = signed_in(ada)
    watched = client.get(look().url)
    assert "no seating can be better" in shown(watched)
    job = Job.objects.get()
    assert (job.report["best"], job.report["bound"]) == (0, 0)
    assert job.report["first"] > 20
    kept = client.post(reverse("sessions:keep_found", args=[brist.club.slug, brist.pk, job.key]))
    page = client.get(kept.url)
    offers = page.context["proposed"]
    assert [offer.slug for offer in offers] == ["found", "own"]
    assert measure(offers[0].movement).repeats == 0
    done = client.post(kept.url, {**sent, "movement": "found"})
    assert done.status_code == 302, done.context["form"].errors
    brist.refresh_from_db()
    assert brist.movement_slug == "found"
    assert measure(seatings.movement_of(brist)).repeats == 0
    assert movement_csv.dumps(seatings.movement_of(brist)) == jobs.content_of(job).decode()


def test_a_search_under_way_shows_its_best_and_is_stopped_with_it(brist, signed_in, ada, riverside):
    job = Job.objects.create(
        club=riverside,
        key="a-key",
        work=works.SEARCH,
        title="A better seating",
        back_url="/",
        order={"session": brist.pk},
        order_digest="x",
    )
    client, where = signed_in(ada), reverse("sessions:job", args=[riverside.slug, job.key])
    assert "It has just begun" in shown(client.get(where))
    keep = reverse("sessions:keep_found", args=[riverside.slug, brist.pk, job.key])
    assert client.post(keep).url == where
    jobs.take_job(job.pk)
    report = {"first": 30, "best": 12, "bound": 9, "short": [0, 2], "tries": 4000, "seconds": 7}
    jobs.note(job.pk, report=report, content=movement_csv.dumps(mixed(9, 2)).encode())
    page = client.get(where)
    assert page["Refresh"] == "2"
    assert all(word in shown(page) for word in ("Stop and keep the best", ">30<", ">12<", ">9<", ">7<"))
    assert client.post(keep).status_code == 302
    job.refresh_from_db()
    brist.refresh_from_db()
    assert job.state == Job.State.DONE
    assert brist.plan["found"] == movement_csv.dumps(mixed(9, 2))
    with pytest.raises(jobs.CancelledError):
        jobs.note(job.pk, report=report, content=b"")


def test_a_search_ends_by_itself_after_its_time(brist, look, monkeypatch):
    monkeypatch.setattr(works, "SEARCH_SECONDS", 0)
    assert look().status_code == 302
    job = Job.objects.get()
    assert (job.state, job.report["tries"]) == (Job.State.DONE, 0)


def test_a_list_with_a_mistake_is_shown_again_and_nothing_is_searched(look):
    answer = look(names="Ada\nAda")
    assert answer.status_code == 422
    assert not Job.objects.exists()


def test_the_list_is_kept_while_the_search_goes_on(brist, look):
    look(title="Friday", names="\n".join(NAMES))
    brist.refresh_from_db()
    assert (brist.title, brist.plan["names"].split("\n")) == ("Friday", NAMES)
    assert not queries.has_results(brist)


def test_with_other_people_here_what_was_found_is_not_offered():
    wishes = setup.Wishes(order=setup.DRAW, rounds=3, found=movement_csv.dumps(mixed(9, 3)))
    game = RULESETS["brist"]
    assert "found" in [movement.slug for movement in setup.proposals(game, 9, wishes)]
    assert "found" not in [movement.slug for movement in setup.proposals(game, 10, wishes)]


def test_a_search_of_another_session_is_not_there(brist, make_session, signed_in, ada, riverside):
    other = make_session("brist", 7, start=False)
    Job.objects.create(
        club=riverside,
        key="a-key",
        work=works.SEARCH,
        title="x",
        back_url="/",
        order={"session": other.pk},
        order_digest="x",
    )
    where = reverse("sessions:keep_found", args=[riverside.slug, brist.pk, "a-key"])
    assert signed_in(ada).post(where).status_code == 404
