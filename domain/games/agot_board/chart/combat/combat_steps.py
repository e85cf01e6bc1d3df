"""Section 4 of the timing chart: one combat, from the call for support to the last House card text."""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame
from domain.games.agot_board.board.control import winners
from domain.games.agot_board.chart.combat import (
    casualties,
    cleanup,
    house_card_choice,
    house_card_texts,
    retreat,
    support,
    tides_of_battle,
    valyrian_steel_blade,
)
from domain.games.agot_board.chart.combat.strength import (
    count_final_strength,
    count_initial_strength,
    recount_initial_strength,
)
from domain.games.agot_board.chart.combat.victor import determine_victor
from domain.games.agot_board.commands import (
    AnswerSupport,
    ChooseHouseCard,
    ChooseRetreatArea,
    ChooseRetreatLosses,
    DeclareSupport,
    UseBlade,
)
from domain.games.agot_board.concession import cheapest_units, weakest_card
from domain.games.agot_board.facts.combat import AttackersSetOut, CombatBegan
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
        step("4.0", tides_of_battle.reshuffle_tides, "the Tides of Battle deck is shuffled"),
        step("4.1", support.call_for_support, "support is called for"),
        Decision(
            "4.1.a",
            "support",
            title="a House declares which side it supports",
            seats=support.who_declares,
            options=support.support_space,
            accepts=(DeclareSupport,),
            on_answer=support.declare_support,
            rule="agot_board.support.grant-or-refuse",
        ),
        Decision(
            "4.1.b",
            "offered-support",
            title="a side takes or refuses the support of another House",
            seats=support.who_answers,
            options=support.answer_space,
            accepts=(AnswerSupport,),
            on_answer=support.answer_support,
            rule="agot_board.support.may-be-declined",
        ),
        step("4.1.c", support.next_support, "the next support is declared"),
        step("4.2", count_initial_strength, "the initial strength of both sides is counted"),
        step("4.3", house_card_choice.close_hands, "hands and discard piles are closed"),
        Decision(
            "4.3.a",
            "house-cards",
            title="both sides choose House cards in secret",
            seats=house_card_choice.who_choose_cards,
            options=house_card_choice.card_space,
            accepts=(ChooseHouseCard,),
            on_answer=house_card_choice.reveal_cards,
            rule="agot_board.card.choose-secretly",
            sealed=True,
            least=weakest_card,
        ),
        step("4.3.b", house_card_choice.open_hands, "hands and discard piles are open again"),
        step("4.3.c", house_card_texts.cancel_pass, "House card texts that cancel take effect"),
        step("4.3.d", house_card_texts.reveal_pass, "the other House card texts take effect"),
        step("4.3.e", recount_initial_strength, "the initial strength is counted again after House card texts"),
        step("4.3.f", tides_of_battle.draw_tides, "Tides of Battle cards are drawn"),
        Decision(
            "4.4.a",
            "redraw",
            title="the holder of the Valyrian Steel Blade may draw another Tides of Battle card",
            seats=valyrian_steel_blade.who_may_redraw,
            options=valyrian_steel_blade.redraw_space,
            accepts=(UseBlade,),
            on_answer=valyrian_steel_blade.redraw_with_blade,
            rule="agot_board.tides.blade-redraw",
        ),
        step("4.4.b", tides_of_battle.reveal_tides, "the Tides of Battle cards are revealed"),
        Decision(
            "4.4.c",
            "blade",
            title="the holder of the Valyrian Steel Blade may use it",
            seats=valyrian_steel_blade.who_holds_the_blade,
            options=valyrian_steel_blade.plus_one_space,
            accepts=(UseBlade,),
            on_answer=valyrian_steel_blade.add_one_with_blade,
            rule="agot_board.combat.blade-window",
        ),
        step("4.5", count_final_strength, "the final strength of both sides is counted"),
        step("4.6.1", determine_victor, "the victor is determined"),
        step("4.6.1.a", house_card_texts.result_pass, "House card texts about victory and defeat take effect"),
        step("4.6.2", casualties.remove_defeated_garrison, "a defeated Garrison is removed"),
        step("4.6.2/swords", casualties.casualties_by_swords, "the winner's swords cause casualties"),
        step("4.6.2/attackers-skull", casualties.casualty_by_attackers_skull, "the attacker's skull causes a casualty"),
        step("4.6.2/defenders-skull", casualties.casualty_by_defenders_skull, "the defender's skull causes a casualty"),
        step("4.6.3", retreat.destroy_those_who_cannot_retreat, "losing units that cannot retreat are destroyed"),
        step("4.6.3/winner", house_card_texts.retreat_pass, "House card texts about the retreat take effect"),
        Decision(
            "4.6.3/area",
            "retreat",
            title="the area of the retreat is chosen",
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
            title="units that supply does not allow to retreat are chosen",
            seats=retreat.who_loses_units,
            options=retreat.losses_space,
            accepts=(ChooseRetreatLosses,),
            on_answer=retreat.lose_in_retreat,
            rule="agot_board.retreat.supply-forced-losses",
            public=True,
            checked=True,
            least=cheapest_units,
        ),
        step("4.6.3/rout", retreat.retreat, "the losing units retreat and are routed"),
        step("4.6.4", cleanup.stay_in_the_origin, "winning attackers that are kept out stay in their origin"),
        Decision(
            "4.6.4/losses",
            "retreat-losses",
            title="units that supply does not allow in the origin are chosen",
            seats=cleanup.who_was_kept_out,
            options=retreat.losses_space,
            accepts=(ChooseRetreatLosses,),
            on_answer=cleanup.lose_in_the_origin,
            rule="agot_board.ruling.arianne-origin-lost",
            public=True,
            checked=True,
            least=cheapest_units,
        ),
        step("4.6.4/clean-up", cleanup.clean_up, "the embattled area, the March order and the cards are cleaned up"),
        step("4.6.5", house_card_texts.after_pass, "House card texts after the combat take effect"),
        step("4.6.5/end", cleanup.end_combat, "the combat ends"),
    )


@enforces(
    "agot_board.combat.when",
    "agot_board.combat.attacker",
    "agot_board.combat.defender",
    "agot_board.term.embattled-area",
    "agot_board.garrison.defends-alone",
    "agot_board.ruling.victory-check-points",
)
def begin_combat(game: BoardGame, *, area: str, origin: str, attacker: Seat, march: str, units: Units) -> None:
    """Begin a combat with marching units that attack another House's units or Garrison; the last call of a step.

    Where a House has its seventh area once they have left, they only set out: the match is over before the combat.
    """
    there = game.table.area(area)
    leaving = AttackersSetOut(area, origin, attacker, together({}, units))
    then = game.table.branch()
    leaving.apply(then)
    if winners(then):
        game.emit(leaving)
        return
    game.emit(CombatBegan(area, origin, attacker, there.house or there.garrison, march, together({}, units)))
    game.push(CombatFrame())
