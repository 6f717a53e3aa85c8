"""The club's players for the names in a file: the ones it has, each once, and visitors for the rest."""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs import queries, services
from clubs.models import Club, Player
from clubs.names import clean_name, clean_text, name_key

from .findings import Findings, refuse
from .pairs import Pair


class Guests:
    """Hands out a player for each name; the same name again is another person of that name."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.known: dict[str, list[Player]] = defaultdict(list)
        for player in sorted(queries.all_players(club), key=lambda player: not player.is_active):
            self.known[name_key(player.name)].append(player)

    def find(self, name: str) -> Player:
        """The club's own of that name who is not seated yet, else a new visitor."""
        waiting = self.known[name_key(name)]
        if waiting:
            return waiting.pop(0)
        return services.add_player(club=self.club, name=name, is_visitor=True)


def find_players(club: Club, pairs: Sequence[Pair], findings: Findings) -> dict[int, list[Player]]:
    """The players of every pair, two at least, by its index. Nobody is handed out twice.

    Raises FormatError for a name too long to be one.
    """
    names = {pair.index: read_names(pair) for pair in pairs}
    spelled = {name_key(name): name for group in names.values() for name in group}
    counted = Counter(name_key(name) for group in names.values() for name in group)
    for key, count in counted.items():
        if count > 1:
            message = _("%(count)d players are called %(name)s; they are kept apart")
            findings.warn(message, count=count, name=spelled[key])
    guests = Guests(club)
    return {index: [guests.find(name) for name in group] for index, group in names.items()}


def read_names(pair: Pair) -> list[str]:
    """The names of a pair, with a stand-in for each that is missing."""
    names = [player.name for player in pair.entrant.players]
    names += [""] * (2 - len(names))
    return [_name(pair, name, position) for position, name in enumerate(names, start=1)]


def _name(pair: Pair, name: str, position: int) -> str:
    if not any(unicodedata.category(char)[0] in "LN" for char in clean_text(name)):
        return _stand_in(pair, position)
    try:
        return clean_name(name)
    except ValidationError as error:
        text = "; ".join(error.messages)
        raise refuse(_("pair %(number)s"), "%(text)s", number=pair.label, text=text) from error


def _stand_in(pair: Pair, position: int) -> str:
    template = {
        1: _("Pair %(pair)s, first player"),
        2: _("Pair %(pair)s, second player"),
    }.get(position, _("Pair %(pair)s, player %(position)d"))
    return template % {"pair": pair.label, "position": position}
