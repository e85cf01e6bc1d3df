"""The Order tokens that a House may place: its fifteen, without banned ones, and within its stars."""

from __future__ import annotations

from collections import Counter
from functools import cache

from domain.games.agot_board.components import ORDER_COPIES, ORDERS, SPECIAL_ORDERS, WESTEROS_CARDS
from domain.games.agot_board.state import BoardTable, westeros_revealed
from domain.kernel.citing import enforces
from domain.kernel.ids import Seat
from domain.kernel.refusals import Refusal
from domain.kernel.spaces.assign import Assign

# bans for a round, each with the Westeros card that imposes it without a choice
BANS = {
    "defense": "storm-of-swords",
    "march-plus-1": "rains-of-autumn",
    "raid": "sea-of-storms",
    "support": "web-of-lies",
    "consolidate-power": "feast-for-crows",
}
# the deck with the cards that ban orders
BANNING_DECK = 3
# from the least effect to the greatest, so that the first set of orders is the most passive one
LEAST_EFFECT = ("defense", "support", "consolidate", "raid", "march")
PASSIVE = sorted(ORDER_COPIES, key=lambda token: LEAST_EFFECT.index(token.split("-")[0]))


def ban_on(table: BoardTable, token: str) -> str:
    """The ban on a token this round; empty if there is none."""
    if not table.bans:
        return ""
    return next((ban for ban in table.bans if ban in (token, ORDERS[token].type)), "")


def banning_card(table: BoardTable, ban: str) -> str:
    """The card that imposes a ban: the revealed one if it offers this ban, else the one that always bans it."""
    shown = table.zone(westeros_revealed(BANNING_DECK))
    newest = WESTEROS_CARDS[table.cards[shown[-1]].key] if shown else None
    return newest.id if newest is not None and f"no-{ban}" in newest.options else BANS[ban]


def ban_refusal(table: BoardTable, token: str) -> Refusal | None:
    """Why a token may not be placed in this Planning Phase."""
    ban = ban_on(table, token)
    if not ban:
        return None
    return Refusal(f"agot_board.westeros-card.{banning_card(table, ban)}", {"token": token, "ban": ban})


def lawful_tokens(table: BoardTable) -> dict[str, int]:
    """The tokens that no ban forbids, with their number of copies."""
    return tokens_without(table.bans)


@cache
def tokens_without(bans: tuple[str, ...]) -> dict[str, int]:
    """The tokens that these bans leave, with their number of copies; not to be changed."""
    return {token: ORDER_COPIES[token] for token in PASSIVE if not {token, ORDERS[token].type} & {*bans}}


@cache
def numbers_without(bans: tuple[str, ...]) -> tuple[int, int]:
    """The number of normal and of special tokens that these bans leave."""
    tokens = tokens_without(bans)
    special = sum(n for token, n in tokens.items() if ORDERS[token].special)
    return sum(tokens.values()) - special, special


@enforces(
    "agot_board.ruling.westeros-ban-and-shortage", "agot_board.plan.shortage-special-limit", "agot_board.special.limit"
)
def usable(table: BoardTable, seat: Seat) -> int:
    """The number of tokens that a House can place: those not banned, with Special Orders up to its stars."""
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
    """The choices of orders: one for each area with units, or all usable tokens in a shortage."""
    areas = tuple(table.areas_of(seat))
    return Assign(
        areas,
        lawful_tokens(table),
        groups={"special": SPECIAL_ORDERS},
        group_max={"special": table.stars(seat)},
        fill=min(len(areas), usable(table, seat)),
    )
