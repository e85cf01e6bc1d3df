"""One sentence for each fact of A Game of Thrones: The Board Game, in the order of its facts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.agot_board.components import ORDERS
from domain.games.agot_board.facts import action, board, combat, corrected, march, start, westeros
from domain.kernel.facts import Fact
from service.games.agot_board.words import (
    BLADE_USES,
    PHASES,
    RAVEN_USES,
    TOKENS,
    TRACKS,
    cards,
    label,
    moves_words,
    places,
    source,
    trace_words,
    units_words,
)
from service.present.text.names import CardTitles, amount
from service.present.text.sentences import Sentences, number_words, register_sentences

STORY: Sentences = {}
tells = register_sentences(STORY)

# --- set-up


@tells(start.SeatsTaken)
def seats_taken(fact: start.SeatsTaken, names: CardTitles) -> str:
    seats = (f"{seat} ({player})" if player else seat for seat, player in zip(fact.seats, fact.players, strict=True))
    tides = ", Tides of Battle cards" if fact.tides else ""
    return f"houses: {', '.join(seats)}; rule set {label(fact.rule_set)}{tides}"


@tells(start.NeutralForcesPlaced)
def neutral_forces_placed(fact: start.NeutralForcesPlaced, names: CardTitles) -> str:
    forces = (f"{label(area)} {strength if strength >= 0 else 'closed'}" for area, strength in fact.forces.items())
    return f"neutral forces: {', '.join(forces)}"


# --- rounds and phases


HEADINGS: dict[type[Fact], Callable[[Any], str]] = {
    board.RoundBegan: lambda fact: f"\nRound {fact.round}",
    board.PhaseBegan: lambda fact: f" {PHASES.get(fact.phase, fact.phase)} phase",
}


@tells(board.RoundBegan)
def round_began(fact: board.RoundBegan, names: CardTitles) -> str:
    return f"round {fact.round} begins"


@tells(board.PhaseBegan)
def phase_began(fact: board.PhaseBegan, names: CardTitles) -> str:
    return f"{PHASES.get(fact.phase, fact.phase)} phase begins"


# --- units


@tells(board.UnitsPlaced)
def units_placed(fact: board.UnitsPlaced, names: CardTitles) -> str:
    return f"{fact.house}: {units_words(fact.units)} placed in {label(fact.area)}"


@tells(board.UnitsDestroyed)
def units_destroyed(fact: board.UnitsDestroyed, names: CardTitles) -> str:
    routed = [f"{units_words(fact.routed)} routed"] if fact.routed else []
    lost = ", ".join([*([units_words(fact.units)] if fact.units else []), *routed])
    return f"{fact.house} loses in {label(fact.area)}: {lost}"


@tells(board.UnitsReplaced)
def units_replaced(fact: board.UnitsReplaced, names: CardTitles) -> str:
    old, new = units_words({fact.unit: fact.count}), units_words({fact.by: fact.count})
    return f"{fact.house} in {label(fact.area)}: {old} becomes {new}"


@tells(board.ShipsCaptured)
def ships_captured(fact: board.ShipsCaptured, names: CardTitles) -> str:
    return f"{fact.house} captures {label(fact.port)}: {amount(fact.ships, 'Ship')} replaced"


# --- orders


@tells(board.OrdersRevealed)
def orders_revealed(fact: board.OrdersRevealed, names: CardTitles) -> str:
    by: dict[str, list[str]] = {}
    for area, token in fact.orders.items():
        by.setdefault(token, []).append(area)
    listed = (f"{label(token)} in {places(by[token])}" for token in ORDERS if token in by)
    return f"orders are revealed: {'; '.join(listed)}"


@tells(board.OrderReplaced)
def order_replaced(fact: board.OrderReplaced, names: CardTitles) -> str:
    return f"{fact.house}: {label(fact.token)} now lies in {label(fact.area)}"


@tells(board.OrdersBanned)
def orders_banned(fact: board.OrdersBanned, names: CardTitles) -> str:
    return f"may not be placed this round: {label(fact.ban)}"


# --- tokens and Power


@tells(corrected.PowerTokenSet)
def power_token_set(fact: corrected.PowerTokenSet, names: CardTitles) -> str:
    lies = f"a Power token of {fact.house}" if fact.house else "no Power token"
    return f"{lies} lies in {label(fact.area)}"


@tells(corrected.GarrisonSet)
def garrison_set(fact: corrected.GarrisonSet, names: CardTitles) -> str:
    lies = f"the Garrison of {fact.house}" if fact.house else "no Garrison"
    return f"{lies} lies in {label(fact.area)}"


@tells(corrected.NeutralForceSet)
def neutral_force_set(fact: corrected.NeutralForceSet, names: CardTitles) -> str:
    lies = f"a Neutral Force of {fact.strength}" if fact.strength else "no Neutral Force"
    return f"{lies} lies in {label(fact.area)}"


@tells(corrected.TokenTurned)
def token_turned(fact: corrected.TokenTurned, names: CardTitles) -> str:
    return f"the {label(fact.token)} is turned to its {'used' if fact.used else 'unused'} side"


@tells(corrected.BanLifted)
def ban_lifted(fact: corrected.BanLifted, names: CardTitles) -> str:
    return f"{label(fact.ban)} orders may be placed again"


@tells(corrected.AttackersSet)
def attackers_set(fact: corrected.AttackersSet, names: CardTitles) -> str:
    return f"the attackers are {fact.house}'s {units_words(fact.units) if fact.units else 'none'}"


@tells(corrected.SupportSet)
def support_set(fact: corrected.SupportSet, names: CardTitles) -> str:
    lends = {"": "is undecided", "refuse": "is refused"}.get(fact.side, f"goes to the {fact.side}")
    return f"the support of {label(fact.area)} {lends}"


@tells(corrected.HouseCardSet)
def house_card_set(fact: corrected.HouseCardSet, names: CardTitles) -> str:
    text = "its text is done with" if fact.used else "its text is still to be resolved"
    return f"{fact.house} fights with {names.title(fact.card)}; {text}"


@tells(board.PowerTokenPlaced)
def power_token_placed(fact: board.PowerTokenPlaced, names: CardTitles) -> str:
    return f"{fact.house} leaves a Power token in {label(fact.area)}"


@tells(board.PowerTokenRemoved)
def power_token_removed(fact: board.PowerTokenRemoved, names: CardTitles) -> str:
    return f"the Power token of {fact.house} leaves {label(fact.area)}"


@tells(board.GarrisonRemoved)
def garrison_removed(fact: board.GarrisonRemoved, names: CardTitles) -> str:
    return f"the Garrison of {label(fact.area)} is removed"


@tells(board.NeutralForceDefeated)
def neutral_force_defeated(fact: board.NeutralForceDefeated, names: CardTitles) -> str:
    return f"the Neutral Force of {label(fact.area)} is defeated"


@tells(board.PowerGained)
def power_gained(fact: board.PowerGained, names: CardTitles) -> str:
    return f"{fact.house} gains {fact.power} Power"


@tells(board.PowerDiscarded)
def power_discarded(fact: board.PowerDiscarded, names: CardTitles) -> str:
    return f"{fact.house} discards {fact.power} Power"


@tells(board.BladeUsed)
def blade_used(fact: board.BladeUsed, names: CardTitles) -> str:
    return f"{fact.house} uses the Valyrian Steel Blade{BLADE_USES.get(fact.how, '')}"


@tells(board.RavenUsed)
def raven_used(fact: board.RavenUsed, names: CardTitles) -> str:
    return f"{fact.house} uses the Messenger Raven{RAVEN_USES.get(fact.how, '')}"


@tells(board.DominanceTokenTaken)
def dominance_token_taken(fact: board.DominanceTokenTaken, names: CardTitles) -> str:
    return f"{fact.house} takes the {TOKENS[fact.track]} token"


# --- tracks and cards


@tells(board.InfluenceSet)
def influence_set(fact: board.InfluenceSet, names: CardTitles) -> str:
    return f"{TRACKS[fact.track]} track: {', '.join(fact.order) or 'cleared for bids'}"


@tells(board.SupplySet)
def supply_set(fact: board.SupplySet, names: CardTitles) -> str:
    return f"{fact.house}: supply {fact.supply}"


@tells(board.WildlingsMoved)
def wildlings_moved(fact: board.WildlingsMoved, names: CardTitles) -> str:
    return f"Wildling threat: {fact.position}"


@tells(board.WildlingCardPlaced)
def wildling_card_placed(fact: board.WildlingCardPlaced, names: CardTitles) -> str:
    where = {"top": "on the top", "bottom": "on the bottom"}[fact.where]
    return f"{fact.house} puts the Wildling card back {where}"


@tells(board.HouseCardsReturned)
def house_cards_returned(fact: board.HouseCardsReturned, names: CardTitles) -> str:
    return f"{fact.house} takes back: {cards(fact.cards, names)}"


@tells(board.HouseRetired)
def house_retired(fact: board.HouseRetired, names: CardTitles) -> str:
    return f"{fact.house} is out of the game; its pieces stay"


# --- the Westeros Phase


@tells(westeros.WesterosCardBegan)
def westeros_card_began(fact: westeros.WesterosCardBegan, names: CardTitles) -> str:
    return f"Westeros card {fact.card.partition('/')[0]}: {names.title(fact.card)}"


@tells(westeros.CardOptionChosen)
def card_option_chosen(fact: westeros.CardOptionChosen, names: CardTitles) -> str:
    return f"{fact.house} chooses for {names.title(fact.card)}: {label(fact.option)}"


@tells(westeros.SupplyCounted)
def supply_counted(fact: westeros.SupplyCounted, names: CardTitles) -> str:
    return f"{fact.house} controls supply {number_words(fact.supply, fact.trace, source)}"


@tells(westeros.IncomeCounted)
def income_counted(fact: westeros.IncomeCounted, names: CardTitles) -> str:
    return f"income of {fact.house}: {number_words(fact.power, fact.trace, source)}"


@tells(westeros.BidsRevealed)
def bids_revealed(fact: westeros.BidsRevealed, names: CardTitles) -> str:
    return f"bids: {', '.join(f'{house} {bid}' for house, bid in fact.bids.items())}"


@tells(westeros.BidsRanked)
def bids_ranked(fact: westeros.BidsRanked, names: CardTitles) -> str:
    tie = f" (tie ordered by {fact.by})" if fact.by else ""
    return f"next in rank: {', '.join(fact.houses)}{tie}"


@tells(westeros.BidReturned)
def bid_returned(fact: westeros.BidReturned, names: CardTitles) -> str:
    return f"{fact.house} takes back its bid of {fact.power}"


@tells(westeros.WildlingsAttacked)
def wildlings_attacked(fact: westeros.WildlingsAttacked, names: CardTitles) -> str:
    second = "again " if fact.second else ""
    return f"the Wildlings attack {second}with {fact.strength}; {', '.join(fact.houses)} bid"


@tells(westeros.NightsWatchCounted)
def nights_watch_counted(fact: westeros.NightsWatchCounted, names: CardTitles) -> str:
    result = "the Wildlings are defeated" if fact.victory else "the Wildlings win"
    return f"the Night's Watch has {number_words(fact.strength, fact.trace, source)}: {result}"


@tells(westeros.BidderNamed)
def bidder_named(fact: westeros.BidderNamed, names: CardTitles) -> str:
    return f"the bidder who counts is {fact.house}" + (f", named by {fact.by}" if fact.by else "")


@tells(westeros.WildlingCardRevealed)
def wildling_card_revealed(fact: westeros.WildlingCardRevealed, names: CardTitles) -> str:
    return f"Wildling card: {names.title(fact.card)}"


@tells(westeros.WildlingRewardDeclined)
def wildling_reward_declined(fact: westeros.WildlingRewardDeclined, names: CardTitles) -> str:
    return f"{fact.house} makes no use of {names.title(fact.card)}"


# --- raids, Power, marches


@tells(action.RaidResolved)
def raid_resolved(fact: action.RaidResolved, names: CardTitles) -> str:
    if not fact.target:
        return f"{fact.house} raids from {label(fact.area)} without effect"
    removed = f", {label(fact.token)} is removed" if fact.token else ""
    return f"{fact.house} raids {label(fact.target)} from {label(fact.area)}{removed}"


@tells(action.ConsolidateResolved)
def consolidate_resolved(fact: action.ConsolidateResolved, names: CardTitles) -> str:
    does = {"power": "consolidates power", "muster": "musters"}.get(fact.how, label(fact.how))
    return f"{fact.house} {does} in {label(fact.area)}"


@tells(march.MarchDeclared)
def march_declared(fact: march.MarchDeclared, names: CardTitles) -> str:
    head = f"{fact.house} marches from {label(fact.area)} ({label(fact.order)})"
    return f"{head}: {moves_words(fact.moves, fact.token)}"


@tells(march.NeutralForceAttacked)
def neutral_force_attacked(fact: march.NeutralForceAttacked, names: CardTitles) -> str:
    head = f"{fact.house} would march from {label(fact.area)} against the Neutral Force of {label(fact.target)}"
    return f"{head}: {moves_words(fact.moves, fact.token)}"


@tells(march.NeutralSupportDeclared)
def neutral_support_declared(fact: march.NeutralSupportDeclared, names: CardTitles) -> str:
    does = "grants" if fact.side == "attacker" else "refuses"
    return f"{fact.house} {does} the support of {label(fact.area)}"


@tells(march.NeutralStrengthCounted)
def neutral_strength_counted(fact: march.NeutralStrengthCounted, names: CardTitles) -> str:
    return f"{trace_words(fact.strength)} against {fact.needed} in {label(fact.target)}"


@tells(march.MarchVoided)
def march_voided(fact: march.MarchVoided, names: CardTitles) -> str:
    return f"too little for {label(fact.target)}: the order in {label(fact.area)} is to be resolved otherwise"


# --- combat


@tells(combat.CombatBegan)
def combat_began(fact: combat.CombatBegan, names: CardTitles) -> str:
    where = f"{label(fact.area)} from {label(fact.origin)}"
    return f"{fact.attacker} attacks {fact.defender} in {where}: {units_words(fact.units)}"


@tells(combat.AttackersSetOut)
def attackers_set_out(fact: combat.AttackersSetOut, names: CardTitles) -> str:
    where = f"from {label(fact.origin)} for {label(fact.area)}"
    return f"{fact.attacker} sets out {where}, and no combat begins: {units_words(fact.units)}"


@tells(combat.SupportDeclared)
def support_declared(fact: combat.SupportDeclared, names: CardTitles) -> str:
    does = "supports nobody" if fact.side == "refuse" else f"supports the {fact.side}"
    return f"{fact.house} {does} from {label(fact.area)}" + (", if that is accepted" if fact.offered else "")


@tells(combat.SupportAnswered)
def support_answered(fact: combat.SupportAnswered, names: CardTitles) -> str:
    return f"{fact.house} {'accepts' if fact.accepted else 'declines'} the support from {label(fact.area)}"


@tells(combat.InitialStrengthCounted)
def initial_strength_counted(fact: combat.InitialStrengthCounted, names: CardTitles) -> str:
    return f"initial strength: attack {trace_words(fact.attacker)}, defense {trace_words(fact.defender)}"


@tells(combat.FinalStrengthCounted)
def final_strength_counted(fact: combat.FinalStrengthCounted, names: CardTitles) -> str:
    return f"final strength: attack {trace_words(fact.attacker)}, defense {trace_words(fact.defender)}"


@tells(combat.HouseCardsRevealed)
def house_cards_revealed(fact: combat.HouseCardsRevealed, names: CardTitles) -> str:
    return ", ".join(f"{house} plays {names.title(card)}" for house, card in fact.cards.items())


@tells(combat.HouseCardWithdrawn)
def house_card_withdrawn(fact: combat.HouseCardWithdrawn, names: CardTitles) -> str:
    where = "goes back to the hand" if fact.to == "hand" else "is discarded"
    return f"{names.title(fact.card)} of {fact.house} {where}"


@tells(combat.CardTextUsed)
def card_text_used(fact: combat.CardTextUsed, names: CardTitles) -> str:
    if not fact.used:
        return f"{fact.house} makes no use of {names.title(fact.card)}"
    return f"{fact.house} uses {names.title(fact.card)}" + (f" on {source(fact.object)}" if fact.object else "")


@tells(combat.HouseCardKept)
def house_card_kept(fact: combat.HouseCardKept, names: CardTitles) -> str:
    return f"{names.title(fact.card)} will go back to the hand of {fact.house}"


@tells(combat.CombatWon)
def combat_won(fact: combat.CombatWon, names: CardTitles) -> str:
    how = "by strength" if fact.by == "strength" else "the tie by the Fiefdoms track"
    return f"{fact.house} wins against {fact.loser}, {how}"


@tells(combat.CasualtiesDemanded)
def casualties_demanded(fact: combat.CasualtiesDemanded, names: CardTitles) -> str:
    return f"casualties of {fact.house} by {label(fact.cause)}: {trace_words(fact.number)}"


@tells(combat.AttackersDestroyed)
def attackers_destroyed(fact: combat.AttackersDestroyed, names: CardTitles) -> str:
    return f"{fact.house} loses of the attackers: {units_words(fact.units)}"


@tells(combat.AttackerUpgraded)
def attacker_upgraded(fact: combat.AttackerUpgraded, names: CardTitles) -> str:
    return f"{fact.house}: an attacking {label(fact.unit)} becomes a {label(fact.by)}"


@tells(combat.RetreatChosen)
def retreat_chosen(fact: combat.RetreatChosen, names: CardTitles) -> str:
    lost = f", {amount(fact.losses, 'unit')} too many" if fact.losses else ""
    return f"the beaten units retreat to {label(fact.area)}, says {fact.house}{lost}"


@tells(combat.AttackersKeptOut)
def attackers_kept_out(fact: combat.AttackersKeptOut, names: CardTitles) -> str:
    lost = f", {amount(fact.losses, 'unit')} too many" if fact.losses else ""
    return f"the attackers of {fact.house} may not enter and stay in {label(fact.area)}{lost}"


@tells(combat.AttackersCameOut)
def attackers_came_out(fact: combat.AttackersCameOut, names: CardTitles) -> str:
    routed = ", routed" if fact.routed else ""
    return f"{fact.house} is in {label(fact.area)}: {units_words(fact.units)}{routed}"


@tells(combat.MarchOrderMoved)
def march_order_moved(fact: combat.MarchOrderMoved, names: CardTitles) -> str:
    return f"{label(fact.token)} of {fact.house} moves from {label(fact.source)} to {label(fact.to)}"
