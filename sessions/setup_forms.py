"""What the director fills in: the game, who is here, and how they are to be seated."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Player
from clubs.names import NAME_MAX, clean_name, name_key
from scoring.lines import EntryError, HasOptions, Option, Ruleset, check_options
from scoring.methods import METHODS
from scoring.movements import MOST_RESEATINGS
from scoring.movements.missing import NS
from scoring.rulesets import RULESETS

from . import name_lists, setup
from .clock import BREAKS, LONGEST_MINUTES, WRONG_BREAKS
from .models import Session
from .movement_file import read_movement_file
from .own_movement import OwnMovementError, read_own
from .rules import methods_of
from .services import REASON_MAX
from .setup import Wishes
from .sheets.reading import NotReadError
from .words import say, say_error, say_lazily

MOST_ROUNDS = 60
SHARE = r"(?i)^(A[+-]?|\d{1,3}([.,/]\d{1,4})? *%?)$"
AMOUNT = r"^-?\d{1,6}([.,/]\d{1,4})?$"
MOST_BOARDS_PER_ROUND = 40
MOST_COPIES = 40
MOST_TABLES = 100
MOST_MINUTES = 24 * 60
WISHES = ("winners", "copies", "minutes", "breaks", "break_minutes", "draws", "still", "missing", "own")
OWN_FILE = "own_file"
MOST_OWN = 200_000
OWN_EXAMPLE = "round,table,NS,EW,boards\n1,1,1,2,1-3"


class DateInput(forms.DateInput):
    input_type = "date"

    def __init__(self, **kwargs):
        super().__init__(format="%Y-%m-%d", **kwargs)


class TitleField(forms.CharField):
    """A session's title in the form in which it is kept; empty for the name of the game."""

    def __init__(self, **kwargs):
        super().__init__(
            **{"label": gettext_lazy("Title"), "required": False, "max_length": NAME_MAX, **kwargs}
        )

    def clean(self, value: str) -> str:
        text = super().clean(value)
        return clean_name(text) if text else ""


class DetailsForm(forms.Form):
    """What may change at any time: the title and the date."""

    title = TitleField(required=True)
    date = forms.DateField(label=gettext_lazy("Date"), widget=DateInput())


class NewSessionForm(forms.Form):
    """The game, and whether pairs or teams play it; everything else can wait."""

    ruleset = forms.ChoiceField(label=gettext_lazy("Game"), widget=forms.RadioSelect)
    title = TitleField(help_text=gettext_lazy("The name of the game, if you leave it empty."))
    date = forms.DateField(label=gettext_lazy("Date"), widget=DateInput(), initial=timezone.localdate)

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.kinds = _kinds()
        self.fields["ruleset"].choices = [(kind.value, kind.name) for kind in self.kinds]

    def games(self) -> Iterator[tuple[object, "Kind"]]:
        """Each choice of the game with what there is to say of it."""
        return zip(self["ruleset"], self.kinds, strict=True)

    def session_values(self) -> dict:
        """What the session is made of; a title left empty is the name of the game."""
        found = self.cleaned_data
        kind = next(kind for kind in self.kinds if kind.value == found["ruleset"])
        title = found["title"] or str(kind.name)
        return {"ruleset": kind.ruleset, "has_teams": kind.has_teams, "date": found["date"], "title": title}


@dataclass(frozen=True, slots=True)
class Kind:
    """A game to choose, to be played by pairs or single players, or by teams."""

    value: str
    ruleset: str
    name: str
    summary: str
    has_teams: bool = False


def _kinds() -> list[Kind]:
    """Each game, and once more for teams where they can play it."""
    found = []
    for slug, game in RULESETS.items():
        found.append(Kind(slug, slug, say_lazily(game.name), say_lazily(game.summary)))
        if methods_of(game, ranks_teams=True):
            name = format_lazy(gettext_lazy("{game}, teams"), game=say_lazily(game.name))
            summary = gettext_lazy("Teams of four play matches at two tables each, the same boards at both.")
            found.append(Kind(f"{slug}-teams", slug, name, summary, has_teams=True))
    return found


class SetupForm(forms.Form):
    """Everything that seats a session, for the shape of its game."""

    title = TitleField()
    date = forms.DateField(label=gettext_lazy("Date"), widget=DateInput())
    names = forms.CharField(
        required=False,
        strip=False,
        max_length=40_000,
        widget=forms.Textarea(
            attrs={"rows": 12, "autocomplete": "off", "spellcheck": "false", "autocapitalize": "words"}
        ),
    )
    members = forms.MultipleChoiceField(
        label=gettext_lazy("Members"), required=False, widget=forms.CheckboxSelectMultiple
    )
    order = forms.ChoiceField(widget=forms.RadioSelect)
    seed = forms.IntegerField(required=False, min_value=0, max_value=setup.SEEDS, widget=forms.HiddenInput)
    movement = forms.CharField(required=False, max_length=40)

    def __init__(
        self,
        *args,
        ruleset: Ruleset,
        players: Sequence[Player],
        has_teams: bool = False,
        found: str = "",
        shown: Sequence[Player] = (),
        **kwargs,
    ):
        """``found`` is a movement that a longer search has found, to be offered with the others.

        Of all the ``players`` who may be ticked, only those ``shown`` are, where there are any.
        """
        super().__init__(*args, **kwargs)
        self.ruleset, self.has_teams, self.found = ruleset, has_teams, found
        self.methods = methods_of(ruleset, ranks_teams=has_teams)
        self.fields["members"].choices = [(player.name, player.name) for player in players]
        self.shown = [player.name for player in shown or _members_first(players)]
        self.has_more_members = len(self.shown) < len(players)
        self.fields["names"].label = (
            _("Teams, one on each line")
            if has_teams
            else _("Pairs, one on each line")
            if self.has_pairs
            else _("Names, one a line")
        )
        self.fields["order"].choices = _orders(ruleset, has_teams=has_teams)
        self._add_rounds()
        self._add_boards()
        self.fields.update(_break_fields())
        if self.has_pairs:
            self.fields["draws"] = _draws_field()
        self.fields["own"] = _own_field()
        self.fields[OWN_FILE] = _own_file_field()
        self._add_methods()
        self.fields.update({f"option_{option.name}": option_field(option) for option in ruleset.options})

    @property
    def has_pairs(self) -> bool:
        return self.ruleset.partnerships

    def _add_rounds(self) -> None:
        most = MOST_ROUNDS if self.has_pairs else MOST_RESEATINGS
        self.fields["rounds"] = _open_number(_("Rounds"), most)

    def _add_boards(self) -> None:
        if not self.has_pairs:
            for size, usual in self.ruleset.boards.items():
                self.fields[f"boards_{size}"] = _boards_field(size, usual)
        elif self.ruleset.boards:
            label = _("Boards a match") if self.has_teams else _("Boards a round")
            self.fields["boards_per_round"] = _open_number(label, MOST_BOARDS_PER_ROUND)
            wishes = _wish_fields()
            self.fields.update({"minutes": wishes["minutes"]} if self.has_teams else wishes)
        else:
            self.fields["tables"] = _open_number(_("Tables, at most"), MOST_TABLES)

    def _add_methods(self) -> None:
        if len(self.methods) > 1:
            self.fields["method"] = forms.ChoiceField(
                label=_("Ranked by"),
                choices=[(method.slug, say_lazily(method.name)) for method in self.methods],
            )
        for method in self.methods:
            for option in method.options:
                self.fields[f"method_{method.slug}_{option.name}"] = option_field(option)

    def clean(self) -> dict:
        """Put ticked members on the list, which alone counts, and read it."""
        cleaned = super().clean()
        text = cleaned.get("names", "")
        if cleaned.get("members"):
            add = name_lists.add_teammates if self.has_teams else name_lists.add_names
            text = add(text, cleaned["members"])
            self.data = self.data.copy()
            self.data["names"] = text
            self.data.setlist("members", [])
        check_rules(self, self.ruleset, "option")
        slug = cleaned.get("method") or self.ruleset.methods[0]
        check_rules(self, METHODS[slug], f"method_{slug}")
        if "names" in self.errors:
            return cleaned
        try:
            self._read_list(cleaned, text)
            self._check_still(cleaned)
            self._take_file(cleaned)
            self._check_own(cleaned)
            if not cleaned["entries"]:
                self.add_error("names", _("Write down who is here, or tick them."))
        except ValidationError as error:
            self.add_error("names", error)
        return cleaned

    def _read_list(self, cleaned: dict, text: str) -> None:
        """Who plays, contestant by contestant, and what teams are called."""
        teams = name_lists.read_teams(text) if self.has_teams else ()
        cleaned["called"] = [team.called for team in teams]
        cleaned["entries"] = (
            tuple(team.players for team in teams)
            if self.has_teams
            else name_lists.read_names(text, pairs=self.has_pairs)
        )

    def _check_still(self, cleaned: dict) -> None:
        known = {name_key(name) for names in cleaned["entries"] for name in names}
        strangers = [
            name for name in setup.read_still(cleaned.get("still", "")) if name_key(name) not in known
        ]
        if strangers:
            self.add_error("still", _("%(name)s is not on the list.") % {"name": strangers[0]})

    def _take_file(self, cleaned: dict) -> None:
        """Put a movement's file into the box, where it can be seen and mended."""
        if not cleaned.get(OWN_FILE):
            return
        try:
            cleaned["own"] = read_movement_file(cleaned[OWN_FILE])
        except NotReadError as error:
            self.add_error(OWN_FILE, str(error))
            return
        self.data = self.data.copy()
        self.data["own"] = cleaned["own"]

    def _check_own(self, cleaned: dict) -> None:
        """Name every fault of a movement that was pasted."""
        if cleaned.get("own", "").strip():
            try:
                count = len(cleaned["entries"])
                read_own(cleaned["own"], ruleset=self.ruleset, count=count, has_teams=self.has_teams)
            except OwnMovementError as error:
                self.add_error("own", name_lists.shortened([f"{say(fault)}." for fault in error.faults]))

    def wishes(self) -> Wishes:
        """The wishes behind whatever of the form is in order."""
        found = self.cleaned_data
        sizes = self.ruleset.boards if not self.has_pairs else ()
        return Wishes(
            order=found.get("order") or setup.usual_order(self.ruleset),
            seed=found.get("seed") or setup.new_seed(),
            movement=found.get("movement", ""),
            rounds=found.get("rounds"),
            boards_per_round=found.get("boards_per_round"),
            boards={size: found[f"boards_{size}"] for size in sizes if found.get(f"boards_{size}")},
            winners=found.get("winners"),
            copies=found.get("copies"),
            minutes=found.get("minutes"),
            still=found.get("still", ""),
            missing=found.get("missing", ""),
            own=found.get("own", ""),
            found=self.found,
            tables=found.get("tables"),
            breaks=found.get("breaks", ""),
            break_minutes=found.get("break_minutes"),
            draws=found.get("draws", ""),
        )

    def session_values(self) -> dict:
        """The session's own values: title, date, the game's options, the method with its options."""
        found = self.cleaned_data
        slug = found.get("method") or self.methods[0].slug
        options = METHODS[slug].options
        return {
            "title": found["title"] or _(self.ruleset.name),
            "date": found["date"],
            "options": {option.name: found[f"option_{option.name}"] for option in self.ruleset.options},
            "method_slug": slug,
            "method_options": {option.name: found[f"method_{slug}_{option.name}"] for option in options},
        }

    def option_fields(self) -> list[forms.BoundField]:
        """The rules of the game and of the method, which most evenings leave alone."""
        return [self[name] for name in self.fields if name.startswith(("option_", "method"))]

    def length_fields(self) -> list[forms.BoundField]:
        """How long the evening is: rounds and boards, or tables."""
        names = ["rounds", *(name for name in self.fields if name.startswith(("boards_", "tables")))]
        return [self[name] for name in names]

    def wish_fields(self) -> list[forms.BoundField]:
        """What a movement may have to fit besides: winners, sets of boards, time, who keeps a seat."""
        return [self[name] for name in (*WISHES, OWN_FILE) if name in self.fields]

    def has_wishes(self) -> bool:
        """Whether any of these is filled in or wrong."""
        return any(field.value() or field.errors for field in self.wish_fields())

    def has_rule_errors(self) -> bool:
        return any(field.errors for field in self.option_fields())


def setup_initial(session: Session) -> dict:
    """A session's set-up as the form shows it again."""
    wishes = setup.wishes_of(session.plan)
    method = session.method_slug
    return {
        "title": session.title,
        "date": session.date,
        "names": session.plan.get("names", ""),
        "order": session.plan.get("order") or setup.usual_order(session.ruleset),
        "seed": wishes.seed or setup.new_seed(),
        "movement": wishes.movement,
        "rounds": wishes.rounds,
        "boards_per_round": wishes.boards_per_round,
        "tables": wishes.tables,
        **{name: getattr(wishes, name) for name in WISHES},
        "method": method,
        **{f"boards_{size}": count for size, count in wishes.boards.items()},
        **_named("option", session.options),
        **_named(f"method_{method}", session.method_options),
    }


def _members_first(players: Sequence[Player]) -> list[Player]:
    return sorted(players, key=lambda player: player.is_visitor)


def _named(prefix: str, values: Mapping) -> dict:
    return {f"{prefix}_{name}": value for name, value in values.items()}


def _orders(ruleset: Ruleset, *, has_teams: bool) -> list[tuple[str, str]]:
    if has_teams:
        return [(setup.LISTED, _("As listed: the first line is team 1")), (setup.DRAW, _("By draw"))]
    if not ruleset.partnerships:
        listed = (
            _("As listed")
            if not setup.has_partners(ruleset)
            else _("As listed: lines 1 and 2 partner, 3 and 4 …")
        )
        return [(setup.DRAW, _("By draw")), (setup.LISTED, listed)]
    return [(setup.LISTED, _("As listed: the first line is pair 1")), (setup.DRAW, _("By draw"))]


def _open_number(label: str, most: int) -> forms.Field:
    """A number that may be left to the program."""
    widget = forms.NumberInput(attrs={"placeholder": _("as proposed")})
    return forms.IntegerField(label=label, required=False, min_value=1, max_value=most, widget=widget)


def _wish_fields() -> dict[str, forms.Field]:
    """What restricts the movements for pairs."""
    winners = [("", _("as proposed")), (1, _("one")), (2, _("two: North-South and East-West"))]
    return {
        "winners": forms.TypedChoiceField(
            label=_("Winners"), choices=winners, coerce=int, empty_value=None, required=False
        ),
        "copies": _open_number(_("Sets of the boards at hand"), MOST_COPIES),
        "minutes": _open_number(_("Minutes to play, at most"), MOST_MINUTES),
        "still": forms.CharField(
            label=_("Who must keep a seat"),
            required=False,
            max_length=2000,
            widget=forms.Textarea(attrs={"rows": 2}),
            help_text=_("Names from the list, one on each line or with commas between."),
        ),
        "missing": forms.ChoiceField(
            label=_("The missing pair of a Mitchell"),
            choices=[
                ("", _("East-West: the North-South pairs take turns to sit out")),
                (NS, _("North-South: the East-West pairs take turns to sit out")),
            ],
            required=False,
            help_text=_(
                "With an odd number of pairs. If East-West lacks one, each pair that is left alone waits "
                "at its own table; if North-South does, it waits at the last table, where no pair is at home."
            ),
        ),
    }


def _break_fields() -> dict[str, forms.Field]:
    """After which rounds there is a break, and how long each is."""
    widget = forms.TextInput(attrs={"placeholder": _("as proposed")})
    return {
        "breaks": forms.RegexField(
            BREAKS,
            label=_("Breaks after rounds"),
            required=False,
            max_length=200,
            widget=widget,
            help_text=_("Numbers, such as 2, 4; or 0 for none. The round clock counts them down."),
            error_messages={"invalid": WRONG_BREAKS},
        ),
        "break_minutes": _open_number(_("Minutes a break"), LONGEST_MINUTES),
    }


def _draws_field() -> forms.Field:
    """Who draws the rounds that depend on results."""
    return forms.ChoiceField(
        label=_("Rounds that are drawn from results"),
        choices=[
            ("", _("as usual for the movement")),
            (setup.ITSELF, _("by themselves, as soon as the results are in and agreed")),
            (setup.DIRECTOR, _("when the director says so")),
        ],
        required=False,
    )


def _own_field() -> forms.Field:
    return forms.CharField(
        label=_("A movement of your own"),
        required=False,
        strip=False,
        max_length=MOST_OWN,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "placeholder": OWN_EXAMPLE}),
        help_text=_("Pasted from a spreadsheet or a CSV file: round, table, NS, EW, boards; or N, S, E, W."),
    )


def _own_file_field() -> forms.Field:
    return forms.FileField(
        label=_("Or a file of it"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx"}),
        help_text=_("CSV or Excel; what is read stands in the box above afterwards."),
    )


def _boards_field(size: int, usual: Sequence[int]) -> forms.Field:
    """Boards at tables of one size: any number with which all declare equally often."""
    most = max(usual) + size
    choices = [(count, _board_label(count, usual)) for count in range(size, most + 1, size)]
    return forms.TypedChoiceField(
        label=_("Boards at a table of %(size)d") % {"size": size},
        choices=choices,
        coerce=int,
        empty_value=None,
        required=False,
        initial=usual[0],
    )


def _board_label(count: int, usual: Sequence[int]) -> str:
    return _("%(count)d, as usual") % {"count": count} if count in usual else str(count)


def option_field(option: Option) -> forms.Field:
    """A rule that a club may set, as a form's field."""
    common = {
        "label": say_lazily(option.label),
        "help_text": say_lazily(option.meaning),
        "initial": option.default,
    }
    if option.kind == "choice":
        choices = [(choice.value, say_lazily(choice.label)) for choice in option.choices]
        return forms.ChoiceField(choices=choices, **common)
    if option.kind == "number":
        return forms.IntegerField(min_value=option.minimum, max_value=option.maximum, **common)
    if option.kind == "text":
        common["help_text"] = format_lazy("{} {}", common["help_text"], say_lazily(option.help))
        widget = forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"})
        return forms.CharField(required=False, max_length=option.maximum, widget=widget, **common)
    return forms.BooleanField(required=False, **common)


def check_rules(form: forms.Form, owner: HasOptions, prefix: str) -> None:
    """Name what is wrong with the options of a game or a method beside the fields ``prefix_...``."""
    names = [option.name for option in owner.options]
    if all(f"{prefix}_{name}" in form.cleaned_data for name in names):
        try:
            checked = check_options(owner, {name: form.cleaned_data[f"{prefix}_{name}"] for name in names})
        except EntryError as error:
            form.add_error(f"{prefix}_{error.field}", say_error(error))
        else:
            form.cleaned_data.update({f"{prefix}_{name}": value for name, value in checked.items()})


class ReasonForm(forms.Form):
    """Why something changes, for the record."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=REASON_MAX)

    def __init__(self, *args, is_required: bool = True, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = is_required


def _share_field() -> forms.Field:
    wrong = gettext_lazy("Write A+, A, A- or a percentage.")
    return forms.RegexField(SHARE, max_length=20, error_messages={"invalid": wrong})


class AwardForm(forms.Form):
    """A board awarded instead of compared."""

    first = _share_field()
    second = _share_field()
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=REASON_MAX, required=False)

    def __init__(self, *args, sides: Sequence[str] = (), **kwargs):
        super().__init__(*args, **kwargs)
        for name, side in zip(("first", "second"), sides, strict=False):
            self.fields[name].label = side
            self.fields[name].widget.attrs["list"] = "grades"


class PenaltyForm(forms.Form):
    """Points taken from a contestant."""

    contestant = forms.TypedChoiceField(label=gettext_lazy("From whom"), coerce=int)
    amount = forms.RegexField(
        AMOUNT,
        error_messages={"invalid": gettext_lazy("Write a number, such as 2 or 2.5.")},
        label=gettext_lazy("How much"),
        max_length=20,
        help_text=gettext_lazy("A negative number gives instead of taking."),
    )
    is_percent = forms.BooleanField(label=gettext_lazy("in percentage points"), required=False)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=REASON_MAX)

    round = forms.TypedChoiceField(
        label=gettext_lazy("From what"), coerce=int, empty_value=None, required=False
    )

    field_order = ("contestant", "amount", "is_percent", "round", "reason")

    def __init__(
        self, *args, sides: Sequence, has_percent: bool = True, margins: Mapping[int, str], **kwargs
    ):
        """``margins`` say by round what a penalty may be taken off beside the total; none but for teams."""
        super().__init__(*args, **kwargs)
        if not has_percent:
            del self.fields["is_percent"]
        self.fields["round"].choices = [("", _("the total")), *margins.items()]
        if not margins:
            del self.fields["round"]
        self.fields["contestant"].choices = [(side.pk, f"{side.label} · {side.name}") for side in sides]
