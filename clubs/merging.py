"""Makes one player of two that are the same person, and two of them again.

Other parts of the site that keep something of a player register a `Holder` with `register`; clubs know
nothing else of them.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from decimal import Decimal

from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from .alike import Alike, find_alike
from .models import Club, Merge, Player
from .privacy import Naming
from .services import save_player

SUGGESTIONS_MAX = 40
ALIKE_SECONDS = 60 * 60
STRENGTH = ("handicap", "rating", "master_points", "stratum")
KEPT = (
    *("name", "short_name", "number", "is_visitor", "is_active", "naming", "is_minor", "user_id"),
    *STRENGTH,
)
"""The fields that are written down, so that the two can be told apart again."""
STRICTEST = (Naming.HIDDEN, Naming.INITIAL, Naming.FULL, "")


@dataclass(frozen=True, slots=True)
class Holder:
    """What another part of the site does when two players become one.

    ``counts``: by player key, what is kept of him, in words. ``meetings``: which of these players cannot be
    one person, as pairs of keys, the lower first, with a sentence why. ``move`` gives everything of one
    player to another and returns what ``move_back`` needs, as plain values.
    """

    name: str
    counts: Callable[[Collection[int]], dict[int, str]]
    meetings: Callable[[Collection[int]], dict[tuple[int, int], str]]
    move: Callable[[Player, Player], dict]
    move_back: Callable[[Player, dict], None]


HOLDERS: list[Holder] = []


def register(holder: Holder) -> None:
    HOLDERS.append(holder)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Two players who may be the same person: whom to keep, who would be merged into him, and why."""

    kept: Player
    gone: Player
    reason: str
    counts: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Change:
    """One field of the player who stays: what the two have, and what he will have."""

    label: str
    kept: str
    gone: str
    after: str

    @property
    def is_new(self) -> bool:
        return self.after != self.kept


@dataclass(frozen=True, slots=True)
class Plan:
    """What would come of a merge where the two differ; it cannot be where there are ``objections``."""

    kept: Player
    gone: Player
    changes: tuple[Change, ...]
    moves: tuple[str, ...]
    objections: tuple[str, ...]


# --- looking ----------------------------------------------------------------------------------------


def suggest(club: Club) -> list[Suggestion]:
    """Players with names alike, but for those whom a number, a session or a director told apart."""
    players = {player.pk: player for player in club.players.all()}
    apart = set(
        Player.told_apart.through.objects.filter(from_player__club=club).values_list(
            "from_player", "to_player"
        )
    )
    found = [
        each
        for each in _alike({pk: player.name for pk, player in players.items()})
        if (each.first, each.second) not in apart
        and not _numbers_differ(players[each.first], players[each.second])
    ]
    keys = {key for each in found for key in (each.first, each.second)}
    met = _meetings(keys)
    found = [each for each in found if (each.first, each.second) not in met][:SUGGESTIONS_MAX]
    counts = _counts(keys)
    return [_suggestion(each, players, counts) for each in found]


def _alike(names: dict[int, str]) -> list[Alike]:
    """The names that are alike, found once for the same names: in a large club that takes a while."""
    key = f"alike:{hashlib.sha256(repr(sorted(names.items())).encode()).hexdigest()}"
    found = cache.get(key)
    if found is None:
        found = find_alike(names)
        cache.set(key, found, ALIKE_SECONDS)
    return found


def _numbers_differ(first: Player, second: Player) -> bool:
    return bool(first.number and second.number and first.number != second.number)


def _suggestion(found: Alike, players: dict[int, Player], counts: dict[int, list[str]]) -> Suggestion:
    """Kept is whoever has an account, then the member, then whoever came first."""
    pair = sorted((players[found.first], players[found.second]), key=_rank)
    told = tuple(", ".join(counts.get(player.pk, ())) for player in pair)
    return Suggestion(*pair, found.reason, told)


def _rank(player: Player) -> tuple:
    return (player.user_id is None, player.is_visitor, not player.is_active, not player.number, player.pk)


def _meetings(keys: Collection[int]) -> dict[tuple[int, int], str]:
    return {pair: why for holder in HOLDERS for pair, why in holder.meetings(keys).items()}


def _counts(keys: Collection[int]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for holder in HOLDERS:
        for key, text in holder.counts(keys).items():
            found.setdefault(key, []).append(text)
    return found


def plan_merge(*, kept: Player, gone: Player) -> Plan:
    """What would come of making one player of two: fields, what moves, and why it cannot be, if so."""
    if kept.pk == gone.pk or kept.club_id != gone.club_id:
        raise ValidationError(_("Please choose two different players of this club."))
    after = _joined(kept, gone)
    changes = (_change(name, kept, gone, after) for name in KEPT)
    met = _meetings({kept.pk, gone.pk})
    return Plan(
        kept=kept,
        gone=gone,
        changes=tuple(change for change in changes if change.kept != change.gone),
        moves=tuple(_counts({gone.pk}).get(gone.pk, ())),
        objections=tuple(met.values()),
    )


def _joined(kept: Player, gone: Player) -> dict:
    """The fields of the two as one: gaps are filled, of two wishes for privacy the stricter holds."""
    return {
        "name": kept.name,
        "short_name": kept.short_name or gone.short_name,
        "number": kept.number or gone.number,
        "is_visitor": kept.is_visitor and gone.is_visitor,
        "is_active": kept.is_active or gone.is_active,
        "naming": min((kept.naming, gone.naming), key=STRICTEST.index),
        "is_minor": kept.is_minor or gone.is_minor,
        "user_id": kept.user_id or gone.user_id,
        **{name: _plain(_first_known(getattr(kept, name), getattr(gone, name))) for name in STRENGTH},
    }


def _first_known(own, other):
    return other if own in (None, "") else own


def _plain(value):
    """A value as it is written down: a number with decimals as its text."""
    return str(value) if isinstance(value, Decimal) else value


def _change(name: str, kept: Player, gone: Player, after: dict) -> Change:
    field = Player._meta.get_field(name)
    shown = (_shown(field, value) for value in (getattr(kept, name), getattr(gone, name), after[name]))
    return Change(str(field.verbose_name), *shown)


def _shown(field, value) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if field.name == "user":
        user = get_user_model().objects.filter(pk=value).first()
        return user.get_username() if user else ""
    return "" if value is None else str(dict(field.flatchoices).get(value, value))


def merges_of(club: Club) -> list[Merge]:
    """The merges that stand, the latest first; only the latest of a player can be undone."""
    found = list(club.merges.filter(undone_at=None).select_related("kept").order_by("-pk"))
    seen: set[int] = set()
    for merge in found:
        merge.can_be_undone = merge.kept_id not in seen
        seen.add(merge.kept_id)
    return found


def find_successor(club: Club, pk: int) -> Player | None:
    """The player that a merged one has become."""
    merge = club.merges.filter(gone_key=pk, undone_at=None).select_related("kept").first()
    return merge and merge.kept


# --- doing ------------------------------------------------------------------------------------------


@transaction.atomic
def merge_players(*, kept: Player, gone: Player, by=None) -> Merge:
    """Make one player of two; raises ValidationError where they cannot be one person."""
    locked = Player.objects.select_for_update().in_bulk(sorted({kept.pk, gone.pk}))
    if len(locked) < 2:
        raise ValidationError(_("Please choose two different players of this club."))
    kept, gone = locked[kept.pk], locked[gone.pk]
    plan = plan_merge(kept=kept, gone=gone)
    if plan.objections:
        raise ValidationError(list(plan.objections))
    before, after = _values(kept), _joined(kept, gone)
    merge = Merge(club_id=kept.club_id, kept=kept, gone_key=gone.pk, name=gone.name, by=by)
    merge.gone, merge.before, merge.after = _values(gone), before, after
    earlier = list(gone.merges.values_list("pk", flat=True))
    gone.merges.update(kept=kept)
    merge.moved = {holder.name: holder.move(gone, kept) for holder in HOLDERS} | {"merges": earlier}
    gone.delete()
    _set(kept, after)
    merge.save()
    return merge


@transaction.atomic
def undo_merge(*, merge: Merge) -> Player:
    """Make two players again of one, with what each of them had; what came since stays with the one kept."""
    merge = Merge.objects.select_for_update().select_related("kept").get(pk=merge.pk)
    if merge.undone_at is not None:
        raise ValidationError(_("These are two players again already."))
    if merge.kept.merges.filter(undone_at=None, pk__gt=merge.pk).exists():
        raise ValidationError(_("Somebody was merged with this player later: undo that first."))
    kept = merge.kept
    _set(kept, {name: merge.before[name] for name, now in _values(kept).items() if now == merge.after[name]})
    gone = _bring_back(merge)
    for holder in HOLDERS:
        holder.move_back(gone, merge.moved.get(holder.name, {}))
    Merge.objects.filter(pk__in=merge.moved.get("merges", [])).update(kept=gone)
    merge.undone_at = timezone.now()
    merge.save(update_fields=["undone_at"])
    return gone


def _bring_back(merge: Merge) -> Player:
    values = dict(merge.gone)
    if not get_user_model().objects.filter(pk=values["user_id"]).exists():
        values["user_id"] = None
    gone = Player(pk=merge.gone_key, club_id=merge.club_id, **values)
    gone.full_clean()
    gone.save(force_insert=True)
    return gone


@transaction.atomic
def tell_apart(*, first: Player, second: Player) -> None:
    """Say that two players with names alike are two people: they are suggested no more."""
    if first.club_id != second.club_id or first.pk == second.pk:
        raise ValidationError(_("Please choose two different players of this club."))
    first.told_apart.add(second)


def _values(player: Player) -> dict:
    return {name: _plain(getattr(player, name)) for name in KEPT}


def _set(player: Player, values: Iterable) -> None:
    for name, value in dict(values).items():
        setattr(player, name, value)
    save_player(player)
