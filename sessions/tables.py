"""Tables of results: the leaderboard and the traveller, with the columns that the method names."""

from fractions import Fraction

import django_tables2 as tables
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django_tables2 import RequestConfig

from clubs.names import name_key

from .exports import TYPES
from .queries import person_in
from .templatetags.overtrick import decimals, in_unit, ladder_score, signed

# --- tables to search, sort, page through and take along ------------------------------------------

ROWS_A_PAGE = 50
NUMBER = {"th": {"class": "num"}, "td": {"class": "num"}}
SCORE = {"th": {"class": "score"}, "td": {"class": "score"}}
SPARE = {"th": {"class": "num wide-only"}, "td": {"class": "num wide-only"}}


class ListTable(tables.Table):
    """Rows as mappings; `plain()` is what an exported file has of them."""

    class Meta:
        template_name = "sessions/_sortable.html"
        attrs = {"class": "data"}

    def plain(self) -> tuple[list[str], list[list]]:
        """The headings and, row by row, plain values."""
        names = list(self.columns.names())
        headings = [str(self.columns[name].header) for name in names]
        rows = ([_plain(row.record[name]) for name in names] for row in self.rows)
        return headings, list(rows)


def _plain(value):
    """A cell for a file: a number where it is one, else text."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else round(float(value), 4)
    return value if isinstance(value, int | float) else "" if value is None else str(value)


def show_rows(request, table_class: type[ListTable], rows: list[dict], **values) -> tuple[ListTable, str]:
    """The table of the rows that answer `?q=`, in the order asked for, and the kind of file asked for."""
    query = request.GET.get("q", "").strip()
    wanted = name_key(query)
    found = [row for row in rows if wanted in name_key(str(row["who"]))] if wanted else rows
    table = table_class(found, **values)
    table.query, table.all_rows = query, len(rows)
    kind = request.GET.get("export", "")
    RequestConfig(request, paginate=False if kind in TYPES else {"per_page": ROWS_A_PAGE}).configure(table)
    return table, kind if kind in TYPES else ""


class PlayersTable(ListTable):
    """The players of a club with the number of their sessions."""

    who = tables.Column(verbose_name=_("Name"), order_by="key", attrs={"th": {"class": "who"}})
    played = tables.Column(verbose_name=_("Sessions"), attrs=NUMBER)
    last = tables.DateColumn(verbose_name=_("Last played"), attrs=SPARE)

    class Meta(ListTable.Meta):
        pass

    @staticmethod
    def rows(players, club) -> list[dict]:
        return [
            {
                "who": person_in(player, club).name,
                "key": name_key(person_in(player, club).name),
                "played": player.played,
                "last": player.last,
                "url": reverse("sessions:player", args=[club.slug, player.pk]),
            }
            for player in players
        ]

    def render_who(self, record: dict) -> str:
        return linked(record)


def linked(record: dict) -> str:
    """A name, kept apart from the direction of the text around it, with its address if it has one."""
    if not record["url"]:
        return format_html("<bdi>{}</bdi>", record["who"])
    return format_html('<a href="{}"><bdi>{}</bdi></a>', record["url"], record["who"])


class RankedTable(ListTable):
    """A ranking over several sessions: the place and who, then what each kind has besides."""

    rank = tables.Column(
        verbose_name=_("Place"),
        order_by="order",
        default="–",
        attrs={"th": {"class": "rank"}, "td": {"class": "rank"}},
    )
    who = tables.Column(verbose_name=_("Name"), attrs={"th": {"class": "who"}})

    class Meta(ListTable.Meta):
        attrs = {"class": "data leaderboard"}
        row_attrs = {"class": lambda record: "" if record["rank"] else "off"}


class LadderTable(RankedTable):
    """A ladder: the place, who, the score, how many sessions played and counted."""

    score = tables.Column(verbose_name=_("Score"), attrs=SCORE)
    raw = tables.Column(verbose_name=_("Without handicaps"), attrs=SPARE)
    counted = tables.Column(verbose_name=_("Counted"), attrs=SPARE)
    played = tables.Column(verbose_name=_("Sessions"), attrs=SPARE)

    class Meta(RankedTable.Meta):
        pass

    @staticmethod
    def rows(season) -> list[dict]:
        ladder = season.ladder
        return [
            {
                "rank": rung.row.place,
                "order": at,
                "who": rung.name,
                "score": rung.row.score,
                "raw": rung.row.raw,
                "counted": len(rung.row.counted),
                "played": rung.row.sessions,
                "is_percent": ladder.is_percent,
                "url": ""
                if rung.is_hidden
                else reverse("sessions:ladder_row", args=[ladder.club.slug, ladder.pk, rung.slug]),
            }
            for at, rung in enumerate(season.rungs)
        ]

    def render_who(self, record: dict) -> str:
        return linked(record)

    def render_score(self, record: dict) -> str:
        return ladder_score(record["score"], record["is_percent"])

    def render_raw(self, record: dict) -> str:
        return ladder_score(record["raw"], record["is_percent"])

    @staticmethod
    def hidden(season) -> tuple[str, ...]:
        """The columns that a ladder has no use for."""
        return () if season.ladder.has_handicaps else ("raw",)


class EventTable(RankedTable):
    """A combined event: the place, who, the total, and what each session gave."""

    total = tables.Column(verbose_name=_("Total"), default="–", attrs=SCORE)

    class Meta(RankedTable.Meta):
        pass

    @staticmethod
    def session_columns(outcome) -> list[tuple[str, tables.Column]]:
        """A column for each session, under its date, and one for the boards."""
        titles = (date_format(session.date, "SHORT_DATE_FORMAT") for session in outcome.sessions)
        own = [
            (f"session_{number}", SharesColumn(title, outcome.kind)) for number, title in enumerate(titles, 1)
        ]
        return [*own, ("boards", tables.Column(verbose_name=_("Boards"), attrs=SPARE))]

    @staticmethod
    def rows(outcome) -> list[dict]:
        club = outcome.event.club.slug
        return [
            {
                "rank": row.place,
                "order": at,
                "who": row.name,
                "total": row.total,
                "kind": outcome.kind,
                "boards": row.boards,
                "url": reverse("sessions:event_row", args=[club, outcome.event.pk, row.terms[0].contestant])
                if row.terms
                else "",
                **{f"session_{n}": share and share.value for n, share in enumerate(row.shares, 1)},
            }
            for at, row in enumerate(outcome.rows)
        ]

    def render_who(self, record: dict) -> str:
        return linked(record)

    def render_total(self, record: dict) -> str:
        return in_unit(record["total"], record["kind"])


class SharesColumn(tables.Column):
    """What one session of a combined event gave."""

    def __init__(self, title: str, kind: str) -> None:
        super().__init__(verbose_name=title, default="–", attrs=SPARE)
        self.kind = kind

    def render(self, value) -> str:
        return in_unit(value, self.kind)


class RatingTable(RankedTable):
    """The rating of a game: the place, who, the rating with its uncertainty, and what changed it last."""

    value = tables.Column(verbose_name=_("Rating"), attrs=SCORE)
    spread = tables.Column(verbose_name=_("±"), attrs=NUMBER)
    change = tables.Column(verbose_name=_("Last change"), attrs=SPARE)
    sessions = tables.Column(verbose_name=_("Sessions"), attrs=SPARE)

    class Meta(RankedTable.Meta):
        pass

    @staticmethod
    def rows(rated, club) -> list[dict]:
        return [
            {
                "rank": each.rank,
                "order": at,
                "who": each.person.name,
                "value": round(each.step.value, 2),
                "spread": round(each.step.spread, 2),
                "change": round(each.change, 2),
                "sessions": each.sessions,
                "url": "" if each.is_hidden else reverse("sessions:player", args=[club.slug, each.person.pk]),
            }
            for at, each in enumerate(rated)
        ]

    def render_who(self, record: dict) -> str:
        return linked(record)

    def render_value(self, value: float) -> str:
        return decimals(value, 1)

    def render_spread(self, value: float) -> str:
        return decimals(value, 1)

    def render_change(self, value: float) -> str:
        return signed(value, 1)
