"""Entering play: whether a card may enter, as what, and what happens then.

A unique card enters as a duplicate if its owner controls a copy; a copy in the dead pile blocks it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import structs

from domain.cardgame.in_play import active_constants, characteristics
from domain.games.agot_lcg import numbers_in_play
from domain.games.agot_lcg.abilities.occurring import AgotGame, executes
from domain.games.agot_lcg.facts.cards import EnteredPlay
from domain.games.agot_lcg.pool.printed import AttachTo, Printed
from domain.games.agot_lcg.state import AgotCard, AgotTable
from domain.kernel.cards import BOTTOM, move
from domain.kernel.citing import enforces
from domain.kernel.ids import NO_CARD, PUBLIC, Handle, Seat, Viewer, zone
from domain.kernel.occurring.conditions import Condition
from domain.kernel.refusals import Refusal

FACEDOWN = "facedown"
NO_ATTACHMENTS = "no attachments"
UNFIT_HOST = "agot_lcg.restrictions.must-be-met"
"""Cited of a card that an attachment's own text does not allow."""


@enforces("agot_lcg.unique.definition")
def may_enter(table: AgotTable, seat: Seat, card: AgotCard, control: bool = False) -> Refusal | None:
    """Why a player may not bring a card into play or take control of it, by uniqueness and the dead pile."""
    if not card.printed.unique:
        return None
    return blocked_by_dead_pile(table, seat, card, control) or blocked_by_copy(table, seat, card, control)


@enforces(
    "agot_lcg.dead-pile.blocks-unique",
    "agot_lcg.dead-pile.blocks-duplicates",
    "agot_lcg.dead-pile.single-copy-may-return",
    "agot_lcg.unique.blocked-by-dead-pile",
)
def blocked_by_dead_pile(table: AgotTable, seat: Seat, card: AgotCard, control: bool) -> Refusal | None:
    """Why a copy in the dead pile blocks a card, also as a duplicate; the only copy there may itself return."""
    others = [each for each in table.zone(zone(seat, "dead")) if each != card.handle]
    dead = [each for each in others if table.cards[each].printed.title == card.printed.title]
    if not dead:
        return None
    as_duplicate = not control and base_for(table, seat, card) is not None
    rule = "agot_lcg.dead-pile.blocks-duplicates" if as_duplicate else "agot_lcg.dead-pile.blocks-unique"
    return Refusal(rule, {"title": card.printed.title, "dead": dead})


@enforces(
    "agot_lcg.unique.one-instance-per-player",
    "agot_lcg.unique.no-control-if-copy-in-play",
    "agot_lcg.duplicates.many-allowed",
)
def blocked_by_copy(table: AgotTable, seat: Seat, card: AgotCard, control: bool) -> Refusal | None:
    """Why a unique card cannot enter play: each player has one instance; further own copies are duplicates.

    A card counts for its owner and for its controller, so one that enters play under another player counts for both.
    """
    players = {seat} if control else {seat, card.owner}
    copies = [each for each in copies_in_play(table, card) if players & {each.owner, each.controller}]
    copies = [each for each in copies if each.handle != card.handle]
    if not copies or (not control and base_for(table, seat, card) is not None):
        return None
    rule = "agot_lcg.unique.no-control-if-copy-in-play" if control else "agot_lcg.unique.one-instance-per-player"
    return Refusal(rule, {"title": card.printed.title, "in_play": [each.handle for each in copies]})


@enforces("agot_lcg.copies.same-title", "agot_lcg.duplicates.different-versions")
def copies_in_play(table: AgotTable, card: AgotCard) -> list[AgotCard]:
    title, cards = card.printed.title, table.cards
    found = [cards[each] for each in table.in_play() if cards[each].printed.title == title]
    return [each for each in found if each.type]


@enforces("agot_lcg.duplicates.definition")
def base_for(table: AgotTable, seat: Seat, card: AgotCard) -> Handle | None:
    """The copy in play that the player owns and controls, under which this card may go as a duplicate."""
    if not card.printed.unique or card.owner != seat:
        return None
    for each in copies_in_play(table, card):
        if each.owner == seat == each.controller:
            return each.handle
    return None


@enforces("agot_lcg.duplicates.first-version-stays-active", "agot_lcg.put-into-play.unique-becomes-duplicate")
def first_copies(table: AgotTable, cards: Sequence[Handle]) -> dict[Handle, Handle]:
    """The first copy of each unique card that enters play together with others; any other card itself."""
    titles: dict[str, Handle] = {}
    first = {}
    for card in cards:
        printed = table.cards[card].printed
        first[card] = titles.setdefault(printed.title, card) if printed.unique else card
    return first


@enforces("agot_lcg.unique.one-instance-per-player")
def without_second_copies(table: AgotTable, seat: Seat, cards: Sequence[Handle]) -> list[Handle]:
    """The cards that may enter play together; a further copy of a unique card only as a duplicate."""
    first, entering = first_copies(table, cards), []
    for card in cards:
        owners = {table.cards[each].owner for each in (card, first[card])}
        if card == first[card] or owners == {seat}:
            entering.append(card)
    return entering


def needs_host(table: AgotTable, seat: Seat, card: AgotCard) -> bool:
    """Whether a card enters play attached to another one; a duplicate goes under its copy."""
    return card.printed.type == "attachment" and base_for(table, seat, card) is None


@enforces("agot_lcg.duplicates.no-characteristics")
def attachable(
    table: AgotTable, seat: Seat, printed: Printed, host: Handle, itself: Handle = NO_CARD
) -> Refusal | None:
    """Why an attachment may not be on a card, by its own text or by the card's keywords."""
    card = table.cards.get(host)
    if card is None or not table.is_in_play(host):
        return Refusal(UNFIT_HOST, {"host": host})
    if card.duplicate:
        return Refusal("agot_lcg.duplicates.no-characteristics", {"host": host, "is": "a duplicate"})
    return (
        wrong_host(table, seat, printed, card)
        or refused_by_host(table, printed, card)
        or too_many_copies(table, seat, printed, host, itself)
    )


@enforces(
    "agot_lcg.attachments.characters-only-default",
    "agot_lcg.step.3-window-attachment-default",
    "agot_lcg.step.3-window-attachment-host",
    "agot_lcg.step.3-window-attachment-any-player",
)
def wrong_host(table: AgotTable, seat: Seat, printed: Printed, card: AgotCard) -> Refusal | None:
    """Why the attachment's own text refuses a host; without such text it takes a character of any player."""
    wanted = printed.attach_to or AttachTo()
    fits = (
        card.type in wanted.types
        and (wanted.faction is None or card.printed.faction == wanted.faction)
        and (not wanted.traits or any(characteristics.has_trait(table, card, trait) for trait in wanted.traits))
        and (not wanted.unique or card.printed.unique)
        and controlled_as(wanted, seat, card)
    )
    if fits:
        return None
    default = wanted == AttachTo()
    rule = "agot_lcg.attachments.characters-only-default" if default else UNFIT_HOST
    return Refusal(rule, {"attachment": printed.title, "host": card.handle})


def controlled_as(wanted: AttachTo, seat: Seat, card: AgotCard) -> bool:
    if wanted.controller == "any":
        return True
    return (card.controller == seat) == (wanted.controller == "own")


@enforces(
    "agot_lcg.no-attachments.none-allowed",
    "agot_lcg.no-attachments.listed-traits-banned",
    "agot_lcg.no-attachments.except-listed-traits",
    "agot_lcg.no-attachments.any-variant-blocks",
)
def refused_by_host(table: AgotTable, printed: Printed, card: AgotCard) -> Refusal | None:
    """Why the host takes no such attachment: a variant of its `no attachments` forbids it."""
    if not numbers_in_play.has_keyword(table, card, NO_ATTACHMENTS):
        return None
    for keyword in numbers_in_play.keywords(table, card):
        if keyword.name != NO_ATTACHMENTS:
            continue
        named = bool(set(keyword.traits) & set(printed.traits))
        if not keyword.traits:
            rule = "agot_lcg.no-attachments.none-allowed"
        elif keyword.except_ and not named:
            rule = "agot_lcg.no-attachments.except-listed-traits"
        elif not keyword.except_ and named:
            rule = "agot_lcg.no-attachments.listed-traits-banned"
        else:
            continue
        return Refusal(rule, {"attachment": printed.title, "host": card.handle, "traits": list(keyword.traits)})
    return None


@enforces("agot_lcg.limits.limit-x-copies-per-host")
def too_many_copies(table: AgotTable, seat: Seat, printed: Printed, host: Handle, itself: Handle) -> Refusal | None:
    """Why a player may not attach another copy to a card, by the attachment's limit (limits.per-player)."""
    if printed.copies_per_host is None:
        return None
    attached = (table.cards[each] for each in table.attachments(host) if each != itself)
    copies = [each.handle for each in attached if each.printed.title == printed.title and each.controller == seat]
    if len(copies) < printed.copies_per_host:
        return None
    because: dict[str, object] = {"host": host, "attached": copies, "limit": printed.copies_per_host}
    return Refusal("agot_lcg.limits.limit-x-copies-per-host", because)


def hosts(table: AgotTable, seat: Seat, printed: Printed) -> list[Handle]:
    """The cards in play to which a player can attach an attachment."""
    return list(finding_hosts(table, seat, printed))


def finding_hosts(table: AgotTable, seat: Seat, printed: Printed) -> Iterator[Handle]:
    return (card for card in table.in_play() if attachable(table, seat, printed, card) is None)


@enforces(
    "agot_lcg.duplicates.placement",
    "agot_lcg.duplicates.first-version-stays-active",
    "agot_lcg.put-into-play.unique-becomes-duplicate",
)
def entering_condition(table: AgotTable, seat: Seat, card: Handle, how: str, host: Handle = NO_CARD) -> Condition:
    """The condition that a card is about to enter play, as a duplicate if the player has a copy in play."""
    base = base_for(table, seat, table.cards[card])
    area = table.cards[card].zone
    hidden, unseen = not table.sees(PUBLIC, area), not table.sees(Viewer(seat), area)
    entry = Condition(0, "entered_play", card=card, seat=seat, how=how, hidden=hidden, unseen=unseen)
    if base is not None:
        return structs.replace(entry, kind="duplicate_entered", cards=(base,))
    return structs.replace(entry, cards=(host,) if host else ())


@enforces(
    "agot_lcg.marshal.enters-play",
    "agot_lcg.enters-play.two-ways",
    "agot_lcg.duplicates.marshal-is-not-card-type",
)
def marshalling_conditions(table: AgotTable, seat: Seat, card: Handle, host: Handle = NO_CARD) -> tuple[Condition, ...]:
    """The conditions of a marshalled card, in one occurrence: it is marshalled, and it enters play."""
    entry = entering_condition(table, seat, card, "marshalled", host)
    kind = "duplicate_marshalled" if entry.kind == "duplicate_entered" else "marshalled"
    return (structs.replace(entry, kind=kind, cards=()), entry)


@executes("entered_play", "duplicate_entered")
@enforces(
    "agot_lcg.enters-play.definition",
    "agot_lcg.in-play.enters",
    "agot_lcg.standing.default-state",
    "agot_lcg.attachments.enter-attached-standing",
    "agot_lcg.characters.front-row-enter",
    "agot_lcg.locations.back-row-enter",
    "agot_lcg.control.default-owner",
)
def enter_play(game: AgotGame, conditions: Sequence[Condition]) -> list[Condition]:
    """Put cards into play under their player's control, standing unless stated otherwise.

    Returns the conditions that occurred.
    """
    table = game.table
    occurred = []
    for imminent in conditions:
        each = as_duplicate(table, imminent)
        host = each.cards[0] if each.cards else NO_CARD
        area = "facedown" if each.how == FACEDOWN else "play"
        (new,) = move(game, [each.card], zone(each.seat, area), BOTTOM, host)
        since = f"{table.round}:{table.phase}"
        kneels = each.kind == "entered_play" and enters_kneeling(table, new)
        duplicate = each.kind == "duplicate_entered"
        serial = table.next_serial()
        facedown = each.how == FACEDOWN
        game.emit(EnteredPlay(new, each.how, facedown, since, serial, kneeling=kneels, duplicate=duplicate))
        occurred.append(structs.replace(each, card=new, hidden=facedown, unseen=False))
    return occurred


def as_duplicate(table: AgotTable, entry: Condition) -> Condition:
    """The entry as a duplicate, if a copy has entered play since or enters with it; else the entry unchanged."""
    base = base_for(table, entry.seat, table.cards[entry.card]) if entry.kind == "entered_play" else None
    if base is None:
        return entry
    return structs.replace(entry, kind="duplicate_entered", cards=(base,))


def enters_kneeling(table: AgotTable, card: Handle) -> bool:
    return active_constants.is_touched(table, "enters-kneeling", table.cards[card])
