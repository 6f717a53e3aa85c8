"""What the director fills in for a change during play: one small form for each kind."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.names import NAME_MAX, clean_name

from .changes import Key, Room
from .changes.line_ups import SEATS
from .name_lists import read_names, read_teams


@dataclass(frozen=True, slots=True)
class Action:
    """A kind of change as the director chooses it, and the fields that it asks for."""

    kind: str
    title: str
    summary: str
    fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Heading:
    """Actions that belong together."""

    title: str
    actions: tuple[Action, ...]


HEADINGS = (
    Heading(
        gettext_lazy("Who plays"),
        (
            Action(
                "arrive",
                gettext_lazy("Somebody comes late"),
                gettext_lazy("From the next round on: a free seat, a short table, or as a rover."),
                ("names",),
            ),
            Action(
                "leave",
                gettext_lazy("Somebody leaves"),
                gettext_lazy("The rest is played without; what they have played counts."),
                ("contestant",),
            ),
            Action(
                "substitute",
                gettext_lazy("Somebody sits in"),
                gettext_lazy("Another player takes over; the results count for the same contestant."),
                ("player", "name", "from_round", "whole"),
            ),
            Action(
                "merge",
                gettext_lazy("Two tables become one"),
                gettext_lazy("From the next round on, wherever both fit at one table."),
                ("table", "other"),
            ),
            Action(
                "line_up",
                gettext_lazy("A team's line-up"),
                gettext_lazy("Who plays North-South and who East-West, in some rounds."),
                ("from_round", "to_round", *SEATS),
            ),
        ),
    ),
    Heading(
        gettext_lazy("How much is played"),
        (
            Action(
                "drop_board",
                gettext_lazy("Do not play the last board"),
                gettext_lazy("At every table that has not played it; those that have keep it."),
                ("round",),
            ),
            Action(
                "cut_round",
                gettext_lazy("Cut a round short"),
                gettext_lazy("What has not been played of it is left out."),
                ("round", "at_table"),
            ),
            Action(
                "add_round",
                gettext_lazy("One round more"),
                gettext_lazy("At the end, as the movement goes on."),
            ),
            Action(
                "drop_round",
                gettext_lazy("One round less"),
                gettext_lazy("The last round is not played."),
            ),
        ),
    ),
    Heading(
        gettext_lazy("What went wrong"),
        (
            Action(
                "turn",
                gettext_lazy("Played the wrong way round"),
                gettext_lazy("North-South sat East-West: the results stay, the sides change."),
                ("seat",),
            ),
            Action(
                "exchange",
                gettext_lazy("Sat in each other's seats"),
                gettext_lazy("Two exchange their seats of one round: the results stay, the names change."),
                ("round", "first", "second"),
            ),
            Action(
                "move_results",
                gettext_lazy("Played or entered at the wrong table"),
                gettext_lazy("The results, and the boards with them, go to the table that played them."),
                ("origin", "goal"),
            ),
        ),
    ),
)
ACTIONS: Mapping[str, Action] = {action.kind: action for part in HEADINGS for action in part.actions}


DRAWN_TITLES = {
    "draw": gettext_lazy("A round was drawn"),
    "decide": gettext_lazy("The director said who has won"),
}
DRAWN_SUMMARIES = {
    "arrive": gettext_lazy("At once where somebody has no opponent, else from the next round that is drawn."),
    "leave": gettext_lazy("Not drawn any more; what they have played counts."),
}
WITHOUT_PAIRS, WITH_DRAWS = {"turn"}, {"add_round", "drop_round", "merge"}
WITHOUT_TEAMS, WITH_TEAMS = {"line_up"}, {"merge", "exchange", "add_round"}
"""Actions that make no sense: single players have no side to turn; rounds that are drawn are not added;
only teams have a line-up, and they play their matches at two tables at once."""
TEAM_SUMMARIES = {
    "arrive": gettext_lazy("Where somebody has no opponent, or else the matches ahead are arranged anew."),
    "leave": gettext_lazy("The matches ahead are played without; what they have played counts."),
}


def headings_for(*, are_pairs: bool, is_drawn: bool, has_teams: bool = False) -> tuple[Heading, ...]:
    """The actions that make sense."""
    without = (set() if are_pairs else WITHOUT_PAIRS) | (WITH_DRAWS if is_drawn else set())
    without |= WITH_TEAMS if has_teams else WITHOUT_TEAMS
    return tuple(
        Heading(
            part.title,
            tuple(
                action_of(action.kind, is_drawn=is_drawn, has_teams=has_teams)
                for action in part.actions
                if action.kind not in without
            ),
        )
        for part in HEADINGS
    )


def action_of(kind: str, *, is_drawn: bool, has_teams: bool = False) -> Action:
    """The action of a kind, as it is where the rounds are drawn, or where teams are seated at the start."""
    action = ACTIONS[kind]
    summaries = DRAWN_SUMMARIES if is_drawn else TEAM_SUMMARIES if has_teams else {}
    return replace(action, summary=summaries.get(kind, action.summary))


class ChangeForm(forms.Form):
    """The values of one kind of change, chosen from the room as it is."""

    def __init__(self, *args, action: Action, room: Room, **kwargs):
        super().__init__(*args, **kwargs)
        self.action, self.room, self.called = action, room, ""
        for name in action.fields:
            self.fields[name] = FIELDS[name](room)

    def clean_names(self) -> tuple[str, ...]:
        """The player, both of the pair, or all of the team."""
        if self.room.has_teams:
            teams = read_teams(self.cleaned_data["names"])
            if len(teams) != 1:
                raise ValidationError(_("Write one team, please."))
            self.called = teams[0].called
            return teams[0].players
        found = read_names(self.cleaned_data["names"], pairs=self.room.are_pairs)
        if len(found) != 1:
            raise ValidationError(_("Write one name at a time, please."))
        return found[0]

    def clean_name(self) -> str:
        return clean_name(self.cleaned_data["name"])

    def values(self) -> dict:
        """What the planner of this kind takes."""
        found = dict(self.cleaned_data)
        if "names" in found and self.room.has_teams:
            found["called"] = self.called
        if "seat" in found:
            found["round"], found["table"] = found.pop("seat")
        if "at_table" in found:
            found["table"] = found.pop("at_table")
        return found


def _names(room: Room) -> forms.Field:
    if room.has_teams:
        help_text = _("Oaks: Ada & Ben, Cleo & Dov. Four to six players; the first two are a pair.")
        return forms.CharField(
            label=_("The team and its players"), max_length=7 * (NAME_MAX + 3), help_text=help_text
        )
    label = _("The names of both") if room.are_pairs else _("Name")
    return forms.CharField(label=label, max_length=2 * NAME_MAX + 5, help_text=_pair_help(room))


def _pair_help(room: Room) -> str:
    return _("Ada & Ben, or with a comma between.") if room.are_pairs else ""


def _choice(label: str, choices: list, coerce: Callable = int, **more) -> forms.Field:
    return forms.TypedChoiceField(label=label, choices=choices, coerce=coerce, **more)


def _contestants(label: str) -> Callable[[Room], forms.Field]:
    def make(room: Room) -> forms.Field:
        choices = [(key, _spoken(room, key)) for key in room.present()]
        return _choice(label, choices)

    return make


def _spoken(room: Room, key: int) -> str:
    who = room.people[key]
    return f"{who.number} {who.group} · {who.name}".replace("  ", " ") if room.are_pairs else who.name


def _players(room: Room) -> forms.Field:
    found = (
        pair
        for key in room.present()
        for pair in zip(room.people[key].players, room.people[key].names, strict=True)
    )
    return _choice(_("Who stops"), list(found))


def _teammate(label: str) -> Callable[[Room], forms.Field]:
    """A player, under the name of the team."""

    def make(room: Room) -> forms.Field:
        people = (room.people[key] for key in room.present())
        teams = [(who.name, list(zip(who.players, who.names, strict=True))) for who in people]
        return _choice(label, [("", "–"), *teams])

    return make


def _rounds(label: str) -> Callable[[Room], forms.Field]:
    def make(room: Room) -> forms.Field:
        return _choice(label, [(number, str(number)) for number in room.rounds], initial=_current(room))

    return make


def _last_round(room: Room) -> forms.Field:
    return _choice(
        _("Until round"),
        [(number, str(number)) for number in room.rounds],
        initial=max(room.rounds, default=1),
    )


def _current(room: Room) -> int:
    """The round that is being played."""
    begun = (spot.round for spot in room.spots if spot.is_begun)
    return max(begun, default=min(room.rounds, default=1))


def _tables(label: str) -> Callable[[Room], forms.Field]:
    def make(room: Room) -> forms.Field:
        return _choice(label, [(number, str(number)) for number in room.tables])

    return make


def _any_table(room: Room) -> forms.Field:
    choices = [("", _("every table")), *((number, str(number)) for number in room.tables)]
    return _choice(_("At"), choices, required=False, empty_value=None)


def _places(label: str) -> Callable[[Room], forms.Field]:
    def make(room: Room) -> forms.Field:
        return _choice(
            label,
            [(_written(spot.key), _place(room, spot)) for spot in room.spots if spot.is_played],
            coerce=_read,
        )

    return make


def _written(key: Key) -> str:
    return f"{key[0]}-{key[1]}"


def _read(text: str) -> Key:
    number, table = text.split("-")
    return int(number), int(table)


def _place(room: Room, spot) -> str:
    who = " – ".join(room.name(key) for key in spot.contestants)
    text = _("Round %(round)d, table %(table)d: %(who)s")
    return text % {"round": spot.round, "table": spot.table, "who": who}


FIELDS: Mapping[str, Callable[[Room], forms.Field]] = {
    "names": _names,
    "name": lambda room: forms.CharField(label=_("Who sits in"), max_length=NAME_MAX),
    "contestant": _contestants(gettext_lazy("Who leaves")),
    "player": _players,
    "from_round": _rounds(gettext_lazy("From round")),
    "whole": lambda room: forms.BooleanField(
        label=_("Also for the boards of that round that are played already"), required=False
    ),
    "to_round": _last_round,
    "round": _rounds(gettext_lazy("Round")),
    "at_table": _any_table,
    "table": _tables(gettext_lazy("They play at table")),
    "other": _tables(gettext_lazy("Table that stays empty")),
    "first": _contestants(gettext_lazy("Who")),
    "second": _contestants(gettext_lazy("and who")),
    "seat": _places(gettext_lazy("Where")),
    "origin": _places(gettext_lazy("The results stand at")),
    "goal": _places(gettext_lazy("They belong to")),
    "north": _teammate(gettext_lazy("North")),
    "south": _teammate(gettext_lazy("South")),
    "east": _teammate(gettext_lazy("East")),
    "west": _teammate(gettext_lazy("West")),
}
