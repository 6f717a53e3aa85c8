"""What people type about clubs, players and accounts."""

import zoneinfo

from django import forms
from django.contrib.auth import get_user_model, password_validation
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from .colours import parse
from .imports import ROWS_MAX, SIZE_MAX, read_file
from .logos import BYTES_MAX, read_logo
from .mail import can_mail
from .models import Club, News, Player, Role
from .names import NAME_MAX, clean_name, clean_text
from .privacy import Naming
from .queries import all_players, find_players, players
from .start_code import is_start_code

NAMES_MAX = 500
CHOSEN_MAX = 200
"""With more players than so many, one looks for a name before choosing it."""


class NameField(forms.CharField):
    """A name in the form in which it is kept."""

    def __init__(self, **kwargs):
        super().__init__(**{"max_length": NAME_MAX, **kwargs})

    def clean(self, value: str) -> str:
        return clean_name(super().clean(value))


class AccountForm(forms.Form):
    """A new account."""

    username = (
        get_user_model()
        ._meta.get_field("username")
        .formfield(label=_("Your user name"), help_text=_("To sign in with. Letters, digits and @ . + - _"))
    )
    email = forms.EmailField(
        label=_("Your e-mail address"),
        required=False,
        help_text=_("To choose a new password if this one is lost. Nobody else reads it."),
    )
    password = forms.CharField(
        label=_("Password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("At least 8 characters, and not a common one."),
    )

    def clean_password(self) -> str:
        user = get_user_model()(username=self.cleaned_data.get("username", ""))
        password_validation.validate_password(self.cleaned_data["password"], user)
        return self.cleaned_data["password"]


class StartForm(AccountForm):
    """The first account and its club."""

    club_name = NameField(label=_("Name of the club"), help_text=_("As it should stand on a printed sheet."))
    code = forms.CharField(
        label=_("Set-up code"),
        max_length=20,
        help_text=_(
            "The program prints it where it was started, so that nobody else can take the site over."
        ),
    )

    field_order = ["club_name"]

    def clean_code(self) -> str:
        if not is_start_code(self.cleaned_data["code"]):
            raise ValidationError(_("That is not the code the program printed."))
        return self.cleaned_data["code"]


class PlayerForm(forms.ModelForm):
    name = NameField(label=_("Name"))

    class Meta:
        model = Player
        fields = ["name", "short_name", "number", "is_visitor", "naming", "is_minor"]
        fields += ["handicap", "rating", "master_points", "stratum"]
        help_texts = {
            "short_name": _("What friends say at the table, if it is not the name above."),
            "number": _("The national body's number, if any."),
            "naming": _("On public pages. Members of the club always read names in full."),
            "handicap": _("For sessions that are ranked with handicaps; a session may have its own."),
            "rating": _("A number by which sessions may sort players into strata."),
            "stratum": _("A letter by which sessions may sort players into strata, such as B."),
            "is_minor": _("Strangers never read the name of a minor."),
        }

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["naming"].choices = naming_choices()


class ChoiceOfPlayers:
    """A form in which players are chosen; in a large club, of those whom a search has found."""

    has_search = False

    def offer(self, club: Club, found: QuerySet[Player], wanted: str) -> None:
        """Let these players be chosen. In a large club only those ``wanted`` are shown, and who is chosen."""
        options = dict(found.values_list("pk", "name"))
        self.has_search = len(options) > CHOSEN_MAX
        if self.has_search:
            sent = {self.data.get(name, "") for name in self.fields} if self.is_bound else set()
            shown = [player.pk for player in find_players(club, wanted)] if wanted else []
            shown = [pk for pk in options if str(pk) in sent] + [pk for pk in shown if pk in options]
            options = {pk: options[pk] for pk in shown[:CHOSEN_MAX]}
        for field in self.fields.values():
            if isinstance(field, forms.ModelChoiceField):
                field.queryset = found
                field.widget.choices = [("", field.empty_label), *options.items()]


class MergeForm(ChoiceOfPlayers, forms.Form):
    """Two players of a club: the one to keep, and the one who turned out to be the same person."""

    kept = forms.ModelChoiceField(
        Player.objects.none(), label=_("The player to keep"), empty_label=_("Choose a player")
    )
    gone = forms.ModelChoiceField(
        Player.objects.none(), label=_("The same person"), empty_label=_("Choose a player")
    )

    def __init__(self, *args, club: Club, wanted: str = "", **kwargs):
        super().__init__(*args, **kwargs)
        self.offer(club, all_players(club), wanted)

    def clean(self) -> dict:
        values = super().clean()
        if values.get("kept") and values.get("kept") == values.get("gone"):
            raise ValidationError(_("Please choose two different players of this club."))
        return values


def naming_choices() -> list[tuple[str, str]]:
    """How strangers may read a player's name; unless he says so, the club does."""
    return [("", _("As the club has it")), *Naming.choices]


class MembersFileForm(forms.Form):
    """A list of members as a file."""

    file = forms.FileField(
        label=_("File"),
        help_text=_(
            "CSV or XLSX, with a heading for the names; a member number if you have it, and columns headed"
            " Handicap, Rating, Master points or Stratum."
        ),
        widget=forms.FileInput(attrs={"accept": ".csv,.xlsx,.txt"}),
    )

    def clean_file(self) -> list[list[str]]:
        file = self.cleaned_data["file"]
        return read_file(file.read(SIZE_MAX + 1), file.name)


class RowsForm(forms.Form):
    """The rows of a file that was looked at, on their way back to be put on the list: lines and tabs."""

    rows = forms.CharField(widget=forms.HiddenInput, strip=False)
    with_changes = forms.BooleanField(label=_("Change the members on the list as shown"), required=False)

    @staticmethod
    def written(rows: list[list[str]]) -> str:
        """Rows as the field carries them; no cell holds a tab or a new line, by `clean_text`."""
        return "\n".join("\t".join(row) for row in rows)

    def clean_rows(self) -> list[list[str]]:
        lines = self.cleaned_data["rows"].split("\n")
        if len(lines) > ROWS_MAX + 1:
            raise ValidationError(_("Please choose the file again."))
        return [[clean_text(cell) for cell in line.split("\t")] for line in lines]


class NamingForm(forms.ModelForm):
    """A player's own choice of how strangers read his name."""

    class Meta:
        model = Player
        fields = ["naming"]

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["naming"].choices = naming_choices()


class NewsForm(forms.ModelForm):
    """Something for the club's site."""

    title = NameField(label=_("Title"))

    class Meta:
        model = News
        fields = ["title", "text"]
        widgets = {"text": forms.Textarea(attrs={"rows": 5})}


class PasteForm(forms.Form):
    """Many names at once."""

    names = forms.CharField(
        label=_("Names"),
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off", "spellcheck": "false"}),
        help_text=_("One on each line. Names the club knows already are passed over."),
    )

    def clean_names(self) -> list[str]:
        names = [line for line in self.cleaned_data["names"].splitlines() if line.strip()]
        if len(names) > NAMES_MAX:
            raise ValidationError(_("At most %(limit)d names at once."), params={"limit": NAMES_MAX})
        return names


def _time_zones() -> list[tuple[str, str]]:
    names = sorted(
        zone for zone in zoneinfo.available_timezones() if "/" in zone and not zone.startswith("Etc/")
    )
    return [("", _("The server's")), ("UTC", "UTC"), *((name, name.replace("_", " ")) for name in names)]


class ClubForm(forms.ModelForm):
    name = NameField(label=_("Name"))
    website = forms.URLField(
        label=_("Web site"),
        required=False,
        assume_scheme="https",
        widget=forms.TextInput(attrs={"inputmode": "url", "spellcheck": "false"}),
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=_time_zones, required=False)

    class Meta:
        model = Club
        fields = [
            "name",
            "short_name",
            "description",
            "place",
            "contact",
            "email",
            "phone",
            "website",
            "time_zone",
            "naming",
            "is_listed",
            "is_indexed",
        ]
        widgets = {"description": forms.Textarea(attrs={"rows": 4})}
        help_texts = {
            "short_name": _("For narrow columns and the top of a phone."),
            "description": _("When and where you play, and whom to ask."),
            "naming": _("Unless a player chooses otherwise. Members read all names in full."),
            "contact": _("On the club's page for everyone, like the three below."),
            "is_indexed": _("Otherwise the pages ask search engines to stay away."),
            "is_listed": _("Otherwise only those who know its address find the club."),
        }

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["naming"].required = False

    def clean_naming(self) -> str:
        return self.cleaned_data["naming"] or self.instance.naming


class ColourForm(forms.Form):
    """A club's colour."""

    colour = forms.CharField(
        label=_("Colour"),
        max_length=7,
        widget=forms.TextInput(attrs={"type": "color"}),
        help_text=_("It is made darker or lighter where it could not be read, by day and by night."),
    )

    def clean_colour(self) -> str:
        parse(self.cleaned_data["colour"])
        return self.cleaned_data["colour"]


class LogoForm(forms.Form):
    """A picture to become the club's logo."""

    picture = forms.FileField(
        label=_("Picture"),
        help_text=_(
            "PNG, JPEG, WebP or GIF, up to 4 MB. It is made small, and nothing but the picture is kept."
        ),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp,image/gif"}),
    )

    def clean_picture(self) -> bytes:
        return read_logo(self.cleaned_data["picture"].read(BYTES_MAX + 1))


class RoleForm(forms.Form):
    """A role for one of the club's accounts."""

    role = forms.TypedChoiceField(
        label=_("Role"), choices=Role.choices, coerce=lambda value: Role(int(value))
    )


class InviteForm(ChoiceOfPlayers, RoleForm):
    """A role for somebody, who may be one of the players, by a link."""

    email = forms.EmailField(label=_("E-mail address"), required=False)
    player = forms.ModelChoiceField(
        Player.objects.none(),
        label=_("Which player it is"),
        required=False,
        empty_label=_("Nobody on the list"),
        help_text=_("Whoever accepts sees his own results and decides how strangers read his name."),
    )

    field_order = ["role", "email", "player"]

    def __init__(self, *args, club: Club, wanted: str = "", **kwargs):
        super().__init__(*args, **kwargs)
        self.offer(club, players(club).filter(user=None), wanted)
        self.fields["email"].help_text = (
            _("The link is mailed there.") if can_mail() else _("For your own list: this site sends no mail.")
        )


class EmailForm(forms.ModelForm):
    """Where letters to an account go."""

    class Meta:
        model = get_user_model()
        fields = ["email"]
        labels = {"email": _("Your e-mail address")}
        help_texts = {"email": _("To choose a new password if this one is lost. Nobody else reads it.")}


class CodeForm(forms.Form):
    """A code of an authenticator app, or a recovery code."""

    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "inputmode": "text", "spellcheck": "false"}
        ),
    )
