"""Forms of the rules of a club or a session, and of the rulings on a board."""

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.methods import METHODS
from scoring.results import Method, TableKey
from scoring.standings.refine import RANKING

from .models import Adjustment
from .queries import TableRound
from .rules import Rules, methods_of
from .rulings import FORMS
from .services import REASON_MAX
from .setup_forms import check_rules, option_field
from .words import say, say_lazily

OUTCOMES = 4
TEXT_MAX = 40


def _reason() -> forms.Field:
    return forms.CharField(label=gettext_lazy("Reason"), max_length=REASON_MAX)


class RulesForm(forms.Form):
    """The method with its options and, unless results stand, the options of the game.

    Every method's options are there, so that nothing depends on a script; those of the method chosen count.
    """

    def __init__(self, *args, rules: Rules, with_game: bool, **kwargs):
        super().__init__(*args, **kwargs)
        self.rules = rules
        alike = methods_of(rules.ruleset, ranks_teams=rules.method.ranks_teams)
        self.methods: tuple[Method, ...] = tuple(dict.fromkeys((*alike, rules.method)))
        options = rules.ruleset.options if with_game else ()
        for option in options:
            self.fields[f"option_{option.name}"] = option_field(option)
            self.initial[f"option_{option.name}"] = rules.options[option.name]
        self._add_methods()
        for option in RANKING.options:
            self.fields[f"ranking_{option.name}"] = option_field(option)
            self.initial[f"ranking_{option.name}"] = rules.ranking_options[option.name]
        self._fill_gaps()

    def _add_methods(self) -> None:
        choices = [(method.slug, say_lazily(method.name)) for method in self.methods]
        self.fields["method"] = forms.ChoiceField(
            label=_("Ranked by"), choices=choices, initial=self.rules.method.slug, widget=forms.RadioSelect
        )
        for method in self.methods:
            own = self.rules.method_options if method.slug == self.rules.method.slug else {}
            for option in method.options:
                self.fields[f"{method.slug}_{option.name}"] = option_field(option)
                self.initial[f"{method.slug}_{option.name}"] = own.get(option.name, option.default)

    @property
    def game_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("option_")]

    @property
    def ranking_fields(self) -> list[forms.BoundField]:
        """What the club does with the ranking: sections, handicaps, strata, carry-over."""
        return [self[f"ranking_{option.name}"] for option in RANKING.options]

    @property
    def has_ranking(self) -> bool:
        """Whether any of these is not as usual, or wrong."""
        return any(field.errors or field.value() != field.field.initial for field in self.ranking_fields)

    @property
    def method_groups(self) -> list[tuple[Method, list[forms.BoundField]]]:
        """The methods that have options, each with its fields."""
        return [
            (method, [self[f"{method.slug}_{option.name}"] for option in method.options])
            for method in self.methods
            if method.options
        ]

    def _fill_gaps(self) -> None:
        """Whatever was not sent stays as it stands; a switch that is off sends nothing and is off."""
        if self.is_bound:
            self.data = self.data.copy()
            for name, field in self.fields.items():
                if not isinstance(field, forms.BooleanField):
                    self.data.setdefault(name, self.get_initial_for_field(field, name))

    def clean(self) -> dict:
        found = super().clean()
        if "method" in found:
            check_rules(self, METHODS[found["method"]], found["method"])
        check_rules(self, RANKING, "ranking")
        if self.game_fields:
            check_rules(self, self.rules.ruleset, "option")
        return found

    def values(self) -> dict:
        """The method and its options, and those of the ranking."""
        found = self.cleaned_data
        options = METHODS[found["method"]].options
        return {
            "method": found["method"],
            "method_options": {o.name: found[f"{found['method']}_{o.name}"] for o in options},
            "ranking_options": {o.name: found[f"ranking_{o.name}"] for o in RANKING.options},
        }

    def game_options(self) -> dict:
        return {
            option.name: self.cleaned_data[f"option_{option.name}"] for option in self.rules.ruleset.options
        }


class WeightedForm(forms.Form):
    """Several outcomes of a board with their weights."""

    def __init__(self, *args, side: str = "", **kwargs):
        super().__init__(*args, **kwargs)
        for number in range(1, OUTCOMES + 1):
            self.fields[f"score_{number}"] = forms.CharField(
                label=_("Outcome %(number)d") % {"number": number},
                max_length=TEXT_MAX,
                required=number <= 2,
            )
            self.fields[f"weight_{number}"] = forms.CharField(
                label=_("Per cent"), max_length=20, required=number <= 2
            )
        self.fields["score_1"].help_text = _("A result such as 4S N 10, or a score for %(side)s.") % {
            "side": side
        }
        self.fields["reason"] = _reason()

    @property
    def rows(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        return [(self[f"score_{number}"], self[f"weight_{number}"]) for number in range(1, OUTCOMES + 1)]

    def clean(self) -> dict:
        found = super().clean()
        for number in range(1, OUTCOMES + 1):
            score, weight = found.get(f"score_{number}"), found.get(f"weight_{number}")
            if weight and not score and f"score_{number}" not in self.errors:
                self.add_error(f"score_{number}", _("This weight has no outcome."))
            if score and not weight and f"weight_{number}" not in self.errors:
                self.add_error(f"weight_{number}", _("This outcome has no weight."))
        return found

    def outcomes(self) -> list[tuple[str, str]]:
        found = self.cleaned_data
        pairs = [(found[f"score_{number}"], found[f"weight_{number}"]) for number in range(1, OUTCOMES + 1)]
        return [(score, weight) for score, weight in pairs if score]


class PointsForm(forms.Form):
    """Points outright to both sides of a board."""

    first = forms.CharField(max_length=20)
    second = forms.CharField(max_length=20)
    reason = _reason()

    def __init__(self, *args, sides: Sequence[str] = (), **kwargs):
        super().__init__(*args, **kwargs)
        for name, side in zip(("first", "second"), sides, strict=False):
            self.fields[name].label = side


class FouledForm(forms.Form):
    """Which of its forms each table played of a fouled board; the first is the usual one."""

    reason = _reason()

    def __init__(self, *args, board: int, seats: Sequence[TableRound], ruled: Adjustment | None, **kwargs):
        super().__init__(*args, **kwargs)
        self.keys = [seat.played.key for seat in seats]
        known = {(round_, table): form for round_, table, form in (ruled.tables if ruled else ())}
        choices = [(str(number), letter) for number, letter in enumerate(FORMS[: max(2, len(seats))])]
        for seat in seats:
            self.fields[_form_name(seat.played.key)] = forms.ChoiceField(
                label=_seat(seat, board),
                choices=choices,
                initial=str(known.get(seat.played.key, 0)),
                required=False,
            )

    @property
    def tables(self) -> list[forms.BoundField]:
        """The form of each table."""
        return [self[_form_name(key)] for key in self.keys]

    def played_forms(self) -> dict[TableKey, int]:
        """The number of the form by round and table."""
        return {key: int(self.cleaned_data[_form_name(key)] or 0) for key in self.keys}


def _form_name(key: TableKey) -> str:
    return f"form_{key[0]}_{key[1]}"


def _seat(seat: TableRound, board: int) -> str:
    where = _("Table %(table)d, round %(round)d") % {"table": seat.table, "round": seat.round}
    names = ", ".join(side.label for side in {side.pk: side for side in seat.sides.values()}.values())
    result = say(seat.describe(board)) if board in seat.lines else _("no result yet")
    return f"{where} · {names} · {result}"
