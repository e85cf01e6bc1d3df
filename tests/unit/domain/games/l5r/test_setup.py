"""Set-up: secret provinces, mulligans of chosen cards, the fate of the second player, starting honor."""

from __future__ import annotations

import pytest

from domain.games.l5r.commands import (
    ArrangeProvinces,
    ChooseStrongholdProvince,
    MulliganHand,
    MulliganProvinces,
)
from domain.kernel.cards.card_facts import Learned
from domain.kernel.ids import PUBLIC, Handle, Viewer, zone
from domain.match.aggregate import Match, decode_event
from tests.builders import Dice, Player, acted, awaited, begun
from tests.games.l5r import opening
from tests.l5r_tables import after, keys, question, refusal


def begins(seed: int = 1) -> Match:
    return begun(opening(seed, "public"), seed).match


def played_to(wanted: str, seed: int = 1) -> Match:
    """The match up to a question, with answers at random."""
    match, player = begins(seed), Player(Dice(seed))
    while question(match)[0] != wanted:
        match = acted(match, *player.draws(match)).match
    return match


def test_the_second_player_gains_a_fate_and_strongholds_and_roles_lie_open() -> None:
    match = begins()
    first, second = match.table.player_order()
    assert [match.table.players[seat].fate for seat in (first, second)] == [0, 1]
    assert {begins(seed).table.first_player for seed in range(8)} == {"alice", "bob"}
    seen = match.rules.view(match.table, PUBLIC, judging=False)["players"]
    assert all(seen[seat]["stronghold"]["cards"][0]["key"] for seat in (first, second))
    assert match.table.unclaimed_rings() == ("air", "earth", "fire", "void", "water")


def test_each_player_chooses_the_province_under_the_stronghold_in_secret() -> None:
    match = begins()
    first, second = match.table.player_order()
    assert question(match) == ("stronghold-province", (first,))
    chosen = match.table.zone(zone(first, "aside"))[2]
    key = match.table.cards[chosen].key
    assert refusal(match, first, ChooseStrongholdProvince(match.table.zone(zone(second, "aside"))[0])) == (
        "l5r.setup.5-stronghold-province"
    )
    match = after(match, (first, ChooseStrongholdProvince(chosen)))
    views = {viewer: match.rules.view(match.table, viewer, judging=False) for viewer in (first, second, PUBLIC)}
    (mine,), (theirs,), (public,) = (each["players"][first]["provinces"] for each in views.values())
    assert (mine["place"], mine["key"], mine["facedown"]) == ("stronghold", key, True)
    assert theirs == public == {"place": "stronghold", "facedown": True}
    assert question(match) == ("stronghold-province", (second,))


def test_the_other_provinces_are_laid_from_left_to_right() -> None:
    match = played_to("provinces")
    first, _ = match.table.player_order()
    order = tuple(reversed(match.table.zone(zone(first, "aside"))))
    wanted = [match.table.cards[each].key for each in order]
    assert refusal(match, first, ArrangeProvinces(order[:3])) == "l5r.setup.5-other-provinces"
    match = after(match, (first, ArrangeProvinces(order)))
    assert [each.key for each in match.table.province_cards(first)[:4]] == wanted


def test_a_player_replaces_a_subset_of_the_cards_in_provinces_and_sees_the_own_four_alone() -> None:
    match = played_to("province-mulligan")
    first, second = match.table.player_order()
    looked_at = match.table.zone(zone(first, "aside"))
    keys_seen = [match.table.cards[each].key for each in looked_at]
    assert len(looked_at) == 4
    deck = len(keys(match, first, "dynasty_deck"))
    step = acted(match, first, MulliganProvinces((looked_at[1], looked_at[3])))
    now = step.match
    lying = now.table.dynasty_cards(first)
    assert [each.slot for each in lying] == [1, 2, 3, 4]
    assert [lying[0].key, lying[2].key] == [keys_seen[0], keys_seen[2]]
    assert all(each.facedown for each in lying)
    assert len(keys(now, first, "dynasty_deck")) == deck
    learned = [fact for fact in decode_event(match, step.payload).facts if isinstance(fact, Learned)]
    assert [fact.to for fact in learned] == [(second,)]  # who looks at the own cards next
    seen = now.rules.view(now.table, Viewer(first), judging=False)["players"][first]["dynasty"]
    assert seen == [{"place": str(slot), "facedown": True} for slot in (1, 2, 3, 4)]


@pytest.mark.parametrize("n", [0, 1, 4])
def test_a_player_replaces_a_subset_of_the_hand_once(n: int) -> None:
    match = played_to("hand-mulligan")
    first, second = match.table.player_order()
    hand = tuple(match.table.zone(zone(first, "hand")))
    deck = len(keys(match, first, "deck"))
    now = after(match, (first, MulliganHand(hand[:n])))
    assert (len(keys(now, first, "hand")), len(keys(now, first, "deck"))) == (4, deck)
    assert set(hand[n:]) <= set(now.table.zone(zone(first, "hand")))
    assert not set(hand[:n]) & now.table.cards.keys()
    assert question(now) == ("hand-mulligan", (second,))
    assert refusal(now, first, MulliganHand(())) == "l5r.setup.7-mulligan"


def test_each_player_has_the_honor_of_the_stronghold_when_the_first_round_begins() -> None:
    match = played_to("dynasty.action")
    for seat in match.table.seats:
        stronghold = match.table.stronghold(seat)
        assert match.table.players[seat].honor == stronghold.printed.starting_honor
    assert (match.table.round, match.table.phase, awaited(match)) == (1, "dynasty", (match.table.first_player,))


def test_a_card_of_the_deck_is_not_replaced() -> None:
    match = played_to("hand-mulligan")
    first = match.table.first_player
    top: Handle = match.table.zone(zone(first, "deck"))[0]
    assert refusal(match, first, MulliganHand((top,))) == "l5r.setup.7-mulligan"
