"""Tables of results: the leaderboard and the traveller, with the columns that the method names."""

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _

from scoring.results import Column as Figure

from .models import Session
from .queries import Place
from .templatetags.overtrick import figure, names
from .words import say, say_lazily

UNITS = {"percent": "%"}


class FigureColumn(tables.Column):
    """A figure of a standing; the first one ranks and is the largest."""

    def __init__(self, shown: Figure, *, is_first: bool) -> None:
        css = "score" if is_first else "num spare"
        attrs = {"th": {"class": css}, "td": {"class": css}}
        super().__init__(
            accessor="standing", verbose_name=say_lazily(shown.label), empty_values=(), attrs=attrs
        )
        self.shown = shown
        self.unit = UNITS.get(shown.kind, "") if is_first else ""

    def render(self, value) -> str:
        text = figure(value, self.shown)
        if self.unit and value.figures:
            return format_html('{}<span class="unit"> {}</span>', text, self.unit)
        return text


class LeaderboardTable(tables.Table):
    """The places of one group of winners."""

    rank = tables.Column(
        verbose_name=_("Place"), default="–", attrs={"th": {"class": "rank"}, "td": {"class": "rank"}}
    )
    number = tables.Column(
        accessor="side__number",
        verbose_name=_("No."),
        attrs={"th": {"class": "num spare"}, "td": {"class": "num spare muted"}},
    )
    who = tables.Column(accessor="side", verbose_name=_("Name"), attrs={"th": {"class": "who"}})

    class Meta:
        orderable = False
        template_name = "sessions/_table.html"
        attrs = {"class": "data leaderboard"}
        row_attrs = {
            "data-contestant": lambda record: record.side.pk,
            "data-result": lambda record: f"{record.rank} {record.standing.score}",
            "class": lambda record: "" if record.rank else "off",
        }

    def __init__(self, places: tuple[Place, ...], *, session: Session) -> None:
        self.session = session
        self.figures = session.method.columns
        first, *others = self.figures
        columns = [(first.name, FigureColumn(first, is_first=True))]
        columns += [(other.name, FigureColumn(other, is_first=False)) for other in others]
        super().__init__(places, extra_columns=columns)

    def render_who(self, record: Place) -> str:
        address = reverse(
            "sessions:contestant", args=[self.session.club.slug, self.session.pk, record.side.pk]
        )
        return format_html(
            '<a href="{}">{}</a><span class="details">{}</span>',
            address,
            names(record.side),
            self._details(record),
        )

    def _details(self, record: Place) -> str:
        """The other figures in a line, for narrow screens."""
        if not record.standing.figures:
            return _("no result yet")
        shown = ((say(other.label), figure(record.standing, other)) for other in self.figures[1:])
        return format_html_join(" ", '<span>{} <span class="num">{}</span></span>', shown)
