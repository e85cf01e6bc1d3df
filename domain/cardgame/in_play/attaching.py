"""Attachments: the cards in play on which one may be, by its own text and by what those cards take."""

from __future__ import annotations

from collections.abc import Iterator

from domain.cardgame.in_play.characteristics import has_keyword, has_trait, keywords
from domain.cardgame.pool.keyword_lines import Keyword
from domain.cardgame.pool.printed_card import AttachedCard, AttachTo, HostCard, PlayedCard
from domain.cardgame.table import CardGameTable, CardState, rules_of_table
from domain.kernel.citing import SLOT
from domain.kernel.ids import NO_CARD, Handle, Seat, zone_kind
from domain.kernel.refusals import Refusal

UNFIT_HOST = f"{SLOT}restriction"
"""Cited of a card that an attachment's own text does not allow."""
NO_ATTACHMENTS = "no attachments"
BY_DEFAULT = AttachTo()
"""The restriction of an attachment whose text says nothing of its host."""


def attachable(
    table: CardGameTable, seat: Seat, printed: PlayedCard, host: Handle, itself: Handle = NO_CARD
) -> Refusal | None:
    """Why an attachment may not be on a card, by its own text or by the card's keywords."""
    card = table.cards.get(host)
    if card is None or not table.zone_kinds[zone_kind(card.zone)].in_play:
        return Refusal(UNFIT_HOST, {"host": host})
    return rules_of_table(table).host_refusal(table, seat, printed, card, itself)


def host_refusal(
    table: CardGameTable, seat: Seat, printed: AttachedCard, card: CardState, itself: Handle
) -> Refusal | None:
    """Why an attachment may not be on a card in play, by what is printed on both.

    `itself` is the attachment, if it is there already.
    """
    return unfit_host(table, seat, printed, card) or too_many_copies(table, seat, printed, card.handle, itself)


def unfit_host(table: CardGameTable, seat: Seat, printed: AttachedCard, card: CardState) -> Refusal | None:
    """Why a card in play takes no such attachment, however many copies are on it."""
    return wrong_host(table, seat, printed, card) or refused_by_host(table, printed, card)


def wrong_host(table: CardGameTable, seat: Seat, printed: AttachedCard, card: CardState) -> Refusal | None:
    """Why the attachment's own text refuses a host; without such text it takes a character of any player."""
    wanted, host = printed.attach_to or BY_DEFAULT, host_print(card)
    fits = (
        card.type in wanted.types
        and (wanted.faction is None or host.faction == wanted.faction)
        and (not wanted.traits or any(has_trait(table, card, trait) for trait in wanted.traits))
        and (not wanted.unique or host.unique)
        and controlled_as(wanted, seat, card)
    )
    if fits:
        return None
    rule = f"{SLOT}host-by-default" if wanted == BY_DEFAULT else UNFIT_HOST
    return Refusal(rule, {"attachment": printed.title, "host": card.handle})


def host_print(card: CardState) -> HostCard:
    """What is printed on a host."""
    host: HostCard = card.printed
    return host


def controlled_as(wanted: AttachTo, seat: Seat, card: CardState) -> bool:
    if wanted.controller == "any":
        return True
    return (card.controller == seat) == (wanted.controller == "own")


def refused_by_host(table: CardGameTable, printed: AttachedCard, card: CardState) -> Refusal | None:
    """Why the host takes no such attachment: a variant of its `no attachments` forbids it."""
    if not has_keyword(table, card, NO_ATTACHMENTS):
        return None
    for keyword in keywords(table, card):
        if rule := forbidding_rule(keyword, printed):
            return Refusal(rule, {"attachment": printed.title, "host": card.handle, "traits": list(keyword.traits)})
    return None


def forbidding_rule(keyword: Keyword, printed: AttachedCard) -> str:
    """The rule by which a keyword of a host forbids an attachment; empty where it does not."""
    if keyword.name != NO_ATTACHMENTS:
        return ""
    if not keyword.traits:
        return f"{SLOT}host-takes-none"
    named = bool(set(keyword.traits) & set(printed.traits))
    if keyword.except_:
        return "" if named else f"{SLOT}host-takes-none-but"
    return f"{SLOT}host-takes-no-such" if named else ""


def too_many_copies(
    table: CardGameTable, seat: Seat, printed: AttachedCard, host: Handle, itself: Handle
) -> Refusal | None:
    """Why a player may not attach another copy to a card, by the attachment's limit."""
    if printed.copies_per_host is None:
        return None
    attached = (table.cards[each] for each in table.on(host) if each != itself)
    copies = [
        each.handle
        for each in attached
        if each.is_attached and each.printed.title == printed.title and each.controller == seat
    ]
    if len(copies) < printed.copies_per_host:
        return None
    because: dict[str, object] = {"host": host, "attached": copies, "limit": printed.copies_per_host}
    return Refusal(f"{SLOT}limit-per-host", because)


def hosts(table: CardGameTable, seat: Seat, printed: PlayedCard) -> list[Handle]:
    """The cards in play to which a player can attach an attachment."""
    return list(finding_hosts(table, seat, printed))


def first_host(table: CardGameTable, seat: Seat, printed: PlayedCard) -> Handle:
    """The first card to which a player can attach an attachment; empty if there is none."""
    return next(finding_hosts(table, seat, printed), NO_CARD)


def finding_hosts(table: CardGameTable, seat: Seat, printed: PlayedCard) -> Iterator[Handle]:
    return (card for card in table.in_play() if attachable(table, seat, printed, card) is None)


def takes_by_print(attachment: AttachedCard, host: HostCard) -> bool:
    """Whether an attachment may be on a card when both are revealed, by their printed values."""
    wanted = attachment.attach_to or BY_DEFAULT
    return (
        host.type in wanted.types
        and wanted.controller != "opponent"
        and (wanted.faction is None or host.faction == wanted.faction)
        and (not wanted.traits or bool(set(wanted.traits) & set(host.traits)))
        and (not wanted.unique or host.unique)
        and not any(forbidding_rule(keyword, attachment) for keyword in host.keywords)
    )
