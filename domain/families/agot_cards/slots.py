"""The slots of the family: what this floor carries out for each of its games that has a rule of it.

Two tables, in the order of the modules; see `kernel.citing` and the slots of card games.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.cardgame.slots import NAMED_SLOTS
from domain.families.agot_cards import numbers_in_play, occurring, setup, state
from domain.families.agot_cards.abilities import registry
from domain.families.agot_cards.chart import dominance_phase, draw_phase, marshalling_phase, plot_phase, standing_phase
from domain.families.agot_cards.chart.challenge import claim, comparison, defense, ending, initiation, outcome
from domain.families.agot_cards.checks import abilities as ability_checks
from domain.families.agot_cards.checks import challenges, marshalling
from domain.families.agot_cards.corrections import changes
from domain.families.agot_cards.in_play import entering
from domain.families.agot_cards.words import choices, costs, requirements, select
from domain.families.agot_cards.words.parts import cards, counts
from domain.kernel.citing import enforce_slots

AGOT_SLOTS: dict[str, Callable[..., Any]] = {
    "total-power": state.AgotTable.power,
    "has-icon": numbers_in_play.has_icon,
    "challenge-icons": numbers_in_play.icons,
    "character-strength": numbers_in_play.strength,
    "plot-value": numbers_in_play.plot_value,
    "printed-plot-value": numbers_in_play.plot_base,
    "plot-modifiers": numbers_in_play.bonus_lines,
    "claim-value": numbers_in_play.claim,
    "side-total": numbers_in_play.side_strength,
    "dominance-total": numbers_in_play.dominance,
    "can-kneel": numbers_in_play.can_kneel,
    "may-stand": numbers_in_play.may_stand,
    "kill-condition": occurring.kill_condition,
    "challenge-left": occurring.leave_challenge,
    "cards-knelt": occurring.kneel,
    "power-gained": occurring.gain_power,
    "power-moved": occurring.move_power,
    "gold-gained": occurring.gain_gold,
    "gold-paid": occurring.pay_gold,
    "strength-compared": comparison.comparison,
    "challenge-unopposed": comparison.is_unopposed,
    "claim-read": claim.read_claim,
    "claim-victims": claim.possible_victims,
    "victims-owed": claim.victims_space,
    "victims-killed": claim.kill_victims,
    "claim-carried-out": claim.carry_out_claim,
    "defending-player": defense.defending_player,
    "possible-defenders": defense.defenders_space,
    "defenders-kneel": defense.declare_defenders,
    "defenders-participate": defense.take_defenders,
    "challenge-winner": outcome.determine_winner,
    "unopposed-bonus": outcome.challenge_bonuses,
    "expired-before-challenge-end": ending.expire_with_challenge,
    "challenge-end": ending.end_challenge,
    "participation-ends": ending.challenge_over,
    "challenge-begun": initiation.begin_challenge,
    "stealth-bypass": initiation.bypass,
    "round-begun": plot_phase.plot_phase_begins,
    "possible-plots": plot_phase.plots_space,
    "plots-set-facedown": plot_phase.set_plots,
    "plots-faceup": plot_phase.turn_plots_faceup,
    "plots-revealed": plot_phase.plots_revealed,
    "initiative-won": plot_phase.win_initiative,
    "initiative-tie": plot_phase.initiative_winner,
    "first-player-token": plot_phase.name_first_player,
    "plots-recycled": plot_phase.recycle,
    "income-collected": marshalling_phase.collect_income,
    "income-amount": marshalling_phase.income,
    "cards-of-draw-phase": draw_phase.draw_two,
    "dominance-won": dominance_phase.determine_dominance,
    "standable-cards": standing_phase.standable_cards,
    "challenge-types": challenges.is_a_challenge_type.test,
    "declared-by-controller": challenges.not_controlled,
    "icon-to-be-declared": challenges.not_eligible,
    "declaring-forbidden": challenges.cannot_refusal,
    "must-be-declared": challenges.forced_characters,
    "not-bypassable": challenges.not_bypassable,
    "decks-shuffled": setup.shuffle_decks,
    "setup-hands-drawn": setup.draw_setup_hands,
    "dead-copy": entering.dead_pile_refusal,
    "copies-in-play": entering.copies_in_play,
    "duplicate-takes-none": entering.host_refusal,
    "marshalled": entering.begin_marshalling,
    "marshalled-enters-play": entering.marshalling_conditions,
    "limited-counted": entering.count_limited,
    "limited-duplicates": entering.are_duplicates_limited,
    "cards-indexed": registry.DuplicateRegistry.place,
    "duplicate-inactive": ability_checks.is_active.test,
    "marshalled-by-active": marshalling.in_marshalling_window.test,
    "marshalled-types": marshalling.is_of_that_type.test,
    "marshalled-on-host": marshalling.host_is_legal.test,
    "place-by-hand": changes.wrong_place,
    "plots-by-hand": changes.wrong_plots,
    "print-described": select.Cards.fits_print,
    "only-characters-have": select.asks_for_characters,
    "challenge-margin": select.margin_of,
    "side-in-challenge": requirements.During.holds,
    "unopposed-asked": requirements.Unopposed.holds,
    "strength-in-all": choices.has_strength_of,
    "kneeling-pays-not": costs.KneelCost.payable,
    "kneeling-cannot-kneel": costs.KneelCost.refusal,
    "kneeling-pays": costs.KneelCost.pay,
    "joined-by-ability": cards.Joins.perform,
    "removed-by-ability": cards.RemoveFromChallenge.perform,
    "power-for-faction": counts.GainPower.receivers,
    "power-not-moved-to-itself": counts.MovePower.sources,
}

enforce_slots(AGOT_SLOTS)

AGOT_NAMED_SLOTS: tuple[str, ...] = (
    *NAMED_SLOTS,
    "active-marshals",
    "duplicate-marshalled-free",
    "duplicate-saves",
    "victims-owed",
    "defenders-declared",
    "possible-plots",
    "first-player-token",
    "duplicate-blank",
    "limited-once",
    "card-over-rules",
    "challenge-type",
    "challenge-opponent",
    "challenge-of-each-type",
    "forbidden-by-card",
    "an-attacker-needed",
    "attacker-eligible",
    "attackers-declared",
    "stealth-bypass",
    "not-bypassable",
    "defender-eligible",
    "bypassed-cannot-defend",
    "victims-different",
    "initiative-winner-names",
    "challenger-active",
    "one-challenge-at-a-time",
    "challenged-player-defends",
    "unique-once",
    "duplicate-needs-copy",
    "character-placed",
    "location-placed",
    "events-not-marshalled",
    "host-of-marshalled",
    "duplicate-placed",
    "dead-copy-blocks",
    "limited-duplicates",
    "dead-copy-blocks-duplicate",
    "active-player-until-phase-end",
    "kneeling-cannot-kneel",
)
"""What refusals, questions and forms of a game of the family name, each of which needs a rule."""
