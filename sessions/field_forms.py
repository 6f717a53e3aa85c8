"""What the director fills in about the field of a session: handicaps, strata, carry-over."""

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext as _

from scoring.lines import Options, format_points
from scoring.standings.refine import has_handicaps, has_strata, strata_of

from .models import Session
from .queries import Competitor


class FieldForm(forms.Form):
    """A handicap and a stratum for each contestant, empty where they follow from the players."""

    def __init__(
        self,
        *args,
        session: Session,
        ranking: Options,
        competitors: Sequence[Competitor],
        sources: Sequence[Session],
        **kwargs,
    ):
        super().__init__(*args, **kwargs)
        self.competitors, self.sources = competitors, {str(source.pk): source for source in sources}
        self.has_handicaps, self.has_strata = has_handicaps(ranking), has_strata(ranking)
        for each in competitors:
            if self.has_handicaps:
                self._add_handicap(each)
            if self.has_strata:
                self._add_stratum(each, [stratum.name for stratum in strata_of(ranking)])
        if ranking["carry"] == "carried":
            choices = [("", _("nowhere"))]
            choices += [
                (key, f"{source.date:%Y-%m-%d} · {source.title}") for key, source in self.sources.items()
            ]
            self.fields["carried_from"] = forms.ChoiceField(
                label=_("Points are carried over from"),
                choices=choices,
                required=False,
                initial=str(session.carried_from_id or ""),
            )

    def _add_handicap(self, each: Competitor) -> None:
        typed = each.side.contender.handicap
        self.fields[f"handicap_{each.side.pk}"] = forms.CharField(
            label=_("Handicap of %(name)s") % {"name": each.side.name},
            required=False,
            max_length=12,
            initial="" if typed is None else format_number(typed),
            widget=forms.TextInput(
                attrs={
                    "inputmode": "decimal",
                    "autocomplete": "off",
                    "placeholder": format_number(each.handicap),
                }
            ),
        )

    def _add_stratum(self, each: Competitor, names: Sequence[str]) -> None:
        usual = _("as its players: %(stratum)s") % {"stratum": each.stratum}
        typed = each.side.contender.stratum
        self.fields[f"stratum_{each.side.pk}"] = forms.ChoiceField(
            label=_("Stratum of %(name)s") % {"name": each.side.name},
            choices=[("", _("as its players") if typed else usual), *((name, name) for name in names)],
            required=False,
            initial=typed,
        )

    @property
    def rows(self) -> list[tuple[Competitor, forms.BoundField | None, forms.BoundField | None]]:
        """Each contestant with its two fields, where the session has them."""
        return [
            (each, self._bound(f"handicap_{each.side.pk}"), self._bound(f"stratum_{each.side.pk}"))
            for each in self.competitors
        ]

    def _bound(self, name: str) -> forms.BoundField | None:
        return self[name] if name in self.fields else None

    @property
    def is_empty(self) -> bool:
        """Whether this session has neither handicaps nor strata nor a carry-over."""
        return not self.fields

    def values(self) -> dict:
        """What the service takes."""
        found = self.cleaned_data
        return {
            "handicaps": self._by_contestant("handicap_"),
            "strata": self._by_contestant("stratum_"),
            "carried_from": self.sources.get(found.get("carried_from", "")),
        }

    def _by_contestant(self, prefix: str) -> dict[int, str]:
        found = self.cleaned_data.items()
        return {int(name.removeprefix(prefix)): text for name, text in found if name.startswith(prefix)}


def format_number(value) -> str:
    """A number as it is typed: ``3.5``."""
    return f"{float(value):g}" if value.denominator > 2 else format_points(value).replace("½", ".5")
