"""Entering play in both games: copies of unique cards, dead piles, duplicates, and the state in which cards enter.

Which copy makes a duplicate of a card, each game says (`base_for`).
"""

from __future__ import annotations

from msgspec import structs

from domain.cardgame.facts.cards import CardEnteredPlay
from domain.cardgame.facts.course import Counted
from domain.cardgame.in_play import active_constants, attaching
from domain.cardgame.in_play.costs import pay_cost
from domain.cardgame.in_play.entering import begin_entering, enter_play
from domain.families.agot_cards.commands import MarshalDuplicate
from domain.families.agot_cards.facts.cards import EnteredPlay
from domain.families.agot_cards.facts.own_facts import own_fact
from domain.families.agot_cards.occurring import executes
from domain.families.agot_cards.pool.printed import AgotPrinted
from domain.families.agot_cards.state import AgotCard, AgotGame, AgotTable, agot_rules
from domain.kernel.citing import SLOT
from domain.kernel.commands import Command
from domain.kernel.ids import NO_CARD, Handle, Seat, zone
from domain.kernel.occurring.conditions import Condition
from domain.kernel.occurring.occurrence import collect_reactions
from domain.kernel.refusals import Refusal
from domain.kernel.state.readings import is_read

DEAD_COPY = f"{SLOT}dead-copy-blocks"
FREE_DUPLICATES = f"{SLOT}limited-duplicates"
DEAD_COPY_OF_DUPLICATE = f"{SLOT}dead-copy-blocks-duplicate"
executes("duplicate_entered")(enter_play)


def copies_in_play(table: AgotTable, card: AgotCard) -> list[AgotCard]:
    """The cards in play of a card's title, whatever their version, without duplicates."""
    title, cards = card.printed.title, table.cards
    found = [copy for each in table.in_play() if (copy := cards[each]).printed.title == title]
    return [each for each in found if each.has_characteristics]


def dead_pile_refusal(table: AgotTable, seat: Seat, card: AgotCard, as_duplicate: bool) -> Refusal | None:
    """Why a copy in the dead pile blocks a card, also as a duplicate; the only copy there may itself return."""
    others = [each for each in table.zone(zone(seat, "dead")) if each != card.handle]
    dead = [each for each in others if table.cards[each].printed.title == card.printed.title]
    if not dead:
        return None
    rule = DEAD_COPY_OF_DUPLICATE if as_duplicate else DEAD_COPY
    return Refusal(rule, {"title": card.printed.title, "dead": dead})


def host_refusal(table: AgotTable, seat: Seat, printed: AgotPrinted, card: AgotCard, itself: Handle) -> Refusal | None:
    """Why an attachment may not be on a card in play; a duplicate takes none."""
    if card.duplicate:
        return Refusal(f"{SLOT}duplicate-blank", {"host": card.handle, "is": "a duplicate"})
    return attaching.host_refusal(table, seat, printed, card, itself)


def is_limited(printed: AgotPrinted) -> bool:
    """Whether a card has the keyword of which one a round is marshalled or played."""
    return any(each.name == "limited" for each in printed.keywords)


def are_duplicates_limited(table: AgotTable) -> bool:
    """Whether the match reads that a duplicate which is marshalled is the limited card of the round."""
    return is_read(table, FREE_DUPLICATES, "limited", agot_rules(table).cites)


def count_limited(game: AgotGame, seat: Seat, printed: AgotPrinted) -> None:
    """Count a limited card that a player marshals or plays."""
    if is_limited(printed):
        game.emit(Counted((f"round:limited:{seat}",)))


def begin_marshalling(game: AgotGame, seat: Seat, command: Command) -> None:
    """Pay the gold cost (nothing for a duplicate) and marshal the card, which enters play."""
    card, host = getattr(command, "card", NO_CARD), getattr(command, "host", NO_CARD)
    collect_reactions(game, "ability")
    is_duplicate = isinstance(command, MarshalDuplicate)
    if not is_duplicate:
        pay_cost(game, seat, card, "marshal")
    if not is_duplicate or are_duplicates_limited(game.table):
        count_limited(game, seat, game.table.cards[card].printed)
    begin_entering(game, *marshalling_conditions(game.table, seat, card, host))


def marshalling_conditions(table: AgotTable, seat: Seat, card: Handle, host: Handle = NO_CARD) -> tuple[Condition, ...]:
    """The conditions of a marshalled card, in one occurrence: it is marshalled, and it enters play."""
    entry = agot_rules(table).entering_condition(table, seat, card, "marshalled", host)
    kind = "duplicate_marshalled" if entry.kind == "duplicate_entered" else "marshalled"
    return (structs.replace(entry, kind=kind, cards=()), entry)


def entry_fact(table: AgotTable, condition: Condition, entered: CardEnteredPlay) -> EnteredPlay:
    """The fact of a card that enters play: whether it kneels, and whether it is a duplicate."""
    duplicate = condition.kind == "duplicate_entered"
    kneels = not duplicate and active_constants.is_touched(table, "enters-kneeling", table.cards[entered.card])
    return own_fact(table, EnteredPlay)(**structs.asdict(entered), kneeling=kneels, duplicate=duplicate)
