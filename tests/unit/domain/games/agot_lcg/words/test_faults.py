"""What makes no sense in an ability is an error at its place: what can never happen, and what would change nothing."""

from __future__ import annotations

import pytest
import yaml

from domain.cardgame.pool.card_fields import InvalidCard
from domain.games.agot_lcg.abilities.registry import DECLARED
from domain.games.agot_lcg.pool.pool import core_pool
from domain.games.agot_lcg.words.data_form import DATA_FORM
from domain.games.agot_lcg.words.faults import faults
from domain.games.agot_lcg.words.inert import faults_of_card, faults_together

CHOOSE = "targets: [{choose: {cards: {type: character}}}]"

CHOOSE_IN_HAND = "targets: [{choose: {cards: {type: character, where: hand, controller: you}}}]"
NONSENSE: dict[str, tuple[str, str]] = {
    "an interrupt to what has happened": (
        "interrupt: {when: {kinds: [left_play]}, parts: [{draw: {}}]}",
        "interrupt.when.kinds[0]: 'left_play' never occurs for interrupt; did you mean leaves_play?",
    ),
    "a reaction to what is about to happen": (
        "reaction: {when: {kinds: [leaves_play]}, parts: [{draw: {}}]}",
        "reaction.when.kinds[0]: 'leaves_play' never occurs for reaction; did you mean left_play?",
    ),
    "a cancel of something else than an effect": (
        "cancel: {when: {kinds: [killed]}, parts: [{draw: {}}]}",
        "cancel.when.kinds[0]: 'killed' never occurs for cancel",
    ),
    "a delayed effect for what is about to happen": (
        "action: {parts: [{later: {when: {kinds: [leaves_play]}, parts: [{draw: {}}]}}]}",
        "action.parts[0].later.when.kinds[0]: 'leaves_play' never occurs for later; did you mean left_play?",
    ),
    "a name of another kind": (
        "reaction: {when: {kinds: [phase_began], name: [military]}, parts: [{draw: {}}]}",
        "reaction.when.name[0]: 'military' is none of plot, draw, marshalling",
    ),
    "a name where there is none": (
        "reaction: {when: {kinds: [killed], name: [military]}, parts: [{draw: {}}]}",
        "reaction.when.name: killed never has that name",
    ),
    "a kind that never has the name that another has": (
        "reaction: {when: {kinds: [challenge_won, killed], name: [military]}, parts: [{draw: {}}]}",
        "reaction.when.name: killed never has that name",
    ),
    "a manner that does not occur": (
        "reaction: {when: {kinds: [challenge_won], how: atacker}, parts: [{draw: {}}]}",
        "reaction.when.how: 'atacker' is none of attacker, defender; did you mean attacker?",
    ),
    "the card of a phase": (
        "reaction: {when: {kinds: [phase_began], me: true}, parts: [{draw: {}}]}",
        "reaction.when.me: phase_began has no card",
    ),
    "the margin of a death": (
        "reaction: {when: {kinds: [killed], margin: 3}, parts: [{draw: {}}]}",
        "reaction.when.margin: killed has no number",
    ),
    "the source of a declaration": (
        "reaction: {when: {kinds: [attacker_declared], source: {me: true}}, parts: [{draw: {}}]}",
        "reaction.when.source: attacker_declared has no source",
    ),
    "what is not seen of a card that has gone": (
        "reaction: {when: {kinds: [killed], card: {kneeling: true}}, parts: [{draw: {}}]}",
        "reaction.when.card.kneeling: is not known of a card that leaves play",
    ),
    "the first part with then": (
        "action: {parts: [{draw: {then: true}}]}",
        "action.parts[0].draw.then: the first part follows no other",
    ),
    "a target with then": (
        "action: {targets: [{choose: {cards: {type: character}, then: true}}], parts: [{kill: {}}]}",
        "action.targets[0].choose.then: a target follows no part",
    ),
    "an if that nothing follows": (
        "action: {parts: [{if: {requires: [{first_player: {}}]}}, {draw: {}}]}",
        "action.parts[0].if: no part with `then` follows",
    ),
    "another name for what is chosen": (
        f"action: {{{CHOOSE}, parts: [{{kill: {{on: {{picked: tarqet}}}}}}]}}",
        "action.parts[0].kill.on.picked: nothing is chosen as 'tarqet'; did you mean target?",
    ),
    "two relations": (
        "action: {parts: [{kneel: {on: {me: true, host: true}}}]}",
        "action.parts[0].kneel.on.host: cannot be said together with me",
    ),
    "this card and another": (
        "action: {parts: [{kneel: {on: {me: true, other: true}}}]}",
        "action.parts[0].kneel.on.other: cannot be said together with me",
    ),
    "the card of no condition": (
        "action: {parts: [{kneel: {on: {answered: true}}}]}",
        "action.parts[0].kneel.on.answered: the ability answers no condition with a card",
    ),
    "more at least than at most": (
        "action: {targets: [{choose: {cards: {type: character}, least: 3, most: 2}}], parts: [{kill: {}}]}",
        "action.targets[0].choose.most: expected at least 3",
    ),
    "a player that nobody chose": (
        "action: {parts: [{discard_at_random: {}}]}",
        "action.parts[0].discard_at_random.who: no player is chosen; did you mean choose_player?",
    ),
    "the loser in an action": (
        "action: {parts: [{draw: {who: loser}}]}",
        "action.parts[0].draw.who: in an action no challenge has been won",
    ),
    "a save in a reaction": (
        "reaction: {when: {kinds: [killed]}, parts: [{save: {}}]}",
        "reaction.parts[0].save: has no effect in reaction",
    ),
    "a save from sacrifice": (
        "would_interrupt: {when: {kinds: [sacrificed]}, parts: [{save: {}}]}",
        "would_interrupt.parts[0].save: has no effect on sacrificed",
    ),
    "claim that goes somewhere": (
        "interrupt: {when: {kinds: [claim_applied]}, parts: [{instead: {to: hand}}]}",
        "interrupt.parts[0].instead.to: claim goes nowhere",
    ),
    "a card that goes nowhere instead": (
        "interrupt: {when: {kinds: [killed]}, parts: [{instead: {}}]}",
        "interrupt.parts[0].instead.to: missing",
    ),
    "a killed card that goes to the dead pile instead": (
        "interrupt: {when: {kinds: [killed]}, parts: [{instead: {to: dead}}]}",
        "interrupt.parts[0].instead.to: it would change nothing: of killed the card goes there anyway",
    ),
    "a discarded card that is discarded instead": (
        "interrupt: {when: {kinds: [discarded, card_discarded]}, parts: [{instead: {to: discard}}]}",
        "interrupt.parts[0].instead.to: it would change nothing: of discarded, card_discarded the card goes there",
    ),
    "unsavable without a death": (
        "action: {unsavable: true, parts: [{draw: {}}]}",
        "action.unsavable: no part makes a card leave play",
    ),
    "costs of what is mandatory": (
        "forced_reaction: {when: {kinds: [killed]}, costs: [{kneel_cost: {}}], parts: [{draw: {}}]}",
        "forced_reaction.costs: a mandatory ability has no costs",
    ),
    "an X that nobody chose": (
        "action: {parts: [{draw: {n: {x: {}}}}]}",
        "action.parts[0].draw.n.x: no X is chosen or defined",
    ),
    "the margin in an action": (
        "action: {parts: [{draw: {n: {margin: {per: 5}}}}]}",
        "action.parts[0].draw.n.margin: no challenge has been won",
    ),
    "a token that is power": (
        "action: {parts: [{add_token: {token: power, on: {me: true}}}]}",
        "action.parts[0].add_token.token: power is no named token; did you mean gain_power?",
    ),
    "a token that is gold": (
        "action: {costs: [{token_cost: {token: gold}}], parts: [{draw: {}}]}",
        "action.costs[0].token_cost.token: gold is no named token; did you mean gold_cost?",
    ),
    "a token without a name": (
        'action: {parts: [{add_token: {token: "", on: {me: true}}}]}',
        "action.parts[0].add_token.token: missing",
    ),
    "a cost of less than nothing": (
        "action: {costs: [{token_cost: {token: ship, n: -1}}], parts: [{draw: {}}]}",
        "action.costs[0].token_cost.n: expected at least 1",
    ),
    "a cost that looks at a target": (
        f"action: {{{CHOOSE}, costs: [{{kneel_cost: {{cards: {{picked: target}}}}}}], parts: [{{kill: {{}}}}]}}",
        "action.costs[0].kneel_cost.cards.picked: costs are paid before targets are chosen",
    ),
    "a cost of this card and of others": (
        "action: {costs: [{sacrifice_cost: {which: me, cards: {type: character}}}], parts: [{draw: {}}]}",
        "action.costs[0].sacrifice_cost.which: cannot be said together with cards",
    ),
    "a cost of the faction card and of others": (
        "action: {costs: [{kneel_cost: {which: faction, cards: {type: character}}}], parts: [{draw: {}}]}",
        "action.costs[0].kneel_cost.which: cannot be said together with cards",
    ),
    "X twice": (
        "action: {costs: [{x_cost: {x: 1}}, {x_cost: {x: 2}}], parts: [{draw: {n: {x: {}}}}]}",
        "action.costs[1].x_cost: X is chosen or defined once",
    ),
    "a constant without its amount": (
        "constant: [{what: strength, on: {me: true}}]",
        "constant[0].amount: missing: it would change nothing",
    ),
    "a constant without its name": (
        "constant: [{what: icon, on: {me: true}}]",
        "constant[0].name: missing",
    ),
    "an unknown name of a constant": (
        "constant: [{what: card-cannot, name: be-bypased, on: {me: true}}]",
        "constant[0].name: 'be-bypased' is none of attack, defend, kneel, stand, leave-play, be-bypassed; did you mean",
    ),
    "an amount of what has none": (
        "constant: [{what: icon, name: power, amount: 2, on: {me: true}}]",
        "constant[0].amount: icon has no amount",
    ),
    "cards that are not said": (
        "constant: [{what: strength, amount: 2}]",
        "constant[0].on: missing",
    ),
    "cards for players": (
        "constant: [{what: reserve, amount: 2, on: {me: true}}]",
        "constant[0].on: reserve is about players; did you mean who?",
    ),
    "a first that is not of costs": (
        "constant: [{what: reserve, amount: 2, first: round}]",
        "constant[0].first: is for cost only",
    ),
    "a division by nothing": (
        "constant: [{what: strength, how: divide, amount: 0, on: {me: true}}]",
        "constant[0].amount: expected at least 2",
    ),
    "a lasting effect on what enters": (
        "action: {parts: [{until: {what: enters-kneeling, until: phase, on: {type: character}}}]}",
        "action.parts[0].until.what: enters-kneeling is for constant abilities only",
    ),
    "participants in the draw phase": (
        "action: {phase: draw, targets: [{choose: {cards: {participating: any}}}], parts: [{kneel: {}}]}",
        "action.targets[0].choose.cards.participating: no challenge is under way",
    ),
    "the end of a challenge that is none": (
        "reaction: {when: {kinds: [dominance_won]}, parts: [{until: {what: claim, amount: 1, until: challenge}}]}",
        "reaction.parts[0].until.until: no challenge is under way",
    ),
    "a phase in which it never happens": (
        "reaction: {when: {kinds: [challenge_won]}, phase: draw, parts: [{draw: {}}]}",
        "reaction.when.kinds[0]: challenge_won never occurs in the phase that is named (draw)",
    ),
    "a phase that is not the one that begins": (
        "reaction: {when: {kinds: [phase_began], name: [draw]}, phase: plot, parts: [{draw: {}}]}",
        "reaction.when.kinds[0]: phase_began never occurs in the phase that is named (plot)",
    ),
    "an event that is put into play": (
        "action: {targets: [{choose: {cards: {type: event, where: hand}}}], parts: [{put_into_play: {}}]}",
        "action.parts[0].put_into_play.on: event cards are never put into play",
    ),
    "a card in play that is put into play": (
        "action: {parts: [{put_into_play: {'on': {type: character}}}]}",
        "action.parts[0].put_into_play.on: these cards are in play already: say `where`",
    ),
    "a chosen card after it was put into play": (
        f"action: {{{CHOOSE_IN_HAND}, parts: [{{put_into_play: {{}}}}, {{draw: {{}}}},"
        " {kneel: {'on': {picked: target}}}]}",
        "action.parts[2].kneel.on.picked: what was chosen as 'target' is a new card in play: keep it when it has"
        " entered; did you mean keep_entered?",
    ),
    "a chosen card after it was put into play, at the end of the phase": (
        f"action: {{{CHOOSE_IN_HAND}, parts: [{{put_into_play: {{}}}},"
        " {later: {when: {kinds: [phase_ended]}, parts: [{discard: {}}]}}]}",
        "action.parts[1].later.parts[0].discard.on.picked: what was chosen as 'target' is a new card in play: keep it"
        " when it has entered; did you mean keep_entered?",
    ),
    "a chosen card put into play after it left it": (
        f"action: {{{CHOOSE}, parts: [{{return_to_hand: {{}}}},"
        " {put_into_play: {'on': {picked: target, where: hand}}}]}",
        "action.parts[1].put_into_play.on: a card that left play is a new card where it lies: it is not what was"
        " chosen any more",
    ),
    "a chosen card put into play that is in play": (
        f"action: {{{CHOOSE}, parts: [{{put_into_play: {{on: {{picked: target, where: hand}}}}}}]}}",
        "action.parts[0].put_into_play.on: the chosen cards are in play already: say `where` in the choice",
    ),
    "the strength of a location": (
        "constant: [{what: strength, amount: 1, 'on': {type: location}}]",
        "constant[0].on: strength is of characters only",
    ),
    "renown of a location": (
        "constant: [{what: keyword, name: renown, 'on': {type: location}}]",
        "constant[0].on: renown is of characters only",
    ),
    "ambush of events in hand": (
        "constant: [{what: keyword, name: ambush, amount: 1, 'on': {type: event, where: hand}}]",
        "constant[0].on: ambush is of characters, locations and attachments only",
    ),
    "stealth of locations until the phase ends": (
        "action: {parts: [{until: {what: keyword, name: stealth, until: phase, 'on': {type: location}}}]}",
        "action.parts[0].until.on: stealth is of characters only",
    ),
    "STR of locations until the phase ends": (
        "action: {parts: [{until: {what: strength, amount: 1, until: phase, 'on': {type: location}}}]}",
        "action.parts[0].until.on: strength is of characters only",
    ),
    "the STR of a location": (
        "action: {targets: [{choose: {cards: {type: location, strength_at_most: 0}}}], parts: [{kneel: {}}]}",
        "action.targets[0].choose.cards.strength_at_most: location cards have none, only characters do",
    ),
    "the icon of a location": (
        "action: {targets: [{choose: {cards: {type: location, icon: military}}}], parts: [{kneel: {}}]}",
        "action.targets[0].choose.cards.icon: location cards have none, only characters do",
    ),
    "a location that participates": (
        "reaction: {when: {kinds: [challenge_won]}, targets: [{choose: {cards: {type: location, alone: true}}}],"
        " parts: [{kneel: {}}]}",
        "reaction.targets[0].choose.cards.alone: location cards have none, only characters do",
    ),
    "the cost of a plot": (
        "action: {parts: [{remove_from_game: {'on': {type: plot, where: used, cost_at_most: 2}}}]}",
        "action.parts[0].remove_from_game.on.cost_at_most: plot cards have none, only characters, locations,"
        " attachments and events do",
    ),
    "locations with renown": (
        "action: {targets: [{choose: {cards: {type: location, keyword: renown}}}], parts: [{kneel: {}}]}",
        "action.targets[0].choose.cards.keyword: location cards never have it, only characters do",
    ),
    "attackers in hand": (
        "action: {phase: challenges, targets: [{choose: {cards: {where: hand, participating: attacking}}}],"
        " parts: [{discard: {}}]}",
        "action.targets[0].choose.cards.participating: is of cards in play, not of those in hand",
    ),
    "the power of cards in a deck": (
        "action: {targets: [{choose: {cards: {where: [deck, discard], has_power: true}}}], parts: [{discard: {}}]}",
        "action.targets[0].choose.cards.has_power: is of cards in play, not of those in deck or discard",
    ),
    "a plot that is killed": (
        "action: {targets: [{choose: {cards: {where: [plots]}}}], parts: [{kill: {}}]}",
        "action.parts[0].kill.on: is done to cards in play, not to those in plots",
    ),
    "a card in hand that kneels": (
        "action: {targets: [{choose: {cards: {where: [hand]}}}], parts: [{kneel: {}}]}",
        "action.parts[0].kneel.on: is done to cards in play, not to those in hand",
    ),
    "a cost knelt in hand": (
        "action: {costs: [{kneel_cost: {cards: {where: [hand]}}}], parts: [{draw: {}}]}",
        "action.costs[0].kneel_cost.cards: cards in play pay it, not those in hand",
    ),
    "STR in hand": (
        "constant: [{what: strength, amount: 1, 'on': {type: character, where: hand}}]",
        "constant[0].on: strength counts in play, not in hand",
    ),
    "done with nothing discarded": (
        "action: {parts: [{draw: {}}, {remove_from_game: {'on': {done: true}}}]}",
        "action.parts[1].remove_from_game.on.done: no part discards cards",
    ),
    "what entered where nothing does": (
        "action: {parts: [{draw: {}}, {keep_entered: {}}]}",
        "action.parts[1].keep_entered: no part brings a card into play",
    ),
    "a player chosen for nothing": (
        "action: {targets: [{choose_player: {}}], parts: [{draw: {}}]}",
        "action.targets[0].choose_player: nothing is done with the player",
    ),
    "a requirement and its opposite": (
        "action: {requires: [{first_player: {}}, {first_player: {no: true}}], parts: [{draw: {}}]}",
        "action.requires[1].first_player.no: is asked together with its opposite",
    ),
    "a winner who loses": (
        "reaction: {when: {kinds: [challenge_won], seat: you, other: you}, parts: [{draw: {}}]}",
        "reaction.when.other: the other player is never the same player",
    ),
    "a phase that ends in a challenge": (
        "action: {parts: [{later: {when: {kinds: [phase_ended]}, until: challenge, parts: [{draw: {}}]}}]}",
        "action.parts[0].later.until: phase_ended never occurs before the challenge has ended",
    ),
    "a limit of no challenge": (
        "action: {phase: marshalling, limits: [{times: 1, per: challenge}], parts: [{draw: {}}]}",
        "action.limits[0].per: no challenge is under way",
    ),
    "a card that pays twice": (
        "action: {costs: [{discard_cost: {which: me, n: 2}}], parts: [{draw: {}}]}",
        "action.costs[0].discard_cost.n: this card pays once: say `cards`",
    ),
    "a location that cannot attack": (
        "constant: [{what: card-cannot, name: attack, 'on': {type: location}}]",
        "constant[0].on: attack is of characters only",
    ),
    "the death of a location": (
        "action: {targets: [{choose: {cards: {type: location}}}], parts: [{kill: {}}]}",
        "action.parts[0].kill.on: only characters are killed",
    ),
    "who kneels is knelt": (
        "action: {targets: [{choose: {cards: {kneeling: true}}}], parts: [{kneel: {}}]}",
        "action.parts[0].kneel.on: what is meant kneels already",
    ),
    "who stands is stood": (
        "action: {targets: [{choose: {cards: {kneeling: false}}}], parts: [{stand: {}}]}",
        "action.parts[0].stand.on: what is meant stands already",
    ),
    "who kneels is knelt as a cost": (
        "action: {costs: [{kneel_cost: {cards: {type: character, kneeling: true}}}], parts: [{draw: {}}]}",
        "action.costs[0].kneel_cost.cards: what is meant kneels already",
    ),
    "who stands is stood as a cost": (
        "action: {costs: [{stand_cost: {cards: {type: character, kneeling: false}}}], parts: [{draw: {}}]}",
        "action.costs[0].stand_cost.cards: what is meant stands already",
    ),
    "no number of times": (
        "action: {limits: [{times: 0, per: round}], parts: [{draw: {}}]}",
        "action.limits[0].times: expected at least 1",
    ),
    "a limit without period": (
        "action: {limits: [{times: 1, per: ''}], parts: [{draw: {}}]}",
        "action.limits[0].per: '' is none of challenge, phase, round",
    ),
    "a token that is none": (
        "action: {parts: [{add_token: {token: gold, n: 0, on: {me: true}}}]}",
        "action.parts[0].add_token.n: expected another number than 0",
    ),
}


@pytest.mark.parametrize(("text", "message"), NONSENSE.values(), ids=list(NONSENSE))
def test_what_makes_no_sense_is_named_with_its_place(text: str, message: str) -> None:
    with pytest.raises(InvalidCard) as caught:
        DATA_FORM.read_abilities(yaml.safe_load(f"- {text}"), "a")
    assert str(caught.value).startswith(f"a[0].{message}")


OF_CARDS: dict[str, tuple[str, str, str]] = {
    "the host of a location": (
        "the-roseroad",
        "constant: [{what: strength, amount: 1, on: {host: true}}]",
        "constant[0].on.host: is on no card",
    ),
    "a location that participates": (
        "the-roseroad",
        "constant: [{what: reserve, amount: 1, requires: [{me_participates: {}}]}]",
        "constant[0].requires[0].me_participates: only characters participate",
    ),
    "a character that is revealed": (
        "eddard-stark",
        "when_revealed: {parts: [{draw: {}}]}",
        "when_revealed: only plots have when_revealed",
    ),
    "a character that becomes an attachment": (
        "eddard-stark",
        f"action: {{{CHOOSE}, parts: [{{become_attachment: {{}}}}]}}",
        "action.parts[0].become_attachment: is for events only",
    ),
    "an event that is forced": (
        "put-to-the-sword",
        "forced_reaction: {when: {kinds: [killed]}, parts: [{draw: {}}]}",
        "forced_reaction: an event is played, nothing forces it; did you mean reaction?",
    ),
    "an event that kneels": (
        "put-to-the-sword",
        "action: {costs: [{kneel_cost: {which: me}}], parts: [{draw: {}}]}",
        "action.costs[0].kneel_cost.which: an event is not in play when it is paid for",
    ),
    "an event that dies": (
        "put-to-the-sword",
        "reaction: {when: {kinds: [killed], me: true}, parts: [{draw: {}}]}",
        "reaction.when.me: an event is not in play",
    ),
    "an event that is knelt": (
        "put-to-the-sword",
        "action: {parts: [{kneel: {'on': {me: true}}}]}",
        "action.parts[0].kneel.on.me: an event is not in play",
    ),
    "an event that puts itself into play": (
        "put-to-the-sword",
        "action: {parts: [{put_into_play: {'on': {me: true}}}]}",
        "action.parts[0].put_into_play.on.me: an event is played, it never enters play; did you mean become",
    ),
    "a location that puts itself into play": (
        "the-roseroad",
        "action: {parts: [{put_into_play: {'on': {me: true}}}]}",
        "action.parts[0].put_into_play.on.me: this card is in play already",
    ),
    "an event with two actions": (
        "put-to-the-sword",
        "action: {parts: [{draw: {}}]}\n- action: {parts: [{gain_gold: {}}]}",
        "action: an event has one action: this one could never be chosen",
    ),
    "a constant of an event": (
        "put-to-the-sword",
        "constant: [{what: reserve, amount: 1}]",
        "constant: an event is not in play, unless it becomes an attachment; did you mean until?",
    ),
    "a plot that is sacrificed": (
        "summons",
        "action: {costs: [{sacrifice_cost: {}}], parts: [{draw: {}}]}",
        "action.costs[0].sacrifice_cost.which: plot cards never leave play",
    ),
    "a plot that is taken": (
        "put-to-the-torch",
        "action: {targets: [{choose: {cards: {type: plot}}}], parts: [{take_control: {}}]}",
        "action.parts[0].take_control.on: plot cards stay with their player",
    ),
    "an X of a card without": (
        "put-to-the-torch",
        "action: {costs: [{x_cost: {x: 2}}], parts: [{draw: {n: {x: {}}}}]}",
        "action.costs[0].x_cost: the card's cost is not X",
    ),
}


@pytest.mark.parametrize(("key", "text", "message"), OF_CARDS.values(), ids=list(OF_CARDS))
def test_what_this_card_can_never_say_is_an_error(key: str, text: str, message: str) -> None:
    with pytest.raises(InvalidCard) as caught:
        DATA_FORM.read_abilities(yaml.safe_load(f"- {text}"), "a", core_pool().cards[f"core/{key}"])
    last = text.count("\n- ")
    assert str(caught.value).startswith(f"a[{last}].{message}")


@pytest.mark.parametrize("key", sorted(key for key in DECLARED if key in core_pool().cards))
def test_what_a_card_of_the_core_set_says_makes_sense(key: str) -> None:
    card, abilities = core_pool().cards[key], DECLARED[key]
    assert not [fault for ability in abilities for fault in faults(ability, card)]
    assert not list(faults_together(abilities, card))
    assert not list(faults_of_card(card, abilities))
