"""What a director fills in to combine several sessions."""

from collections.abc import Sequence

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from clubs.forms import NameField

from .models import Event, Session

SESSIONS_MAX = 100


class EventForm(forms.Form):
    """A combined event: two sessions and a title are enough."""

    title = NameField(label=_("Title"))
    sessions = forms.MultipleChoiceField(
        label=_("Sessions"),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Ranked by the same number, such as the percentage. Who played is known by name."),
    )
    method = forms.ChoiceField(label=_("How they are combined"), choices=Event.Method.choices)
    least = forms.IntegerField(
        label=_("Sessions needed for a place"),
        required=False,
        min_value=1,
        max_value=SESSIONS_MAX,
        help_text=_("All of them where nothing is given."),
    )

    def __init__(self, *args, sessions: Sequence[Session], event: Event | None = None, **kwargs):
        super().__init__(*args, **kwargs)
        self.known = {str(session.pk): session for session in sessions}
        self.fields["sessions"].choices = [
            (key, f"{date_format(session.date, 'SHORT_DATE_FORMAT')} · {session.title}")
            for key, session in self.known.items()
        ]
        if event is not None:
            own = [key for key, session in self.known.items() if session.event_id == event.pk]
            self.initial = {
                "title": event.title,
                "method": event.method,
                "least": event.least,
                "sessions": own,
            }

    def values(self) -> dict:
        """What the service takes."""
        return self.cleaned_data | {"sessions": [self.known[key] for key in self.cleaned_data["sessions"]]}
