"""The description of the JSON interface in OpenAPI 3.1: one mapping, from which the guide is laid out too."""

from importlib.metadata import version

_TEXT = {"type": "string"}
_WHOLE = {"type": "integer"}
_FLAG = {"type": "boolean"}
_EXACT = {"type": "string", "description": "An exact number: whole, or a fraction such as 131/2."}


def _list(of: dict) -> dict:
    return {"type": "array", "items": of}


def _object(**properties: dict) -> dict:
    return {"type": "object", "properties": properties, "required": sorted(properties)}


def _ref(name: str) -> dict:
    return {"$ref": f"#/components/schemas/{name}"}


def _parameter(name: str, of: dict, text: str, *, where: str = "path") -> dict:
    return {"name": name, "in": where, "required": where == "path", "description": text, "schema": of}


def _path(summary: str, answer: dict, *parameters: dict) -> dict:
    answers = {
        "200": {"description": "OK", "content": {"application/json": {"schema": answer}}},
        "304": {"description": "Unchanged since the answer with the ETag that If-None-Match names."},
        "404": {"description": "Not there, or not public."},
    }
    return {"get": {"summary": summary, "parameters": list(parameters), "responses": answers}}


_TEXTS = {
    "type": "array",
    "items": _TEXT,
    "description": "What the figures of a column of the kind text stand for, from 0.",
}
_SESSION = {
    "id": _WHOLE,
    "title": _TEXT,
    "date": {"type": "string", "format": "date"},
    "game": _TEXT,
    "method": _TEXT,
    "status": {"type": "string", "enum": ["setup", "running", "closed"]},
    "is_published": _FLAG,
    "revision": {"type": "integer", "description": "Rises with every change of a result."},
    "page": {"type": "string", "description": "The address of the page for people."},
}
_CLUB = {"slug": _TEXT, "name": _TEXT, "description": _TEXT}
_MARKS = _list(_object(session=_WHOLE, value=_EXACT, handicap=_EXACT))
_NAMES = {
    "type": "array",
    "items": _TEXT,
    "description": "As each player lets strangers read his name: in full, shortened, or withheld.",
}

SCHEMAS = {
    "Club": _object(**_CLUB),
    "ClubPage": _object(
        **_CLUB,
        ladders=_list(_object(id=_WHOLE, title=_TEXT)),
        events=_list(_object(id=_WHOLE, title=_TEXT)),
        sessions=_list(_ref("Session")),
        page=_WHOLE,
        pages=_WHOLE,
    ),
    "Session": _object(**_SESSION),
    "Ranking": _object(
        **_SESSION,
        columns=_list(_object(name=_TEXT, label=_TEXT, kind=_TEXT, texts=_TEXTS)),
        groups=_list(_ref("Group")),
        parts={
            **_list(_object(name=_TEXT, groups=_list(_ref("Group")))),
            "description": "The places within strata and sections, where the session has any.",
        },
        results=_WHOLE,
        expected=_WHOLE,
    ),
    "Group": _object(name=_TEXT, places=_list(_ref("Place"))),
    "Place": _object(
        rank={"type": ["integer", "null"]},
        is_tied=_FLAG,
        number=_WHOLE,
        section=_TEXT,
        team={**_TEXT, "description": "What a team calls itself; empty where pairs or players are ranked."},
        names=_NAMES,
        score={**_EXACT, "type": ["string", "null"]},
        figures={"type": "object", "additionalProperties": _EXACT},
    ),
    "Ladder": _object(
        id=_WHOLE, title=_TEXT, measure=_TEXT, sessions=_list(_WHOLE), page=_TEXT, rows=_list(_ref("Row"))
    ),
    "Event": _object(
        id=_WHOLE,
        title=_TEXT,
        combined_by={"type": "string", "enum": ["boards", "mean", "sum", "points"]},
        sessions=_list(_WHOLE),
        is_final=_FLAG,
        page=_TEXT,
        rows=_list(_ref("Combined")),
    ),
    "Combined": _object(
        rank={"type": ["integer", "null"]},
        is_tied=_FLAG,
        names=_NAMES,
        total={**_EXACT, "type": ["string", "null"]},
        shares=_list(_object(session=_WHOLE, value=_EXACT, boards=_WHOLE)),
    ),
    "Row": _object(
        rank={"type": ["integer", "null"]},
        is_tied=_FLAG,
        names=_NAMES,
        score=_EXACT,
        raw={**_EXACT, "description": "The score without handicaps."},
        counted=_MARKS,
        left_out=_MARKS,
    ),
}

_SLUG = _parameter("club", _TEXT, "The club's word in its address.")
_PAGE = _parameter("page", _WHOLE, "Fifty sessions a page, the newest first.", where="query")

DOCUMENT = {
    "openapi": "3.1.0",
    "info": {
        "title": "Overtrick results",
        "version": version("overtrick"),
        "description": "The public results of the clubs here, to be read by other programs. No key is needed;"
        " nothing can be changed. What is not public is not here.",
    },
    "paths": {
        "/api/v1/clubs/": _path("The clubs on the front page", _object(clubs=_list(_ref("Club")))),
        "/api/v1/clubs/{club}/": _path("A club, its ladders and sessions", _ref("ClubPage"), _SLUG, _PAGE),
        "/api/v1/clubs/{club}/sessions/{id}/": _path(
            "A session with its ranking",
            _ref("Ranking"),
            _SLUG,
            _parameter("id", _WHOLE, "The session's id."),
        ),
        "/api/v1/clubs/{club}/ladders/{id}/": _path(
            "A ladder, each row with its sessions",
            _ref("Ladder"),
            _SLUG,
            _parameter("id", _WHOLE, "The ladder's id."),
        ),
        "/api/v1/clubs/{club}/events/{id}/": _path(
            "Several sessions ranked as one",
            _ref("Event"),
            _SLUG,
            _parameter("id", _WHOLE, "The event's id."),
        ),
    },
    "components": {"schemas": SCHEMAS},
}
