"""Every page in Russian: a word in Latin letters is one that was forgotten, or one that people wrote."""

import re
from zoneinfo import available_timezones

from django.apps import apps
from django.db import models

from tests.sessions.test_addresses import SINGLE, address, people, site  # noqa: F401 (fixtures)
from tests.test_languages import Prose

LATIN = re.compile(r"[A-Za-z]{2,}")
NAMES_OF_THINGS = set(
    LATIN.findall(
        "Overtrick Acol BRiST Bid Whist American Chicago Rise and fly Rover Skip Share relay Web Hesitation"
        " Scrambled Brisca WBF EBU ACBL IMP IMPs Butler Neuberg NT NS EW CSV JSON XLSX PDF QR Excel"
        " LibreOffice Letter US Atom OpenAPI ETag If None Match USEBIO Pango MSYS JPEG PNG WebP GIF MP PAIRS"
        " board boards table round Ada Ben Cleo Dov Oaks openskill Weng Lin Plackett Luce"
        " Journal of Machine Learning Research Handicap Rating Master points Stratum"
    )
)
TIME_ZONES = {word for zone in available_timezones() for word in LATIN.findall(zone)}


def written_by_people() -> set[str]:
    """Every word that stands in the database as somebody typed it."""
    words = set()
    for model in apps.get_models():
        fields = [f.name for f in model._meta.fields if isinstance(f, models.CharField | models.TextField)]
        for row in model._default_manager.values_list(*fields) if fields else ():
            words.update(word for value in row for word in LATIN.findall(str(value)))
    return words


def latin_words(page: str) -> set[str]:
    prose = Prose()
    prose.feed(page)
    return {word for text in prose.words for word in LATIN.findall(text)}


def test_no_page_in_russian_has_an_english_word(site, client, people, settings):  # noqa: F811
    client.force_login(people["olga"], backend="django.contrib.auth.backends.ModelBackend")
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "ru"
    known = NAMES_OF_THINGS | TIME_ZONES | written_by_people() | {"http", "testserver"}
    found = {}
    for name in SINGLE:
        response = client.get(address(name, site))
        if response.status_code == 200 and "text/html" in response.headers["Content-Type"]:
            found[name] = latin_words(response.content.decode()) - known
    assert len(found) > 60
    assert [(n, sorted(w)) for n, w in found.items() if w] == []
