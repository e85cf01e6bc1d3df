"""What must not last: participants who cannot participate, three restricted attachments, a facedown attacked province.

The state checks find it; what follows is an occurrence, within the current aftermath or with reactions of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import structs

from domain.cardgame.in_play.active_constants import is_at_work, is_touched
from domain.cardgame.in_play.characteristics import can_leave_play, card_cannot, has_keyword
from domain.cardgame.occurring.conditions import discard_condition
from domain.cardgame.state_checks import is_demanded, let_occur
from domain.games.l5r.chart.conflict.declaration import Declaration
from domain.games.l5r.checks.conflicts import joining_refusal
from domain.games.l5r.commands import DiscardRestricted
from domain.games.l5r.numbers_in_play import skill
from domain.games.l5r.occurring import bow_condition
from domain.games.l5r.state import CONFLICTS, L5rCard, L5rGame, L5rTable
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure
from domain.kernel.ids import NO_CARD, Handle, Seat
from domain.kernel.occurring.conditions import Condition
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Pick

BARRED = "cannot-participate"
"""How a character goes home that cannot participate."""
RESTRICTED = "l5r.keyword.restricted-discard"
MOST_RESTRICTED = 2


# --- participants


@enforces("l5r.skill.dash-removed-bowed", "l5r.participate.cannot-removes")
def send_home(game: L5rGame) -> bool:
    """Send participants home bowed that have a dash for the conflict, or cannot participate. Returns if there are."""
    table = game.table
    if table.contest is None:
        return False
    barred = [card for card in table.contest.participants if is_barred(table, table.cards[card])]
    conditions = [
        *(bow_condition(table, card, how=BARRED) for card in barred if not table.cards[card].bowed),
        *(Condition(0, "moved_home", card=card, seat=table.cards[card].controller, how=BARRED) for card in barred),
    ]
    if conditions:
        let_occur(game, conditions)
    return conditions != []


def is_barred(table: L5rTable, card: L5rCard) -> bool:
    """Whether a participant must leave the conflict, and does not leave it yet."""
    if joining_refusal(table, card, card.controller) is None:
        return False
    return not is_demanded(table, card.handle, BARRED)


# --- cards that a card demands to be discarded


DISCARDED = "by-text"
"""How a card is discarded because its text, or an effect on it, says so of the state that it is in."""


def begin_discards(game: L5rGame) -> bool:
    """Discard cards of which a constant ability or a lasting effect says so now. Returns whether there are any."""
    table = game.table
    by_effects = is_at_work(table, "discarded") or is_at_work(table, "discarded-at-zero")
    if not by_effects and not any(older_copies(table)):
        return False
    found = [card for card in table.in_play() if is_to_be_discarded(table, table.cards[card])]
    going = [card for card in found if not is_demanded(table, card, DISCARDED)]
    if going:
        let_occur(game, [structs.replace(discard_condition(table, card), how=DISCARDED) for card in going])
    return bool(going)


def is_to_be_discarded(table: L5rTable, card: L5rCard) -> bool:
    """Whether a card says that it is discarded in this state, and it can leave play."""
    said = is_touched(table, "discarded", card) or any(
        is_touched(table, "discarded-at-zero", card, kind) and not skill(table, card, kind).value for kind in CONFLICTS
    )
    said = said or card.handle in older_copies(table)
    return said and can_leave_play(table, card) and not card_cannot(table, card, "be-discarded")


def rule_of_discard(table: L5rTable, card: L5rCard) -> str:
    """The rule by which a card is discarded in this state: of lasting effects if one says so, else of constants."""
    at_zero = any(is_touched(table, "discarded-at-zero", card, kind) for kind in CONFLICTS)
    by_constant = is_touched(table, "discarded", card) or not at_zero
    return "l5r.constant.conditional" if by_constant else "l5r.lasting.definition"


def older_copies(table: L5rTable) -> Iterator[Handle]:
    """The attachments of which more copies than they say are on one character, without those that came last."""
    attached = [table.cards[card] for card, _ in table.listeners("attached")]
    limited = [each for each in attached if each.host and each.printed.copies_per_host is not None]
    for host, title in dict.fromkeys((each.host, each.printed.title) for each in limited):
        copies = [each for each in limited if (each.host, each.printed.title) == (host, title)]
        surplus = len(copies) - (copies[0].printed.copies_per_host or 0)
        yield from (each.handle for each in sorted(copies, key=lambda card: card.entered)[: max(surplus, 0)])


# --- restricted attachments


@enforces("l5r.keyword.restricted")
def host_of_too_many(table: L5rTable) -> Handle:
    """A character with three or more restricted attachments; none where there is none."""
    laden = Counter(table.cards[card].host for card, _ in table.listeners("attached"))
    if not any(n > MOST_RESTRICTED for n in laden.values()):  # as mostly
        return NO_CARD
    hosts = Counter(table.cards[card].host for card in restricted_attachments(table))
    return next((host for host, n in hosts.items() if n > MOST_RESTRICTED), NO_CARD)


def restricted_attachments(table: L5rTable) -> list[Handle]:
    """The restricted attachments on characters, but for those that are being discarded."""
    attached = ((card, table.cards[card]) for card, _ in table.listeners("attached"))
    return [
        card
        for card, each in attached
        if each.host and has_keyword(table, each, "restricted") and not is_demanded(table, card, RESTRICTED)
    ]


def begin_restricted(game: L5rGame) -> bool:
    """Let the controller of a character discard a restricted attachment. Returns whether there are too many."""
    if any(isinstance(frame, RestrictedChoice) for frame in game.table.stack):
        return False
    character = host_of_too_many(game.table)
    if character:
        game.push(RestrictedChoice(character=character))
    return bool(character)


def who_discards(table: L5rTable, frame: RestrictedChoice) -> tuple[Seat, ...]:
    return (table.cards[frame.character].controller,) if restricted_on(table, frame) else ()


def restricted_on(table: L5rTable, frame: RestrictedChoice) -> tuple[Handle, ...]:
    """The restricted attachments of the character, while they are too many."""
    on = tuple(card for card in restricted_attachments(table) if table.cards[card].host == frame.character)
    return on if len(on) > MOST_RESTRICTED else ()


def restricted_space(rules: object, table: L5rTable, frame: RestrictedChoice, seat: Seat) -> Commands:
    pick = Pick(restricted_on(table, frame), 1, 1, single=True)
    return Commands((Form("discard_restricted", {}, {"attachment": pick}, (RESTRICTED,)),))


@enforces(RESTRICTED)
def discard_restricted(game: L5rGame, frame: RestrictedChoice, seat: Seat, command: DiscardRestricted) -> None:
    """Discard the chosen attachment; the state checks find whether there are still too many."""
    let_occur(game, [structs.replace(discard_condition(game.table, command.attachment), how=RESTRICTED)])


class RestrictedChoice(Procedure, frozen=True, tag="l5r.restricted_choice"):
    """A character has too many restricted attachments, one of which is chosen to be discarded."""

    asks_about = "character"
    character: Handle
    steps = (
        Decision(
            "/discard",
            "restricted",
            title="the controller of a character discards a restricted attachment",
            seats=who_discards,
            options=restricted_space,
            accepts=(DiscardRestricted,),
            on_answer=discard_restricted,
            rule=RESTRICTED,
            public=True,
        ),
    )


# --- the attacked province


@enforces("l5r.province.reveal-other-means")
def reveal_attacked(game: L5rGame) -> bool:
    """Reveal the attacked province where no declaration does it. Returns whether it lay facedown."""
    table, now = game.table, game.table.contest
    province = table.province(now.defender, now.slot) if now is not None else None
    if province is None or not province.facedown:
        return False
    imminent = (each for happening in table.occurrences.values() for each in happening.conditions)
    if any(each.kind == "province_revealed" for each in imminent):
        return False
    if any(isinstance(frame, Declaration) for frame in table.stack):
        return False
    let_occur(game, [Condition(0, "province_revealed", seat=province.controller, n=province.slot)])
    return True
