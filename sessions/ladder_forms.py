"""What a director fills in to define a ladder."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubs.forms import NameField
from scoring.rulesets import RULESETS

from .models import Ladder
from .words import say

COUNT_MAX = 400


class LadderForm(forms.ModelForm):
    """A ladder; the usual season needs a title only."""

    title = NameField(label=_("Title"))
    rulesets = forms.MultipleChoiceField(
        label=_("Games"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("All games where none is chosen."),
    )
    best = forms.IntegerField(
        label=_("Best sessions that count"),
        required=False,
        min_value=1,
        max_value=COUNT_MAX,
        help_text=_("All of them where nothing is given."),
    )
    dropped = forms.IntegerField(
        label=_("Worst sessions left out"), required=False, min_value=0, max_value=COUNT_MAX
    )
    minimum = forms.IntegerField(
        label=_("Sessions needed for a place"), required=False, min_value=0, max_value=COUNT_MAX
    )
    attendance = forms.IntegerField(
        label=_("Points for each attendance"), required=False, min_value=0, max_value=1000
    )

    class Meta:
        model = Ladder
        fields = [
            *("title", "rulesets", "starts", "ends", "measure", "unit", "best", "dropped", "minimum"),
            *("attendance", "has_visitors", "has_handicaps", "is_public"),
        ]
        widgets = {
            "starts": forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
            "ends": forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        }

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["rulesets"].choices = [(slug, say(game.name)) for slug, game in RULESETS.items()]

    def clean(self) -> dict:
        """Empty counts are none; a season does not end before it starts."""
        values = super().clean()
        for name in ("dropped", "minimum", "attendance"):
            values[name] = values.get(name) or 0
        starts, ends = values.get("starts"), values.get("ends")
        if starts and ends and ends < starts:
            raise ValidationError({"ends": _("The ladder would end before it starts.")})
        return values
