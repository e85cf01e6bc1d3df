"""The slots of card games: what this floor carries out for every game that has a rule of it (see `kernel.citing`).

One table, in the order of the modules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.cardgame import contest, periods, setup, state_checks, table, view
from domain.cardgame.abilities import context, events, resolution
from domain.cardgame.facts import cards
from domain.cardgame.in_play import active_constants, characteristics, pile_order
from domain.cardgame.occurring import (
    card_moves,
    conditions,
    delayed_effects,
    execution,
    framework,
    leaving_play,
    listening,
)
from domain.cardgame.words import choices, constants, costs, data_form, select, triggers
from domain.cardgame.words.parts import cards as changed_cards
from domain.cardgame.words.parts import hidden, interrupting, time
from domain.kernel.citing import SLOT, enforces

CARDGAME_SLOTS: dict[str, Callable[..., Any]] = {
    "in-play-state-lost": table.CardState.leave_play,
    "control-by-area": table.CardGameTable.update_moved_card,
    "owner-of-new-card": table.CardGameTable.lay_new_card,
    "player-order": table.CardGameTable.player_order,
    "next-player": table.CardGameTable.next_seat,
    "tokens-named-by-abilities": cards.TokensPlaced.apply,
    "in-play": table.CardGameTable.in_play,
    "limit-counter": context.AbilityContext.limit_key,
    "abilities-read": data_form.DataForm.read_ability,
    "initiation-occurs": context.AbilityContext.initiation,
    "sacrifice-condition": conditions.sacrifice_condition,
    "immune-unaffected": execution.without_immune,
    "cards-left-play": leaving_play.leave_play,
    "left-play-condition": leaving_play.left_conditions,
    "left-to-owners-area": leaving_play.destination,
    "discarded-out-of-play": card_moves.discard_out_of_play,
    "cards-drawn": card_moves.draw,
    "control-taken": card_moves.take_control,
    "delayed-effect-due": delayed_effects.due_now,
    "resolutions-ordered": delayed_effects.who_orders,
    "delayed-effect-resolved": delayed_effects.resolve_delayed_effect,
    "framework-event": framework.framework,
    "lasting-expired": framework.expire,
    "phase-begun": periods.begin_phase,
    "phase-ended": periods.end_phase,
    "active-player-until-phase-end": periods.phase_ends,
    "expired-before-phase-end": periods.expire_with_phase,
    "expired-before-round-end": periods.expire_with_round,
    "pile-ordered-by-owner": pile_order.piles_to_order,
    "last-player-wins": state_checks.eliminate,
    "persistent-condition": state_checks.is_demanded,
    "simultaneous-victory": state_checks.decide_winner,
    "constants-active": active_constants.constants,
    "lasting-effects-outlive-source": active_constants.lasting_effects,
    "earlier-lasting-effects-stay": active_constants.touches_on,
    "immune-to-constants": active_constants.keeps_off,
    "blank-silences": active_constants.is_silent,
    "excluding-constants-decided": active_constants.pick_applying,
    "forced-abilities": listening.forced_abilities,
    "forced-order": listening.mandatory_space,
    "part-complete": execution.report_result,
    "event-played": events.begin_event,
    "event-put-away": events.put_event_away,
    "delayed-before-reactions": delayed_effects.begin_delayed,
    "begin-ability": resolution.begin_ability,
    "keeps-traits": characteristics.keeps_traits,
    "has-trait": characteristics.has_trait,
    "allowance": characteristics.allowance,
    "restrictions": characteristics.restrictions,
    "card-cannot": characteristics.card_cannot,
    "card-does-not": characteristics.card_does_not,
    "card-must": characteristics.card_must,
    "self-reference": select.CardFilter.candidates,
    "in-play-unless-said": select.CardFilter.fits_place,
    "copies-by-title": select.CardFilter.is_copy,
    "source-described": select.CardFilter.fits_source,
    "cost-of-x": select.costs_at_most,
    "cost-of-answered": select.cost_of_answered,
    "first-player-at-random": setup.random_first_player,
    "mulligan": setup.decide_mulligan,
    "participating-or-not": contest.Contest.side,
    "constant-holds": constants.Constant.holds,
    "moment-fits": triggers.WhenWord.fits,
    "leaving-in-any-way": triggers.WhenWord.listens,
    "leaving-along": triggers.WhenWord.happens_to,
    "targets-at-once": choices.targets_form,
    "target-unaffected": choices.is_affected,
    "immune-by-card-type": choices.is_immune,
    "target-fits": choices.Choose.iterate,
    "controller-chooses": choices.Choose.choosers,
    "too-few-targets": choices.Choose.refusal,
    "any-eligible-target": choices.Choose.space,
    "choice-missing": choices.Choose.perform,
    "cost-payable": costs.CardCost.refusal,
    "cannot-pay": costs.CardCost.forbidden_by,
    "own-cards-pay": costs.CardCost.own,
    "then-complete": changed_cards.count_meant,
    "meant-though-prevented": changed_cards.OnCards.aimed_at,
    "immune-not-targeted": changed_cards.OnCards.fitting_cards,
    "as-much-as-possible": changed_cards.OnCards.perform,
    "tokens-by-part": changed_cards.AddToken.perform,
    "as-many-tokens-as-possible": changed_cards.AddToken.change,
    "taken-card-shown": hidden.TakeIntoHand.perform,
    "deck-looked-at": hidden.LookAtDeck.perform,
    "hand-looked-at": hidden.LookAtHand.perform,
    "top-card-revealed": hidden.RevealTop.perform,
    "deck-shuffled": hidden.ShuffleDeck.perform,
    "kept-off": interrupting.is_kept_off,
    "saved": interrupting.Save.perform,
    "effect-canceled": interrupting.Cancel.perform,
    "replaced": interrupting.Instead.perform,
    "replacement-waits": interrupting.Instead.wait,
    "lasting-effect-begun": time.Until.perform,
    "lasting-too-late": time.is_too_late,
    "delayed-not-judged": time.Later.potential,
    "delayed-effect-begun": time.Later.perform,
    "area-seen": view.seen_area,
}

for _slot, _function in CARDGAME_SLOTS.items():
    enforces(f"{SLOT}{_slot}")(_function)
