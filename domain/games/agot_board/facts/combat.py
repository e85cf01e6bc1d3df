"""Facts of combat, in the order of a combat; decisive numbers carry their trace."""

from __future__ import annotations

from typing import Literal

from msgspec import structs

from domain.games.agot_board.facts.board import depart, enter
from domain.games.agot_board.state import BoardTable, Combat, Combatant, Order, SetOut, Units, together
from domain.kernel.facts import Fact
from domain.kernel.formats.text_forms import Term
from domain.kernel.ids import Seat
from domain.kernel.numbers import TracedNumber

Cause = Literal["swords", "skull"]


def current_combat(table: BoardTable) -> Combat:
    """The current combat."""
    assert table.combat is not None
    return table.combat


def change(table: BoardTable, **changes: object) -> None:
    table.combat = structs.replace(current_combat(table), **changes)


def change_side(table: BoardTable, house: Seat, **changes: object) -> None:
    table.combat = current_combat(table).with_side(house, **changes)


class CombatBegan(Fact, frozen=True, tag="agot_board.combat_began"):
    """Marching units left their area of origin and are attacking; `march` is the March order that started it.

    It is the fact by which they leave. Where that, or the other moves of the order, gives a House its seventh area, no
    combat begins: see `AttackersSetOut`.
    """

    area: Term
    origin: Term
    attacker: Seat
    defender: Seat
    march: Term
    units: Units

    def apply(self, table: BoardTable) -> None:
        depart(table, self.origin, self.units)
        table.forced = ()
        table.combat = Combat(
            self.area, self.origin, Combatant(self.attacker), Combatant(self.defender), self.march, dict(self.units)
        )


class AttackersSetOut(Fact, frozen=True, tag="agot_board.attackers_set_out"):
    """Marching units left their area of origin to attack, and the match is over before the combat begins."""

    area: Term
    origin: Term
    attacker: Seat
    units: Units

    def apply(self, table: BoardTable) -> None:
        depart(table, self.origin, self.units)
        table.set_out = SetOut(self.attacker, self.origin, self.area, dict(self.units))


# --- support


class SupportCalled(Fact, frozen=True, tag="agot_board.support_called"):
    """The call for support began: the adjacent Support orders to be decided."""

    orders: dict[Term, Seat]

    def apply(self, table: BoardTable) -> None:
        change(table, stage="support")


class SupportDeclared(Fact, frozen=True, tag="agot_board.support_declared"):
    """A House said whom its Support order in an area supports; `offered`: the other House may still decline."""

    house: Seat
    area: Term
    side: Literal["attacker", "defender", "refuse"]
    offered: bool = False

    def apply(self, table: BoardTable) -> None:
        support = {**current_combat(table).support, self.area: self.side}
        change(table, support=support, offered=self.area if self.offered else "")


class SupportAnswered(Fact, frozen=True, tag="agot_board.support_answered"):
    """A combatant accepted or declined the support that another House had declared; declined is refused."""

    house: Seat
    area: Term
    accepted: bool

    def apply(self, table: BoardTable) -> None:
        now = current_combat(table)
        if not self.accepted:
            change(table, support={**now.support, self.area: "refuse"}, declined=(*now.declined, self.area))
        change(table, offered="")


# --- strength


class InitialStrengthCounted(Fact, frozen=True, tag="agot_board.initial_strength_counted"):
    """The initial combat strength of both sides was counted; again after House cards changed what it is based on."""

    attacker: TracedNumber
    defender: TracedNumber

    def apply(self, table: BoardTable) -> None:
        combat = current_combat(table)
        change_side(table, combat.attacker.house, initial=self.attacker.value)
        change_side(table, combat.defender.house, initial=self.defender.value)


class FinalStrengthCounted(Fact, frozen=True, tag="agot_board.final_strength_counted"):
    """The final combat strength of both sides was counted."""

    attacker: TracedNumber
    defender: TracedNumber

    def apply(self, table: BoardTable) -> None:
        combat = current_combat(table)
        change_side(table, combat.attacker.house, strength=self.attacker.value)
        change_side(table, combat.defender.house, strength=self.defender.value)


# --- House cards


class HandsClosed(Fact, frozen=True, tag="agot_board.hands_closed"):
    """The choice of House cards began: nobody may look at hands and discard piles until they are revealed."""

    def apply(self, table: BoardTable) -> None:
        change(table, stage="choosing")


class HouseCardsRevealed(Fact, frozen=True, tag="agot_board.house_cards_revealed"):
    """House cards were revealed together: from their hands into the combat, by House."""

    cards: dict[Seat, Term]

    def apply(self, table: BoardTable) -> None:
        for seat, card in self.cards.items():
            house = table.houses.writable(seat)
            house.hand = tuple(each for each in house.hand if each != card)
            change_side(table, seat, card=card, used=False)


class HandsOpened(Fact, frozen=True, tag="agot_board.hands_opened"):
    """The choice of House cards ended: everybody may look at hands and discard piles again."""

    def apply(self, table: BoardTable) -> None:
        change(table, stage="fought")


class HouseCardWithdrawn(Fact, frozen=True, tag="agot_board.house_card_withdrawn"):
    """A revealed House card left the combat: cancelled, back to the hand (its replacement is another), or discarded.

    What takes the place of a discarded card may be any in the hand, one that was cancelled before included.
    """

    house: Seat
    card: Term
    to: Literal["hand", "discard"]

    def apply(self, table: BoardTable) -> None:
        house = table.houses.writable(self.house)
        if self.to == "hand":
            house.hand = (*house.hand, self.card)
            change_side(table, self.house, card="", cancelled=self.card)
        else:
            house.discard = (*house.discard, self.card)
            change_side(table, self.house, card="", cancelled="")


class CardTextUsed(Fact, frozen=True, tag="agot_board.card_text_used"):
    """The text of a House card was carried out, on this object, or its owner declined it."""

    house: Seat
    card: Term
    used: bool = True
    object: Term = ""

    def apply(self, table: BoardTable) -> None:
        change_side(table, self.house, used=True)


class HouseCardKept(Fact, frozen=True, tag="agot_board.house_card_kept"):
    """A House card in the combat was kept: it goes back to the hand at the end instead of being discarded."""

    house: Seat
    card: Term

    def apply(self, table: BoardTable) -> None:
        change_side(table, self.house, kept=True)


# --- resolution


class CombatWon(Fact, frozen=True, tag="agot_board.combat_won"):
    """A House won the combat: by strength, or in a tie by its position on the Fiefdoms track."""

    house: Seat
    loser: Seat
    by: Literal["strength", "fiefdoms"]

    def apply(self, table: BoardTable) -> None:
        change(table, winner=self.house)


class CasualtiesDemanded(Fact, frozen=True, tag="agot_board.casualties_demanded"):
    """A side was told how many casualties to take, by swords or by a skull; `due`: as many as it has units for."""

    house: Seat
    cause: Cause
    number: TracedNumber
    due: int = 0

    def apply(self, table: BoardTable) -> None:
        change(table, due=self.due, cause=self.cause)


class LossesTaken(Fact, frozen=True, tag="agot_board.losses_taken"):
    """A side said which units it loses; what leaves the board is a fact of its own."""

    house: Seat
    units: Units

    def apply(self, table: BoardTable) -> None:
        change(table, due=0)


class AttackersDestroyed(Fact, frozen=True, tag="agot_board.attackers_destroyed"):
    """Attacking units went back to their House's unused ones."""

    house: Seat
    units: Units

    def apply(self, table: BoardTable) -> None:
        change(table, units=together(current_combat(table).units, self.units, -1))


class AttackerUpgraded(Fact, frozen=True, tag="agot_board.attacker_upgraded"):
    """One attacking unit was replaced by another."""

    house: Seat
    unit: Term
    by: Term

    def apply(self, table: BoardTable) -> None:
        change(table, units=together(together(current_combat(table).units, {self.unit: 1}, -1), {self.by: 1}))


class RetreatChosen(Fact, frozen=True, tag="agot_board.retreat_chosen"):
    """The area to which the losing units retreat was chosen; for so many of them it has no room or no supply."""

    house: Seat
    area: Term
    losses: int = 0

    def apply(self, table: BoardTable) -> None:
        change(table, retreat=self.area, due=self.losses)


class AttackersKeptOut(Fact, frozen=True, tag="agot_board.attackers_kept_out"):
    """The winning attackers were kept out of their origin: supply there does not carry so many of them."""

    house: Seat
    area: Term
    losses: int = 0

    def apply(self, table: BoardTable) -> None:
        change(table, due=self.losses)


class AttackersCameOut(Fact, frozen=True, tag="agot_board.attackers_came_out"):
    """The attacking units left the combat into an area, the conquered one or another, `routed` if they were beaten."""

    house: Seat
    area: Term
    units: Units
    routed: bool = False

    def apply(self, table: BoardTable) -> None:
        change(table, units={})
        enter(table, self.area, self.house, self.units, self.routed)


class MarchOrderMoved(Fact, frozen=True, tag="agot_board.march_order_moved"):
    """The March order that started the combat was moved to the conquered area; it may be resolved again."""

    house: Seat
    source: Term
    to: Term
    token: Term

    def apply(self, table: BoardTable) -> None:
        table.areas.writable(self.source).order = None
        table.areas.writable(self.to).order = Order(self.house, self.token, up=True)


class CombatCleanedUp(Fact, frozen=True, tag="agot_board.combat_cleaned_up"):
    """The board was settled after a combat; ports and victory are checked again."""

    def apply(self, table: BoardTable) -> None:
        change(table, stage="over")


class CombatEnded(Fact, frozen=True, tag="agot_board.combat_ended"):
    """The combat ended."""

    def apply(self, table: BoardTable) -> None:
        table.forced = ()
        table.combat = None


COMBAT_FACTS: tuple[type[Fact], ...] = (
    CombatBegan,
    AttackersSetOut,
    SupportCalled,
    SupportDeclared,
    SupportAnswered,
    InitialStrengthCounted,
    FinalStrengthCounted,
    HandsClosed,
    HouseCardsRevealed,
    HandsOpened,
    HouseCardWithdrawn,
    CardTextUsed,
    HouseCardKept,
    CombatWon,
    CasualtiesDemanded,
    LossesTaken,
    AttackersDestroyed,
    AttackerUpgraded,
    RetreatChosen,
    AttackersKeptOut,
    AttackersCameOut,
    MarchOrderMoved,
    CombatCleanedUp,
    CombatEnded,
)
