"""Section 4 of the timing chart: one combat, from the call for support to the last House card text."""

from __future__ import annotations

from domain.games.agot_board.board.changes import BoardGame
from domain.games.agot_board.chart.combat import blade, casualties, choosing, cleanup, passes, retreat, support, tides
from domain.games.agot_board.chart.combat.resolution import determine_victor
from domain.games.agot_board.chart.combat.strength import (
    count_final_strength,
    count_initial_strength,
    recount_initial_strength,
)
from domain.games.agot_board.commands import (
    AnswerSupport,
    ChooseHouseCard,
    ChooseRetreatArea,
    ChooseRetreatLosses,
    DeclareSupport,
    UseBlade,
)
from domain.games.agot_board.concession import cheapest_units, weakest_card
from domain.games.agot_board.facts.combat import CombatBegan
from domain.games.agot_board.state import Units, together
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.ids import Seat


@enforces("agot_board.combat.steps", "agot_board.combat.resolution-steps")
class CombatFrame(Procedure, frozen=True, tag="agot_board.combat"):
    """One combat, from the call for support to the last House card text.

    Its participants are in the table's `combat`.
    """

    steps = (
        step("4.0", tides.reshuffle_tides, "reshuffle tides"),
        step("4.1", support.call_for_support, "call for support"),
        Decision(
            "4.1.a",
            "support",
            seats=support.who_declares,
            options=support.support_space,
            accepts=(DeclareSupport,),
            on_answer=support.declare_support,
            rule="agot_board.support.grant-or-refuse",
        ),
        Decision(
            "4.1.b",
            "offered-support",
            seats=support.who_answers,
            options=support.answer_space,
            accepts=(AnswerSupport,),
            on_answer=support.answer_support,
            rule="agot_board.support.may-be-declined",
        ),
        step("4.1.c", support.next_support, "next support"),
        step("4.2", count_initial_strength, "count initial strength"),
        step("4.3", choosing.close_hands, "close hands"),
        Decision(
            "4.3.a",
            "house-cards",
            seats=choosing.who_choose_cards,
            options=choosing.card_space,
            accepts=(ChooseHouseCard,),
            on_answer=choosing.reveal_cards,
            rule="agot_board.card.choose-secretly",
            sealed=True,
            least=weakest_card,
        ),
        step("4.3.b", choosing.open_hands, "open hands"),
        step("4.3.c", passes.cancel_pass, "cancel pass"),
        step("4.3.d", passes.reveal_pass, "reveal pass"),
        step("4.3.e", recount_initial_strength, "recount initial strength"),
        step("4.3.f", tides.draw_tides, "draw tides"),
        Decision(
            "4.4.a",
            "redraw",
            seats=blade.who_may_redraw,
            options=blade.redraw_space,
            accepts=(UseBlade,),
            on_answer=blade.redraw_with_blade,
            rule="agot_board.tides.blade-redraw",
        ),
        step("4.4.b", tides.reveal_tides, "reveal tides"),
        Decision(
            "4.4.c",
            "blade",
            seats=blade.who_holds_the_blade,
            options=blade.plus_one_space,
            accepts=(UseBlade,),
            on_answer=blade.add_one_with_blade,
            rule="agot_board.combat.blade-window",
        ),
        step("4.5", count_final_strength, "count final strength"),
        step("4.6.1", determine_victor, "determine victor"),
        step("4.6.1.a", passes.result_pass, "result pass"),
        step("4.6.2", casualties.remove_defeated_garrison, "remove defeated garrison"),
        step("4.6.2/swords", casualties.casualties_by_swords, "casualties by swords"),
        step("4.6.2/attackers-skull", casualties.casualty_by_attackers_skull, "casualty by attackers skull"),
        step("4.6.2/defenders-skull", casualties.casualty_by_defenders_skull, "casualty by defenders skull"),
        step("4.6.3", retreat.destroy_those_who_cannot_retreat, "destroy those who cannot retreat"),
        step("4.6.3/winner", passes.retreat_pass, "retreat pass"),
        Decision(
            "4.6.3/area",
            "retreat",
            seats=retreat.who_retreats,
            options=retreat.retreat_space,
            accepts=(ChooseRetreatArea,),
            on_answer=retreat.choose_retreat,
            rule="agot_board.retreat.mandatory",
            public=True,
        ),
        Decision(
            "4.6.3/losses",
            "retreat-losses",
            seats=retreat.who_loses_units,
            options=retreat.losses_space,
            accepts=(ChooseRetreatLosses,),
            on_answer=retreat.lose_in_retreat,
            rule="agot_board.retreat.supply-forced-losses",
            public=True,
            checked=True,
            least=cheapest_units,
        ),
        step("4.6.3/rout", retreat.retreat, "retreat"),
        step("4.6.4", cleanup.stay_in_the_origin, "stay in the origin"),
        Decision(
            "4.6.4/losses",
            "retreat-losses",
            seats=cleanup.who_was_kept_out,
            options=retreat.losses_space,
            accepts=(ChooseRetreatLosses,),
            on_answer=cleanup.lose_in_the_origin,
            rule="agot_board.ruling.arianne-origin-lost",
            public=True,
            checked=True,
            least=cheapest_units,
        ),
        step("4.6.4/clean-up", cleanup.clean_up, "clean up"),
        step("4.6.5", passes.after_pass, "after pass"),
        step("4.6.5/end", cleanup.end_combat, "end combat"),
    )


@enforces(
    "agot_board.combat.when",
    "agot_board.combat.attacker",
    "agot_board.combat.defender",
    "agot_board.term.embattled-area",
    "agot_board.garrison.defends-alone",
)
def begin_combat(game: BoardGame, *, area: str, origin: str, attacker: Seat, march: str, units: Units) -> None:
    """Begin a combat with marching units that attack another House's units or Garrison; the last call of a step."""
    there = game.table.area(area)
    game.emit(CombatBegan(area, origin, attacker, there.house or there.garrison, march, together({}, units)))
    game.push(CombatFrame())
