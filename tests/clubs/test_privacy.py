"""Who reads which names."""

import pytest

from clubs.models import Player
from clubs.privacy import (
    CLUB,
    EVERYONE,
    Naming,
    StrangersFirst,
    audience,
    initialled,
    is_hidden,
    read_by,
    shown_names,
)
from clubs.services import add_player, erase_player, update_club, update_player


@pytest.mark.parametrize(
    ("name", "short"),
    [("Ada King Lovelace", "Ada L."), ("Ben", "B."), ("محمد الأمين", "محمد ا."), ("J R Ewing", "J E.")],
)
def test_a_shortened_name_keeps_the_first_and_an_initial(name, short):
    assert initialled(name) == short


def test_strangers_read_a_name_as_its_player_chose_and_the_club_reads_it_in_full(riverside, pair_four):
    ben, cleo = pair_four
    update_player(player=ben, naming=Naming.INITIAL)
    update_club(club=riverside, naming=Naming.HIDDEN)
    with read_by(EVERYONE):
        assert shown_names(ben, riverside) == ("Ben C.", "Ben C.")
        assert shown_names(cleo, riverside) == ("Name withheld", "Name withheld")
        assert (is_hidden(ben, riverside), is_hidden(cleo, riverside)) == (False, True)
    with read_by(CLUB):
        assert shown_names(cleo, riverside)[0] == "Cleo Diaz"
        assert not is_hidden(cleo, riverside)


def test_a_minor_is_hidden_whatever_is_chosen(riverside):
    eva = add_player(club=riverside, name="Eva Young")
    update_player(player=eva, naming=Naming.FULL, is_minor=True)
    with read_by(EVERYONE):
        assert is_hidden(eva, riverside)


def test_whoever_asks_is_a_stranger_until_more_is_known(rf):
    answer = StrangersFirst(lambda _request: audience())
    assert audience() == CLUB
    assert answer(rf.get("/")) == EVERYONE
    assert audience() == CLUB


def test_an_erased_player_leaves_nothing_but_a_number(riverside, ben):
    player = riverside.players.get(user=ben)
    erase_player(player=player)
    player.refresh_from_db()
    assert player.name == f"Former player {player.pk}"
    assert (player.user, player.number, player.short_name, player.is_active) == (None, "", "", False)
    assert not riverside.memberships.filter(user_id=ben.pk).exists()
    assert not type(ben).objects.filter(pk=ben.pk).exists()


def test_an_account_that_serves_another_club_outlives_an_erased_player(riverside, hilltop, ben):
    add_player(club=hilltop, name="Ben Carter", user=ben)
    erase_player(player=riverside.players.get(user=ben))
    assert type(ben).objects.filter(pk=ben.pk).exists()
    assert Player.objects.filter(club=hilltop, user=ben).exists()
