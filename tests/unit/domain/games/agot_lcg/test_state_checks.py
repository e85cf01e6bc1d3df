"""What follows from the table alone: attachments and duplicates go with the card that they are on."""

from __future__ import annotations

from collections import Counter

from domain.cardgame.state_checks import discard_illegal_attachments
from domain.games.agot_lcg.facts.cards import CardsKnelt, CardsStood, PowerPlaced
from domain.games.agot_lcg.state import AgotTable
from domain.kernel.game import Game
from domain.kernel.ids import Seat, zone
from tests.builders import Dice, Player, acted, opened_from
from tests.games.agot_lcg import check_places


def test_a_duplicate_of_an_attachment_goes_when_the_card_under_both_leaves_play() -> None:
    match = opened_from(
        """
        at: "4.2.2"
        challenge: {kind: military, attacker: alice, defender: bob, attackers: [eddard-stark]}
        players:
          alice: {play: [{card: eddard-stark, kneeling: true}]}
          bob: {play: [{card: tyrion-lannister, attachments: [{card: widows-wail, duplicates: [widows-wail]}]}]}
        """
    )
    while match.table.zone(zone(Seat("bob"), "dead")) == []:
        match = acted(match, *Player(Dice(0)).draws(match)).match
    check_places(match.table)
    areas = Counter(card.zone for card in match.table.cards.values() if card.key == "core/widows-wail")
    assert areas == {"bob.hand": 1, "bob.discard": 1}


def test_only_a_card_that_kneels_or_stands_gives_the_checks_of_power_and_decks_nothing_to_do() -> None:
    match = opened_from("{at: marshalling.action, players: {alice: {play: [eddard-stark]}, bob: {}}}")
    table = match.table.branch()
    [card] = table.zone(zone(Seat("alice"), "play"))
    for fact, kneels in ((CardsKnelt((card,)), True), (CardsStood((card,)), False)):
        fact.apply(table)
        assert table.cards[card].kneeling == kneels
        assert not table.cards.stirred
    PowerPlaced(((card, 1),)).apply(table)
    assert table.cards.stirred


def test_attachments_are_looked_at_though_nothing_was_written() -> None:
    match = opened_from(
        "{at: marshalling.action, players: {alice: {play: [{card: eddard-stark, attachments: [ice]}]}, bob: {}}}"
    )
    game: Game[AgotTable] = Game(match.rules, match.table.branch(), match.seed, match.version + 1)
    table = game.table
    ice = next(card for card in table.cards.values() if card.key == "core/ice")
    table.cards.writable_calmly(ice.handle).host = ice.handle  # as no fact does, which stirs what it writes
    assert not table.cards.stirred
    assert discard_illegal_attachments(game)
