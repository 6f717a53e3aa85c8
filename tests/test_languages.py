"""Every message is extracted, translated into every language, and compiled.

The catalogues stand in ``clubs/locale``. To bring them up to date after a change of messages, with GNU
gettext installed::

    python -m tests.test_languages

then translate what is empty, and run it once more to compile.
"""

import os
import re
import shutil
import subprocess
import sys
from gettext import GNUTranslations
from html.parser import HTMLParser
from pathlib import Path

import polib
import pytest
from django.template.base import Lexer, TokenType

from clubs.config import settings
from tests.oracle import PROJECT

LANGUAGES = [code for code, _name in settings.LANGUAGES if code != "en"]
SOURCES = ("clubs", "sessions", "scoring", "templates")
PLACES = re.compile(r"%\(\w+\)[sd]|%%|\{\w*\}|</?[a-z]+|&\w+;")
NOT_PROSE = {"Overtrick", "CSV", "JSON", "PDF", "QR", "XLSX", "iCalendar", "Atom", "A4", "USEBIO", "OpenAPI"}
"""What is written alike in every language."""


def catalogue(language: str, root: Path = PROJECT) -> Path:
    return root / "clubs" / "locale" / language / "LC_MESSAGES" / "django.po"


def key_of(entry: polib.POEntry) -> tuple[str, str, str]:
    return entry.msgctxt or "", entry.msgid, entry.msgid_plural


def texts_of(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def extract(root: Path, *languages: str) -> None:
    """Bring the catalogues below ``root`` up to date with its sources."""
    wanted = [part for language in languages for part in ("-l", language)]
    options = ["--no-location", "--no-wrap", "--no-obsolete", "-i", "tests", "-i", ".venv"]
    command = [sys.executable, "manage.py", "makemessages", *options, *wanted]
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "clubs.config.settings"}
    subprocess.run(command, cwd=root, check=True, capture_output=True, env=environment)


def need_gettext() -> None:
    if shutil.which("xgettext"):
        return
    if os.environ.get("CI"):
        pytest.fail("GNU gettext is missing: messages cannot be extracted")
    pytest.skip("GNU gettext is missing: messages cannot be extracted")


@pytest.fixture(scope="module")
def extracted(tmp_path_factory):
    """The messages of the sources as they are now."""
    need_gettext()
    root = tmp_path_factory.mktemp("sources")
    for name in SOURCES:
        shutil.copytree(PROJECT / name, root / name, ignore=shutil.ignore_patterns("*.po", "*.mo", "*.pyc"))
    shutil.copy(PROJECT / "manage.py", root)
    (root / "clubs" / "locale").mkdir(exist_ok=True)
    extract(root, "de")
    return {key_of(entry) for entry in polib.pofile(str(catalogue("de", root)))}


@pytest.fixture(params=LANGUAGES)
def entries(request):
    return [entry for entry in polib.pofile(str(catalogue(request.param))) if not entry.obsolete]


def test_no_message_is_left_unextracted(extracted, entries):
    assert {key_of(entry) for entry in entries} ^ extracted == set()


def test_no_message_is_left_untranslated(entries):
    assert [entry.msgid for entry in entries if entry.fuzzy or not all(texts_of(entry))] == []


def test_a_translation_keeps_places_and_marks_of_its_message(entries):
    wrong = [
        (entry.msgid, text)
        for entry in entries
        for text in texts_of(entry)
        if sorted(PLACES.findall(text))
        not in (sorted(PLACES.findall(entry.msgid)), sorted(PLACES.findall(entry.msgid_plural)))
    ]
    assert wrong == []


def test_a_translation_keeps_the_spaces_at_its_ends(entries):
    def ends(text):
        return text[:1].isspace(), text[-1:].isspace()

    assert [e.msgid for e in entries for text in texts_of(e) if ends(text) != ends(e.msgid)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_that_of_the_text(language):
    path = catalogue(language)
    with path.with_suffix(".mo").open("rb") as file:
        compiled = dict(GNUTranslations(file)._catalog)
    compiled.pop("", None)
    wanted = {}
    for entry in polib.pofile(str(path)):
        key = f"{entry.msgctxt}\x04{entry.msgid}" if entry.msgctxt else entry.msgid
        if entry.msgid_plural:
            wanted |= {(key, form): text for form, text in entry.msgstr_plural.items()}
        else:
            wanted[key] = entry.msgstr
    assert compiled == wanted


class Prose(HTMLParser):
    """The words of a page that are seen or spoken: its text, and the attributes that are read aloud.

    Code, and what says ``translate="no"`` or names a language of its own, is alike in every language.
    """

    SPOKEN = frozenset({"alt", "aria-label", "placeholder", "title"})

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.is_silent = False

    def handle_starttag(self, tag, attrs):
        is_alike = ("translate", "no") in attrs or (tag != "html" and "lang" in dict(attrs))
        self.is_silent = is_alike or tag in ("code", "pre", "script", "style")
        for name, value in attrs:
            if name in self.SPOKEN and value:
                self._read(value)

    def handle_endtag(self, tag):
        self.is_silent = False

    def handle_data(self, data):
        if not self.is_silent:
            self._read(data)

    def _read(self, text):
        self.words += [word for word in re.findall(r"[^\W\d_]{2,}", text) if word not in NOT_PROSE]


def prose_outside_translation(template: str) -> list[str]:
    """Words of a template that stand outside ``translate`` and ``blocktranslate``."""
    kept, is_silent = [], False
    for token in Lexer(template).tokenize():
        name = token.contents.split(" ", 1)[0] if token.token_type == TokenType.BLOCK else ""
        if name in ("blocktrans", "blocktranslate", "comment") or token.contents == "block body_class":
            is_silent = True
        elif name.startswith("end"):
            is_silent = False
        kept.append(token.contents if token.token_type == TokenType.TEXT and not is_silent else "·")
    parser = Prose()
    parser.feed("".join(kept))
    return parser.words


@pytest.mark.parametrize(
    "path", sorted(PROJECT.glob("templates/**/*.html")), ids=lambda path: str(path.relative_to(PROJECT))
)
def test_a_template_says_nothing_outside_translation(path):
    assert prose_outside_translation(path.read_text(encoding="utf-8")) == []


def test_words_outside_translation_are_found():
    text = '<p title="Here">{% translate "x" %} Hello <b>{{ you }}</b></p><script>let a</script>'
    assert prose_outside_translation(text) == ["Here", "Hello"]


def forget_guess(entry: polib.POEntry) -> None:
    """Empty what was guessed from a message that looks alike."""
    entry.flags.remove("fuzzy")
    entry.msgstr = ""
    entry.msgstr_plural = dict.fromkeys(entry.msgstr_plural, "")
    entry.previous_msgid = entry.previous_msgid_plural = entry.previous_msgctxt = None


def update() -> None:
    """Extract the messages of the sources into every catalogue, and compile what is translated."""
    for language in LANGUAGES:
        catalogue(language).parent.mkdir(parents=True, exist_ok=True)
    extract(PROJECT, *LANGUAGES)
    for language in LANGUAGES:
        path = catalogue(language)
        entries = polib.pofile(str(path), wrapwidth=0)
        entries.metadata.pop("POT-Creation-Date", None)
        for entry in entries.fuzzy_entries():
            forget_guess(entry)
        entries.save(str(path))
        entries.save_as_mofile(str(path.with_suffix(".mo")))
        print(f"{language}: {len(entries)} messages, {len(entries.untranslated_entries())} to translate")


if __name__ == "__main__":
    update()
