"""Files that take a while: ordered once, made apart, watched, cancelled, forgotten in a day."""

import datetime
import io
import os
import subprocess
import sys
import time

import pytest
from django.conf import settings
from django.db import connection
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook
from pypdf import PdfReader

from clubs.access import Role
from sessions import jobs, queries, services
from sessions.jobs.working import work_on
from sessions.models import Job
from sessions.sheets import build

ORDER = {"club": None, "work": "season", "title": "Season", "back_url": "/"}
SPAN = {"first": "2026-01-01", "last": "2026-12-31"}


@pytest.fixture
def every_file_is_long(monkeypatch):
    monkeypatch.setattr(build, "LEAVES_AT_ONCE", {"pdf": 1, "xlsx": 1})


@pytest.fixture
def played(make_session, director):
    """A BRiST evening of two tables, one of whose players has a hostile name, with a result each."""
    session = make_session("brist", 7, names=["=HYPERLINK(A1)", *"BCDEFG"])
    for seat in queries.load_night(session).rounds:
        entry = {"contract": "3NT", "declarer": seat.deal(seat.boards[0]).declarer, "tricks": 9}
        services.record_line(
            seating=queries.find_seating(session, seat.pk), board=seat.boards[0], entry=entry, by=director
        )
    return session


def order(club, **values):
    return jobs.order_job(**{**ORDER, "club": club, "order": {"span": SPAN, "role": None}} | values)


def shown(response):
    return response.content.decode()


@pytest.mark.parametrize("extension", ["pdf", "xlsx"])
def test_a_long_file_is_made_apart_and_then_fetched(
    played, signed_in, ada, every_file_is_long, django_capture_on_commit_callbacks, extension
):
    client = signed_in(ada)
    where = reverse("sessions:sheet", args=[played.club.slug, played.pk, "recording", extension])
    with django_capture_on_commit_callbacks(execute=True):
        job_url = client.get(where).url
    assert "Your file is ready." in shown(client.get(job_url))
    file = client.get(f"{job_url}file/")
    if extension == "pdf":
        assert len(PdfReader(io.BytesIO(file.content)).pages) == 2
    else:
        assert load_workbook(io.BytesIO(file.content)).sheetnames[:3] == ["Table 1", "Table 2", "People"]


def test_an_open_job_tells_how_far_it_is_and_looks_again(riverside, client):
    job = order(riverside)
    jobs.take_job(job.pk)
    jobs.tell(job.pk, 30, 60)
    page = client.get(reverse("sessions:job", args=[riverside.slug, job.key]))
    assert "50 %" in shown(page)
    assert page["Refresh"] == "2"


def test_ordering_the_same_again_leads_to_the_job_under_way(riverside):
    assert order(riverside) == order(riverside)
    assert order(riverside) != order(riverside, order={"span": SPAN, "role": 40})


def test_a_club_has_a_few_jobs_under_way_at_most(riverside, hilltop):
    for number in range(jobs.OPEN_MAX):
        order(riverside, order={"number": number})
    with pytest.raises(jobs.BusyError):
        order(riverside)
    assert order(hilltop).is_open


def test_whoever_orders_too_much_is_told(riverside, played, signed_in, ada):
    for number in range(jobs.OPEN_MAX):
        order(riverside, order={"number": number})
    page = signed_in(ada).post(reverse("sessions:season", args=[riverside.slug]), SPAN, follow=True)
    assert "Other files are still being made" in shown(page)


def test_a_cancelled_job_stops_and_keeps_nothing(riverside, client):
    job = order(riverside)
    jobs.take_job(job.pk)
    client.post(reverse("sessions:cancel_job", args=[riverside.slug, job.key]))
    with pytest.raises(jobs.CancelledError):
        jobs.tell(job.pk, 1, 2)
    jobs.finish_job(job.pk, content=b"x", file_name="x", content_type="text/plain")
    assert jobs.content_of(job) == b""
    where = reverse("sessions:job_file", args=[riverside.slug, job.key])
    assert client.get(where).status_code == 404


def test_a_job_whose_maker_was_stopped_has_failed(riverside, client):
    job = order(riverside)
    Job.objects.update(state="running", touched_at=timezone.now() - 2 * jobs.LOST_AFTER)
    page = client.get(reverse("sessions:job", args=[riverside.slug, job.key]))
    assert "The computer stopped" in shown(page)
    assert order(riverside) != job


def test_jobs_are_forgotten_after_a_day(riverside, hilltop):
    old = order(riverside)
    Job.objects.update(created_at=timezone.now() - 2 * jobs.KEPT)
    order(hilltop)
    assert jobs.find_job(riverside, old.key) is None


def test_a_job_is_not_found_at_another_club(riverside, hilltop, client):
    job = order(riverside)
    for name in ("job", "job_file"):
        assert client.get(reverse(f"sessions:{name}", args=[hilltop.slug, job.key])).status_code == 404


def test_a_job_is_found_only_by_who_has_the_rights_of_who_ordered_it(
    riverside, signed_in, ada, ben, dov, client
):
    job = order(riverside, order={"span": SPAN, "role": Role.DIRECTOR})
    pages = [reverse(f"sessions:{name}", args=[riverside.slug, job.key]) for name in ("job", "cancel_job")]
    assert signed_in(ada).get(pages[0]).status_code == 200
    for stranger in (client, signed_in(ben), signed_in(dov)):
        assert stranger.get(pages[0]).status_code == 404
        assert stranger.post(pages[1]).status_code == 404
    assert jobs.find_job(riverside, job.key, role=Role.DIRECTOR).is_open


def test_a_job_is_not_found_after_a_day_though_nobody_ordered_another(riverside, client):
    job = order(riverside)
    Job.objects.update(created_at=timezone.now() - 2 * jobs.KEPT)
    for name in ("job", "job_file"):
        assert client.get(reverse(f"sessions:{name}", args=[riverside.slug, job.key])).status_code == 404


def test_without_pango_the_job_says_so(
    played, signed_in, ada, every_file_is_long, monkeypatch, django_capture_on_commit_callbacks
):
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    where = reverse("sessions:sheet", args=[played.club.slug, played.pk, "recording", "pdf"])
    with django_capture_on_commit_callbacks(execute=True):
        job_url = signed_in(ada).get(where).url
    assert "Pango is missing" in shown(signed_in(ada).get(job_url))


def test_the_season_has_a_row_for_each_result(played, signed_in, ada, django_capture_on_commit_callbacks):
    client = signed_in(ada)
    with django_capture_on_commit_callbacks(execute=True):
        job_url = client.post(reverse("sessions:season", args=[played.club.slug]), SPAN).url
    file = client.get(f"{job_url}file/")
    rows = list(load_workbook(io.BytesIO(file.content)).worksheets[0].iter_rows())
    expected = []
    for seat in queries.load_night(played).rounds:
        (board,) = seat.lines
        score = seat.line_score(board)
        expected.append(
            [
                datetime.datetime.combine(played.date, datetime.time.min),
                "brist night",
                "BRiST",
                1,
                seat.table,
                board,
                str(seat.describe(board)),
            ]
            + [x for place in seat.places for x in (place, seat.seats[place].name, int(score.points[place]))]
        )
    assert [[cell.value for cell in row if cell.value is not None] for row in rows[1:]] == expected
    assert len(rows[0]) == 7 + 3 * 4
    assert not {cell.data_type for row in rows for cell in row} & {"f", "e"}


def test_a_season_without_results_says_so(riverside, signed_in, ada):
    page = signed_in(ada).post(reverse("sessions:season", args=[riverside.slug]), SPAN)
    assert "No result was recorded in that time." in shown(page)
    backwards = {"first": SPAN["last"], "last": SPAN["first"]}
    page = signed_in(ada).post(reverse("sessions:season", args=[riverside.slug]), backwards)
    assert "The first day is after the last one." in shown(page)


@pytest.mark.django_db(transaction=True)
def test_a_job_is_made_by_a_process_of_its_own(make_session, riverside, settings):
    if connection.vendor != "sqlite":
        pytest.skip("the process would open the database of the settings, not that of the test")
    make_session("brist", 4)
    settings.JOBS_HAVE_PROCESSES = True
    job = order(riverside)
    until = datetime.datetime.now() + datetime.timedelta(minutes=2)  # noqa: DTZ005
    while jobs.find_job(riverside, job.key).is_open and datetime.datetime.now() < until:  # noqa: DTZ005
        time.sleep(0.2)
    assert jobs.find_job(riverside, job.key).state == "done"
    assert load_workbook(io.BytesIO(jobs.content_of(job))).worksheets[0]["A1"].value == "Date"


def test_a_job_is_made_once(riverside):
    job = order(riverside)
    work_on(job.pk)
    made = jobs.find_job(riverside, job.key).touched_at
    work_on(job.pk)
    assert jobs.find_job(riverside, job.key).touched_at == made


CANCELLED = """
import os, signal, sys, tempfile, time
signal.signal(signal.SIGINT, signal.SIG_IGN)  # so it is in the background of a shell
from django.db import connection
from sessions import jobs
from sessions.jobs import works
from sessions.models import Job
from django.core.management import call_command

def make_slowly(job, tell):
    file = tempfile.NamedTemporaryFile(dir=os.environ["OVERTRICK_DATA"], prefix="left-")
    jobs.cancel_job(job)
    while True:
        time.sleep(0.05)

jobs.BEAT_SECONDS = 0.2
works.WORKS = {"season": make_slowly}
from sessions.jobs import working
working.WORKS = works.WORKS
from clubs.services import create_club
call_command("migrate", verbosity=0)
job = Job.objects.create(club=create_club(name="A"), key="k", work="season", order={"language": "en"})
call_command("run_job", str(job.pk))
print(Job.objects.get().state, [name for name in os.listdir(os.environ["OVERTRICK_DATA"]) if "left-" in name])
"""


def test_a_cancelled_process_ends_and_takes_its_own_files_away(tmp_path):
    environment = {**os.environ, "OVERTRICK_DATA": str(tmp_path), "DATABASE_URL": ""}
    command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", CANCELLED]
    done = subprocess.run(
        command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, timeout=120
    )
    assert (done.stdout.strip(), done.returncode) == ("cancelled []", 0)
