"""Every write of clubs, players and roles: keyword-only, one transaction each."""

from collections.abc import Iterable, Sequence

from axes.utils import reset
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from . import queries
from .colours import parse, written
from .imports import preview
from .logos import logo_version
from .models import Club, Logo, Membership, News, Player, Role
from .names import clean_name, clean_paragraphs, clean_text, name_key
from .privacy import Naming
from .removing import forget, remove
from .signals import player_forgotten


@transaction.atomic
def create_club(*, name: str, owner=None, is_demo: bool = False, slug: str = "") -> Club:
    """A new club with a free address of its own; `owner` becomes its owner."""
    name = clean_name(name)
    club = Club.objects.create(name=name, slug=_free_slug(slug or name), is_demo=is_demo)
    if owner is not None:
        Membership.objects.create(club=club, user=owner, role=Role.OWNER)
    return club


@transaction.atomic
def update_club(*, club: Club, **values) -> Club:
    """Change some of a club's own fields."""
    for field, value in values.items():
        setattr(club, field, value)
    club.name = clean_name(club.name)
    club.short_name = clean_text(club.short_name)
    club.description = clean_paragraphs(club.description)
    for field in ("place", "contact", "phone"):
        setattr(club, field, clean_text(getattr(club, field)))
    club.full_clean()
    club.save()
    return club


@transaction.atomic
def set_logo(*, club: Club, content: bytes) -> Club:
    """Give the club a logo: `content` is a PNG as `read_logo` makes it."""
    Logo.objects.update_or_create(club=club, defaults={"content": content})
    club.logo_version = logo_version(content)
    club.save(update_fields=["logo_version"])
    return club


@transaction.atomic
def remove_logo(*, club: Club, by=None) -> Club:
    """Take the club's logo off its pages and sheets; it can be put back."""
    logo = Logo.objects.filter(club=club).first()
    if logo is not None:
        remove(logo, club=club, by=by, emptied={"logo_version": club.logo_version})
    return club


@transaction.atomic
def set_colour(*, club: Club, colour: str) -> Club:
    """Give the club's pages its colour, ``#7a1030``; none for the site's own green."""
    club.colour = written(parse(colour)) if colour else ""
    club.save(update_fields=["colour"])
    return club


@transaction.atomic
def start_site(*, username: str, password: str, club_name: str, email: str = "") -> Club:
    """The first account and its club; refused once anybody has an account."""
    if not queries.is_first_run():
        raise ValidationError(_("This site has been set up already."))
    owner = create_account(username=username, password=password, email=email)
    return create_club(name=club_name, owner=owner)


@transaction.atomic
def create_account(*, username: str, password: str, email: str = ""):
    """A new account; raises ValidationError for a user name that is taken or malformed."""
    user = get_user_model()(username=username, email=email)
    user.set_password(password)
    user.full_clean()
    user.save()
    return user


@transaction.atomic
def add_player(*, club: Club, name: str, user=None, **values) -> Player:
    """A new player of `club`, even where another has the same name; `values` are other fields of his."""
    return save_player(Player(club=club, name=name, user=user, **values))


@transaction.atomic
def update_player(*, player: Player, **values) -> Player:
    """Change some of a player's own fields."""
    for field, value in values.items():
        setattr(player, field, value)
    return save_player(player)


def reactivate_player(*, player: Player) -> Player:
    return update_player(player=player, is_active=True)


@transaction.atomic
def add_players(*, club: Club, names: Iterable[str]) -> list[Player]:
    """New members for those names the club does not know yet; only the new ones are returned."""
    known = _by_key(_hold(club))
    new = {name_key(name): name for name in _clean_names(names)}
    return _add_all(club, [name for key, name in new.items() if key not in known])


@transaction.atomic
def import_players(
    *, club: Club, rows: Sequence[Sequence[str]], with_changes: bool = False
) -> tuple[list[Player], list[Player]]:
    """The new members of a file that was looked at, and those who changed; the list is held meanwhile.

    ``with_changes`` gives members on the list the number and the strength that the file has for them.
    """
    candidates = preview(_hold(club), rows)
    changed = [
        update_player(player=each.player, **each.news) for each in candidates if each.news and with_changes
    ]
    added = [
        add_player(club=club, name=each.name, number=each.number, short_name=each.short_name, **each.strength)
        for each in candidates
        if each.is_new
    ]
    return added, changed


def _hold(club: Club) -> Club:
    """The club, held until the transaction ends: two who add the same names add them once."""
    return Club.objects.select_for_update().get(pk=club.pk)


@transaction.atomic
def ensure_players(*, club: Club, names: Sequence[str]) -> list[Player]:
    """A player for each name, in the same order: the club's own of that name, else a new visitor.

    Case and spaces do not count. A name given twice yields the same player twice. A former player who turns
    up is active again.
    """
    cleaned = _clean_names(names)
    known = _by_key(_hold(club))
    new: dict[str, str] = {}
    for name in cleaned:
        key = name_key(name)
        if key not in known:
            new.setdefault(key, name)
        elif not known[key].is_active:
            known[key] = reactivate_player(player=known[key])
    known |= zip(new, _add_all(club, list(new.values()), is_visitor=True), strict=True)
    return [known[name_key(name)] for name in cleaned]


@transaction.atomic
def add_member(*, club: Club, user, role: Role = Role.MEMBER, player: Player | None = None) -> Membership:
    """Give `user` a role in `club`, or change the one they have, and say which player they are."""
    membership, _created = Membership.objects.get_or_create(club=club, user=user, defaults={"role": role})
    membership = set_role(membership=membership, role=role)
    if player is not None:
        link_player(player=player, user=user)
    return membership


@transaction.atomic
def set_role(*, membership: Membership, role: Role) -> Membership:
    """Change a role; a club keeps at least one owner."""
    if membership.role == Role.OWNER and role != Role.OWNER:
        _keep_an_owner(membership)
    membership.role = Role(role)
    membership.save(update_fields=["role"])
    return membership


@transaction.atomic
def remove_member(*, membership: Membership) -> None:
    """Take an account's role away; the account and the player remain."""
    if membership.role == Role.OWNER:
        _keep_an_owner(membership)
    membership.delete()


@transaction.atomic
def set_email(*, user, email: str) -> None:
    """Where letters to an account go."""
    user.email = email
    user.full_clean(exclude=["password"])
    user.save(update_fields=["email"])


@transaction.atomic
def link_player(*, player: Player, user) -> Player:
    """Say that `user` is `player`, and no other player of that club."""
    Player.objects.filter(club_id=player.club_id, user=user).exclude(pk=player.pk).update(user=None)
    return update_player(player=player, user=user)


@transaction.atomic
def erase_player(*, player: Player) -> Player:
    """Forget who a player is: name, number and account go, what the table recorded stays as it was.

    The account goes as well where it has no other use.
    """
    if player.user is not None:
        _forget_account(player.user, player.club)
    names = {player.name, player.short_name, *player.merges.values_list("name", flat=True)} - {""}
    player.merges.all().delete()
    forget(player.club, names)
    for field, value in _NOBODY.items():
        setattr(player, field, value)
    player.name = _("Former player %(number)d") % {"number": player.pk}
    player.naming = Naming.HIDDEN
    saved = save_player(player)
    player_forgotten.send(sender=Player, player=saved, names=names, name=saved.name)
    return saved


_NOBODY = {
    "short_name": "",
    "number": "",
    "user": None,
    "is_minor": False,
    "is_active": False,
    "handicap": None,
    "rating": None,
    "master_points": None,
    "stratum": "",
}


def _forget_account(user, club: Club) -> None:
    membership = club.memberships.filter(user=user).first()
    if membership is not None:
        remove_member(membership=membership)
    in_use = user.memberships.exists() or user.players.exclude(club=club).exists()
    if not user.is_superuser and not in_use:
        reset(username=user.get_username())
        user.delete()


@transaction.atomic
def add_news(*, club: Club, title: str, text: str = "") -> News:
    """Tell everyone something on the club's site."""
    news = News(club=club, title=clean_name(title), text=clean_paragraphs(text))
    news.full_clean()
    news.save()
    return news


def delete_news(*, news: News, by=None) -> None:
    """Take a piece of news off the site; it can be put back."""
    remove(news, club=news.club, by=by)


def save_player(player: Player) -> Player:
    """Check a player whose fields were set, and keep him."""
    player.name = clean_name(player.name)
    player.short_name = clean_text(player.short_name)
    player.number = clean_text(player.number)
    player.full_clean()
    player.save()
    return player


def _add_all(club: Club, names: Sequence[str], **values) -> list[Player]:
    """New players who have a clean name and nothing that must differ from the others', written at once."""
    players = [Player(club=club, name=name, **values) for name in names]
    for player in players:
        player.clean_fields(exclude=["club"])
    return Player.objects.bulk_create(players)


def _clean_names(names: Iterable[str]) -> list[str]:
    """Each name cleaned; an error says which line it is on."""
    cleaned = []
    for line, name in enumerate(names, start=1):
        try:
            cleaned.append(clean_name(name))
        except ValidationError as error:
            message = _("Name %(line)d: %(problem)s")
            raise ValidationError(message, params={"line": line, "problem": error.messages[0]}) from error
    return cleaned


def _by_key(club: Club) -> dict[str, Player]:
    """A club's players by name key; where several share one, the active member of longest standing.

    A name that was merged into another is known as well, unless somebody has it himself.
    """
    by_preference = club.players.order_by("is_active", "-is_visitor", "-pk")
    merges = club.merges.filter(undone_at=None).select_related("kept")
    former = {name_key(merge.name): merge.kept for merge in merges}
    return former | {name_key(player.name): player for player in by_preference}


def _keep_an_owner(leaving: Membership) -> None:
    owners = Membership.objects.select_for_update().filter(club_id=leaving.club_id, role=Role.OWNER)
    if all(owner.pk == leaving.pk for owner in owners.order_by("pk")):
        raise ValidationError(_("A club needs an owner: make someone else owner first."), code="last_owner")


def _free_slug(text: str) -> str:
    base = slugify(text)[:50].strip("-") or "club"
    taken = set(Club.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    return next(slug for slug in _slugs(base) if slug not in taken)


def _slugs(base: str):
    yield base
    number = 2
    while True:
        yield f"{base}-{number}"
        number += 1
