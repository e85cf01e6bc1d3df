"""The numbers and characteristics that the rules compute: strength, icons, keywords, plot values, costs.

Each is computed in one place, with a trace, whenever it is asked for. A number starts from its base and collects the
constant abilities and lasting effects that modify it; an icon, trait or keyword is present or not, and never counted.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.cardgame.in_play.active_constants import (
    card_lines,
    is_at_work,
    is_blank,
    touches,
)
from domain.cardgame.in_play.characteristics import (
    allowance,
    card_cannot,
    card_does_not,
    card_number,
    has_keyword,
    seat_lines,
)
from domain.families.agot_cards.state import CHALLENGES, AgotCard, AgotTable, agot_rules
from domain.kernel.ids import Handle, Seat, zone
from domain.kernel.numbers import TracedNumber, TraceLine, trace_number


def has_icon(table: AgotTable, card: AgotCard, icon: str) -> bool:
    """Whether a card has an instance of an icon; icons are not in the text box, so a blank card keeps them."""
    if card.duplicate or card.facedown:
        return False
    printed: int = card.printed.icons.count(icon)
    lost = instances(table, "lose-icon", card, icon) if is_at_work(table, "lose-icon", icon) else 0
    return printed > lost or printed + instances(table, "icon", card, icon) > lost


def instances(table: AgotTable, what: str, card: AgotCard, icon: str) -> int:
    """The instances of an icon that a card gains, or loses if `what` says so."""
    return sum(1 for _ in touches(table, what, card, icon))


def icons(table: AgotTable, card: AgotCard) -> tuple[str, ...]:
    """All challenge icons of a card, in the order of the rules."""
    if card.duplicate or card.facedown:
        return ()
    had: tuple[str, ...] = card.printed.icons
    lost: tuple[str, ...] = ()
    if is_at_work(table, "icon"):
        had = (*had, *(name for _, name, _, _ in touches(table, "icon", card)))
    if is_at_work(table, "lose-icon"):
        lost = tuple(name for _, name, _, _ in touches(table, "lose-icon", card))
    return tuple([icon for icon in CHALLENGES if had.count(icon) > lost.count(icon)])


def strength(table: AgotTable, handle: Handle) -> TracedNumber:
    """A character's STR."""
    card = table.cards[handle]
    return card_number(table, card, "strength", card.printed.strength)


def plot_value(table: AgotTable, seat: Seat, what: str) -> TracedNumber:
    """The income, initiative or reserve of a player: the revealed plot's value with all modifiers."""
    plot = table.plot(seat)
    base = plot_base(table, plot, what)
    lines = [*bonus_lines(table, seat, what), *seat_lines(table, seat, what)]
    return trace_number(base, lines, source=plot.key if plot else "no plot")


def plot_base(table: AgotTable, plot: AgotCard | None, what: str) -> float:
    if plot is None:
        return 0
    return trace_number(getattr(plot.printed, what), card_lines(table, f"base-{what}", plot)).value


def bonus_lines(table: AgotTable, seat: Seat, what: str) -> Iterator[TraceLine]:
    """The plot modifiers printed on the cards that a player controls."""
    for handle in table.play_area(seat):
        card = table.cards[handle]
        bonus = printed_bonus(card, what)
        if bonus and not is_blank(table, card):
            yield TraceLine(card.key, bonus)


def printed_bonus(card: AgotCard, what: str) -> int:
    if card.duplicate or card.facedown or what == "claim":
        return 0
    return int(getattr(card.printed, f"{what}_bonus"))


def claim(table: AgotTable) -> TracedNumber:
    """The claim value of the challenge: that of the attacker's revealed plot with all claim modifiers."""
    challenge = table.challenge
    assert challenge is not None
    plot = table.plot(challenge.attacker)
    lines = seat_lines(table, challenge.attacker, "claim", challenge.kind)
    lines += seat_lines(table, challenge.defender, "claim-against", challenge.kind)
    return trace_number(plot_base(table, plot, "claim"), lines, source=plot.key if plot else "no plot")


def side_strength(table: AgotTable, seat: Seat, characters: tuple[Handle, ...]) -> TracedNumber:
    """The total of one side: the STR of its participants and the modifiers of the side."""
    assert table.challenge is not None
    counted = [each for each in characters if not card_does_not(table, table.cards[each], "count-strength")]
    lines = [TraceLine(f"{table.cards[each].key}", strength(table, each).value) for each in counted]
    return trace_number(
        0, [*lines, *seat_lines(table, seat, "side-strength", table.challenge.kind)], source="participants"
    )


def dominance(table: AgotTable, seat: Seat) -> TracedNumber:
    """The dominance total: STR of standing characters, one for each gold where that counts, and modifiers."""
    standing = [each for each in table.characters(seat) if not table.cards[each].kneeling]
    lines = [TraceLine(table.cards[each].key, strength(table, each).value) for each in standing]
    gold = table.players[seat].gold
    if gold and agot_rules(table).gold_counts_for_dominance:
        lines.append(TraceLine("gold", gold))
    return trace_number(0, [*lines, *seat_lines(table, seat, "dominance")], source="standing characters")


def can_kneel(table: AgotTable, card: AgotCard) -> bool:
    """Whether a card can be knelt: it stands and nothing forbids it."""
    return not card.kneeling and not card_cannot(table, card, "kneel")


def stays_standing(table: AgotTable, card: AgotCard, kind: str) -> bool:
    """Whether a character does not kneel when it is declared as an attacker in a challenge of this type."""
    return card_does_not(table, card, f"kneel-to-attack-{kind}")


def may_stand(table: AgotTable, card: AgotCard) -> bool:
    """Whether a card kneels and nothing forbids it to stand, ignoring the limit of its player."""
    return card.kneeling and not card_cannot(table, card, "stand")


UNLIMITED = 999


def stands_left(table: AgotTable, seat: Seat) -> int:
    """The number of characters that a player can still stand; cards limit it in the standing phase, for any cause."""
    if table.phase != "standing":
        return UNLIMITED
    limit = allowance(table, seat, "standing", base=UNLIMITED).value
    return max(0, limit - table.usage.get(f"phase:stood:{seat}", 0))


def can_stand(table: AgotTable, seat: Seat, card: AgotCard) -> bool:
    """Whether a player can stand a card: it kneels and nothing forbids it."""
    return may_stand(table, card) and (card.type != "character" or stands_left(table, seat) > 0)


OF_CHARACTERS = ("icon", "strength")


def may_change(table: AgotTable, card: AgotCard, what: str, name: str) -> bool:
    """Whether an effect would change a card. An icon or a keyword that the card has already does not count."""
    if what in OF_CHARACTERS and card.type != "character":
        return False
    if what == "icon":
        return not has_icon(table, card, name)
    return what != "keyword" or not has_keyword(table, card, name)


def revealed_plots(table: AgotTable) -> list[Handle]:
    return [card for seat in table.player_order() for card in table.zone(zone(seat, "plot"))]
