"""What the director fills in while a session goes on: the clock, messages, the end of the evening."""

from collections.abc import Iterable, Mapping

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.movements.breaks import LONG
from scoring.movements.drawn import MOST_ROUNDS

from .clock import BREAKS, LONGEST_MINUTES, WRONG_BREAKS, read_breaks
from .models import Session
from .services import REASON_MAX

CORRECTION_MINUTES = {
    30: gettext_lazy("for 30 minutes"),
    24 * 60: gettext_lazy("for 24 hours"),
    48 * 60: gettext_lazy("for 48 hours"),
    0: gettext_lazy("not at all: it is final at once"),
}
USUAL_CORRECTION = 30


class ClockForm(forms.Form):
    """Which round it is, how long one takes, and whether its end is heard."""

    round = forms.IntegerField(label=gettext_lazy("Round"), min_value=1)
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes a round"), min_value=1, max_value=LONGEST_MINUTES
    )
    has_sound = forms.BooleanField(
        label=gettext_lazy("Ring two minutes before and at the end"), required=False
    )


class BreaksForm(forms.Form):
    """After which rounds there is a break, and how long each is."""

    rounds = forms.RegexField(
        BREAKS,
        required=False,
        max_length=200,
        label=gettext_lazy("Breaks after rounds"),
        help_text=gettext_lazy("Numbers, such as 2, 4. Leave it empty for no break."),
        error_messages={"invalid": WRONG_BREAKS},
    )
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes a break"), min_value=1, max_value=LONGEST_MINUTES
    )

    @classmethod
    def of(cls, breaks: Mapping[int, int]) -> "BreaksForm":
        """As a session has them."""
        minutes = max(breaks.values(), default=LONG)
        values = {"rounds": ", ".join(map(str, sorted(breaks))), "minutes": minutes}
        return cls(initial=values, auto_id="breaks_%s")

    def clean_rounds(self) -> tuple[int, ...]:
        return read_breaks(self.cleaned_data["rounds"])


class RoundsForm(forms.Form):
    """How many rounds there are to be where each is drawn."""

    rounds = forms.IntegerField(label=gettext_lazy("Rounds to be played"), min_value=1, max_value=MOST_ROUNDS)


class MessageForm(forms.Form):
    """A message, and the table that reads it."""

    text = forms.CharField(label=gettext_lazy("Message"), max_length=REASON_MAX)
    table = forms.TypedChoiceField(label=gettext_lazy("To"), coerce=int, required=False, empty_value=None)

    def __init__(self, *args, tables: Iterable[int], **kwargs):
        super().__init__(*args, **kwargs)
        named = [(number, _("Table %(number)d") % {"number": number}) for number in tables]
        self.fields["table"].choices = [("", _("every table")), *named]


class PhonesForm(forms.Form):
    """Whether phones stay at the tables, and who checks a result."""

    phones = forms.ChoiceField(
        label=gettext_lazy("Where the phones are"), choices=Session.Phones.choices, widget=forms.RadioSelect
    )
    checking = forms.ChoiceField(
        label=gettext_lazy("Who checks a result"), choices=Session.Checking.choices, widget=forms.RadioSelect
    )

    @classmethod
    def of(cls, session: Session) -> "PhonesForm":
        """As the session has it."""
        return cls(initial={"phones": session.phones, "checking": session.checking})


class TravellersForm(forms.Form):
    """Which boards' other results the phones show."""

    travellers = forms.ChoiceField(
        label=gettext_lazy("Phones show how others did"), choices=Session.Travellers.choices
    )


class PublishForm(forms.Form):
    """How long a published result may still be corrected."""

    correction_minutes = forms.TypedChoiceField(
        label=gettext_lazy("Corrections are possible"),
        choices=list(CORRECTION_MINUTES.items()),
        coerce=int,
        required=False,
        empty_value=USUAL_CORRECTION,
        initial=USUAL_CORRECTION,
    )
