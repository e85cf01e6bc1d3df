"""Checks of characters and attachments that are played, and of duplicates that are discarded."""

from __future__ import annotations

from domain.cardgame.checks import playing
from domain.cardgame.checks.abilities import has_the_opportunity, is_here, is_yours
from domain.cardgame.checks.initiation import PAYABLE, payment_refusal
from domain.cardgame.in_play.attaching import attachable
from domain.cardgame.in_play.characteristics import restrictions
from domain.cardgame.table import HAND
from domain.games.l5r.chart.dynasty_phase import PLAYING
from domain.games.l5r.checks.conflicts import BARRED, CANNOT, DASH, CommandContext, joining_refusal
from domain.games.l5r.commands import HOME, TO_CONFLICT, PlayAttachment, PlayCharacter
from domain.games.l5r.in_play.entering import (
    LIMITED,
    attachment_cost,
    copy_in_play,
    fate_left,
    forbidden_by_text,
    is_limited,
    limited_key,
    may_be_played_from,
    says,
    takes_no_fate,
)
from domain.kernel.checks import Check, check
from domain.kernel.citing import enforces
from domain.kernel.ids import zone_kind
from domain.kernel.refusals import Refusal

PLAY_FROM_PROVINCE, PLAY_FROM_HAND = "l5r.dynasty.1-4-play-character", "l5r.window.play-from-hand"
NO_HAND, FACEDOWN = "l5r.dynasty.1-4-no-hand", "l5r.province.refill"
FATE_FROM_PROVINCE, FATE_FROM_HAND = "l5r.dynasty.1-4-extra-fate", "l5r.fate.extra-on-character"
PLAY_INTO_CONFLICT = "l5r.character.play-into-conflict"
DUPLICATE, IS_DUPLICATE = "l5r.dynasty.1-4-duplicate", "l5r.unique.duplicate-definition"
ACTIONS_ONLY = "l5r.window.actions-only-here"
RESTRICTION = "l5r.initiate.play-restrictions"
NEEDS_HOST = "l5r.attachment.needs-host"


@check("in_action_window", ACTIONS_ONLY)
def in_action_window(context: CommandContext) -> Refusal | None:
    """A card is played in an action window."""
    window = context.window
    if window is not None and window.kind == "action":
        return None
    return Refusal(ACTIONS_ONLY, {"window": window.name if window else ""})


def is_dynasty(context: CommandContext) -> bool:
    """Whether the window is that of step 1.4."""
    return context.window is not None and context.window.name == PLAYING


@check("character_is_playable", PLAY_FROM_PROVINCE, "is_here")
@enforces("l5r.play.from", "l5r.dynasty.1-4-no-hand", "l5r.break.still-playable", FACEDOWN)
def character_is_playable(context: CommandContext) -> Refusal | None:
    """In 1.4 a character is played from a province, faceup, in every other window from hand."""
    area = zone_kind(context.card.zone)
    rule = PLAY_FROM_PROVINCE if is_dynasty(context) else PLAY_FROM_HAND
    if area == HAND and is_dynasty(context):
        return Refusal(NO_HAND, {"card": context.handle})
    in_place = area == "row" if is_dynasty(context) else may_be_played_from(context.table, context.card)
    if not in_place:
        return Refusal(rule, {"card": context.handle, "area": context.card.zone})
    if context.card.facedown:
        return Refusal(rule, {"card": context.handle, "is": "facedown"})
    kind = context.card.printed.type
    return None if kind == "character" else Refusal(rule, {"card": context.handle, "type": kind})


@check("attachment_is_playable", PLAY_FROM_HAND, "is_here")
@enforces("l5r.window.no-hand-play-in-1-4")
def attachment_is_playable(context: CommandContext) -> Refusal | None:
    """An attachment is played from hand, in every action window but 1.4."""
    if is_dynasty(context):
        return Refusal(NO_HAND, {"card": context.handle})
    kind = context.card.printed.type
    fits = kind == "attachment" or says(context.table, context.card, "as-attachment")
    if fits and may_be_played_from(context.table, context.card):
        return None
    return Refusal(PLAY_FROM_HAND, {"card": context.handle, "area": context.card.zone, "type": kind})


@check("destination_is_legal", PLAY_INTO_CONFLICT, "is_here")
@enforces("l5r.conflict.3-2-2-option-character-in", DASH, CANNOT)
def destination_is_legal(context: CommandContext) -> Refusal | None:
    """A character is played home, or in the window of a conflict into that, if it has a skill of its type."""
    assert isinstance(context.command, PlayCharacter)
    to, conflict = context.command.to, context.table.contest
    if to == HOME:
        return None
    if to != TO_CONFLICT or conflict is None or is_dynasty(context):
        return Refusal(PLAY_INTO_CONFLICT, {"to": to, "conflict": conflict is not None})
    return joining_refusal(context.table, context.card, context.seat)


@check("text_allows_it", RESTRICTION, "is_here")
def text_allows_it(context: CommandContext) -> Refusal | None:
    """The text of the card does not keep it from being played now."""
    return Refusal(RESTRICTION, {"card": context.handle}) if forbidden_by_text(context.table, context.card) else None


@check("may_play_characters", BARRED, "is_here")
def may_play_characters(context: CommandContext) -> Refusal | None:
    """No card keeps the player from playing characters from hand."""
    if is_dynasty(context):
        return None
    sources = restrictions(context.table, context.seat, "play-characters")
    return Refusal(BARRED, {"because_of": list(sources)}) if sources else None


@check("host_is_legal", NEEDS_HOST, "is_here", "attachment_is_playable")
def host_is_legal(context: CommandContext) -> Refusal | None:
    """The named host takes the card as an attachment."""
    assert isinstance(context.command, PlayAttachment)
    return attachable(context.table, context.seat, context.card.printed, context.command.host)


@check("attachment_is_payable", PAYABLE, "is_here", "host_is_legal")
def attachment_is_payable(context: CommandContext) -> Refusal | None:
    """The attachment can be paid, which may be cheaper on this host."""
    assert isinstance(context.command, PlayAttachment)
    cost = attachment_cost(context.table, context.seat, context.card, context.command.host)
    return payment_refusal(context.table, context.seat, cost.value)


@check("limited_is_left", LIMITED, "is_here")
def limited_is_left(context: CommandContext) -> Refusal | None:
    """A player plays one limited card in a round."""
    key = limited_key(context.seat)
    if not is_limited(context.table, context.card) or not context.times_used(key):
        return None
    return Refusal(LIMITED, {"card": context.handle, "played": context.times_used(key), "allowed": 1})


@check("text_allows_fate", BARRED, "is_here", "character_is_playable")
def text_allows_fate(context: CommandContext) -> Refusal | None:
    """The text of the character does not keep fate from being placed on it."""
    assert isinstance(context.command, PlayCharacter)
    if context.command.fate <= 0 or not takes_no_fate(context.table, context.card):
        return None
    because: dict[str, object] = {"fate": context.command.fate, "because_of": [context.card.key]}
    return Refusal(BARRED, {"card": context.handle, **because})


@check("extra_fate_is_there", FATE_FROM_PROVINCE, "is_here", "card_is_payable")
@enforces("l5r.play.extra-fate", FATE_FROM_HAND)
def extra_fate_is_there(context: CommandContext) -> Refusal | None:
    """Additional fate is paid from what is left after the cost."""
    assert isinstance(context.command, PlayCharacter)
    left, extra = fate_left(context.table, context.seat, context.card), context.command.fate
    rule = FATE_FROM_PROVINCE if is_dynasty(context) else FATE_FROM_HAND
    return None if 0 <= extra <= left else Refusal(rule, {"fate": extra, "left": left})


@check("in_dynasty_window", DUPLICATE)
def in_dynasty_window(context: CommandContext) -> Refusal | None:
    """A duplicate is discarded in step 1.4."""
    window = context.window
    return None if is_dynasty(context) else Refusal(DUPLICATE, {"window": window.name if window else ""})


@check("is_a_duplicate", IS_DUPLICATE, "is_here", "is_yours")
def is_a_duplicate(context: CommandContext) -> Refusal | None:
    """The card is in hand or in an own province, and a unique character of its title is in play."""
    if copy_in_play(context.table, context.seat, context.card) is not None:
        return None
    return Refusal(IS_DUPLICATE, {"card": context.handle, "area": context.card.zone})


CHARACTER: tuple[Check, ...] = (
    is_here,
    is_yours,
    in_action_window,
    character_is_playable,
    text_allows_it,
    may_play_characters,
    playing.may_enter_play,
    destination_is_legal,
    limited_is_left,
    playing.card_is_payable,
    text_allows_fate,
    extra_fate_is_there,
)
ATTACHMENT: tuple[Check, ...] = (
    is_here,
    is_yours,
    in_action_window,
    attachment_is_playable,
    text_allows_it,
    playing.may_enter_play,
    host_is_legal,
    limited_is_left,
    attachment_is_payable,
)
DISCARD_DUPLICATE: tuple[Check, ...] = (is_here, is_yours, in_dynasty_window, is_a_duplicate)

MOMENT: tuple[Check, ...] = (is_here, is_yours, in_action_window, has_the_opportunity)
