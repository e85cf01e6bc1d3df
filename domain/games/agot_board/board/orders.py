"""Which Order tokens a House may lay: its fifteen, less what Westeros cards ban, within its stars."""

from __future__ import annotations

from collections import Counter
from functools import cache

from domain.games.agot_board.components import ORDER_COPIES, ORDERS, SPECIAL_ORDERS, WESTEROS_CARDS
from domain.games.agot_board.state import BoardTable, westeros_revealed
from domain.kernel.citing import enforces
from domain.kernel.ids import Seat
from domain.kernel.refusals import Refusal
from domain.kernel.spaces.assign import Assign

# By what may be banned for a round, the Westeros card that bans it without a choice.
BANS = {
    "defense": "storm-of-swords",
    "march-plus-1": "rains-of-autumn",
    "raid": "sea-of-storms",
    "support": "web-of-lies",
    "consolidate-power": "feast-for-crows",
}
# The deck of the cards that ban orders.
BANNING_DECK = 3
# In the order of least effect, so that the first set of orders is the most passive one.
LEAST_EFFECT = ("defense", "support", "consolidate", "raid", "march")
PASSIVE = sorted(ORDER_COPIES, key=lambda token: LEAST_EFFECT.index(token.split("-")[0]))


def ban_on(table: BoardTable, token: str) -> str:
    """The ban that forbids a token this round, if one does."""
    if not table.bans:
        return ""
    return next((ban for ban in table.bans if ban in (token, ORDERS[token].type)), "")


def banning_card(table: BoardTable, ban: str) -> str:
    """The card that bans: the one that was revealed where its holder may choose this ban, else the one that must."""
    shown = table.zone(westeros_revealed(BANNING_DECK))
    newest = WESTEROS_CARDS[table.cards[shown[-1]].key] if shown else None
    return newest.id if newest is not None and f"no-{ban}" in newest.options else BANS[ban]


def ban_refusal(table: BoardTable, token: str) -> Refusal | None:
    """Why a token may not be laid in this Planning Phase."""
    ban = ban_on(table, token)
    if not ban:
        return None
    return Refusal(f"agot_board.westeros-card.{banning_card(table, ban)}", {"token": token, "ban": ban})


def lawful_tokens(table: BoardTable) -> dict[str, int]:
    """The tokens that no ban forbids, with their copies."""
    return tokens_without(table.bans)


@cache
def tokens_without(bans: tuple[str, ...]) -> dict[str, int]:
    """The tokens left by these bans, with their copies; for reading only."""
    return {token: ORDER_COPIES[token] for token in PASSIVE if not {token, ORDERS[token].type} & {*bans}}


@cache
def numbers_without(bans: tuple[str, ...]) -> tuple[int, int]:
    """How many normal and how many special tokens these bans leave."""
    tokens = tokens_without(bans)
    special = sum(n for token, n in tokens.items() if ORDERS[token].special)
    return sum(tokens.values()) - special, special


@enforces(
    "agot_board.ruling.westeros-ban-and-shortage", "agot_board.plan.shortage-special-limit", "agot_board.special.limit"
)
def usable(table: BoardTable, seat: Seat) -> int:
    """How many tokens a House could lay: those not banned, Special Orders as far as its stars go."""
    normal, special = numbers_without(table.bans)
    return normal + min(special, table.stars(seat))


@enforces("agot_board.plan.shortage-turn-order")
def is_short(table: BoardTable) -> bool:
    """Whether a House has fewer usable tokens than areas to order."""
    held = Counter(area.house for area in table.areas.values())
    return any(usable(table, seat) < held[seat] for seat in table.seats)


@enforces(
    "agot_board.plan.assign-one-each",
    "agot_board.plan.shortage-place-all",
    "agot_board.plan.normal-orders-free",
    "agot_board.plan.five-order-types",
    "agot_board.plan.one-order-per-area",
    "agot_board.port.needs-order",
    "agot_board.port.defense-useless",
    "agot_board.order.consolidate-power-at-sea",
)
def order_space(table: BoardTable, seat: Seat) -> Assign:
    """The ways to lay orders: one in each area with units, or all tokens there are."""
    areas = tuple(table.areas_of(seat))
    return Assign(
        areas,
        lawful_tokens(table),
        groups={"special": SPECIAL_ORDERS},
        group_max={"special": table.stars(seat)},
        fill=min(len(areas), usable(table, seat)),
    )
