"""Who may import whom, and what may stand at the top: read from the syntax trees of the whole project."""

import ast
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[1]
ROOMS = ("scoring", "clubs", "sessions")
TOP = {"manage.py", "pyproject.toml", "README.md", "LICENSE", *ROOMS, "templates", "tests"}

# Inside a package, a module imports only from floors below its own (or beside it where a floor is a folder).
SCORING_FLOORS = (
    ("words",),
    ("lines",),
    ("bridge", "scales", "results", "diagrams"),
    ("rulesets", "methods", "movements"),
    ("standings", "sheets", "formats"),
    ("cli",),
)
SESSIONS_FLOORS = (
    ("words", "name_lists", "ladders", "charts", "exports", "openapi", "skill", "pictures", "once"),
    ("models", "proposals", "own_movement", "offers", "changes", "rules", "clock"),
    ("rulings",),
    ("queries",),
    ("careers", "seasons", "events", "ratings", "head_to_head", "personal_data", "site"),
    (
        "services",
        "ladder_book",
        "event_book",
        "results",
        "signals",
        "belongings",
        "decisions",
        "house",
        "inbox",
        "phones",
        "guessing",
    ),
    (
        "ranking_table",
        "live",
        "table_page",
        "score_tables",
        "slides",
        "console_forms",
        "forms",
        "tables",
        "sheets",
        "transfer",
        "templatetags",
        "setup",
        "setup_forms",
        "movement_file",
        "ladder_forms",
        "ruling_forms",
        "field_forms",
        "event_forms",
    ),
    ("seatings", "jobs"),
    ("changing", "change_forms"),
    ("drawing",),
    ("advancing",),
    ("demo",),
    ("views", "management"),
)


def modules(package):
    found = sorted((PROJECT / package).rglob("*.py"))
    return [path for path in found if "migrations" not in path.parts]


def name_of(path):
    return path.relative_to(PROJECT).as_posix()


def imported(path):
    """Every dotted name that a module imports, relative ones made absolute."""
    here = path.relative_to(PROJECT).with_suffix("").parts
    package = here[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            prefix = ".".join(part for part in (base, node.module or "") if part)
            yield prefix
            yield from (f"{prefix}.{alias.name}" for alias in node.names)


def roots(path):
    return {name.partition(".")[0] for name in imported(path)}


@pytest.mark.parametrize("path", modules("scoring"), ids=name_of)
def test_scoring_imports_the_standard_library_and_itself_only(path):
    assert roots(path) <= set(sys.stdlib_module_names) | {"scoring"}


@pytest.mark.parametrize("path", modules("clubs"), ids=name_of)
def test_clubs_never_imports_sessions(path):
    assert not [name for name in imported(path) if name.partition(".")[0] == "sessions"]


@pytest.mark.parametrize("path", modules("sessions"), ids=name_of)
def test_sessions_takes_from_clubs_its_ground_floor_only(path):
    allowed = (
        "models",
        "names",
        "services",
        "queries",
        "access",
        "server",
        "privacy",
        "forms",
        "merging",
        "colours",
        "signals",
        "asking",
        "limits",
        "removing",
        "sending",
        "echo",
    )
    taken = {name.split(".")[1] for name in imported(path) if name.startswith("clubs.")}
    assert taken <= set(allowed)


def floor_of(name, floors):
    return next((level for level, names in enumerate(floors) if name in names), None)


@pytest.mark.parametrize(
    ("package", "floors"),
    [("scoring", SCORING_FLOORS), ("sessions", SESSIONS_FLOORS)],
    ids=["scoring", "sessions"],
)
def test_a_floor_knows_nothing_of_the_floors_above(package, floors):
    known = {name for names in floors for name in names}
    for path in modules(package):
        here = path.relative_to(PROJECT / package).with_suffix("").parts[0]
        if here in known:
            taken = {name.split(".")[1] for name in imported(path) if name.startswith(f"{package}.")}
            above = {name for name in taken & known if floor_of(name, floors) > floor_of(here, floors)}
            assert not above, f"{path.relative_to(PROJECT)} reaches up to {sorted(above)}"


def test_rulesets_never_import_one_another():
    for path in modules("scoring/rulesets"):
        others = {name for name in imported(path) if name.startswith("scoring.rulesets.")}
        assert path.name == "__init__.py" or not others, path.name


def test_every_module_has_a_floor():
    for package, floors in (("scoring", SCORING_FLOORS), ("sessions", SESSIONS_FLOORS)):
        known = {name for names in floors for name in names} | {"__init__", "__main__", "apps", "urls"}
        found = {path.relative_to(PROJECT / package).with_suffix("").parts[0] for path in modules(package)}
        assert found <= known


def test_the_top_level_holds_what_the_house_has_and_nothing_else():
    built = {"build", "dist"}
    found = {
        path.name
        for path in PROJECT.iterdir()
        if not path.name.startswith(".") and not path.name.endswith(".egg-info") and path.name not in built
    }
    assert found <= TOP | {"__pycache__"}
