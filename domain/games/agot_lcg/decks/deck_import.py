"""Decks read from ThronesDB's text export, its JSON, and plain lists of `3x Name` or `3 Name`.

Read in this order: `ImportedDeck`, `import_deck`, `from_text` (line by line; `READINGS` are tried in order),
`from_json`, `to_thronesdb_text`. Reading never raises: a line that cannot be read is a `LineFault`. `deck.py` decides
whether the deck is legal.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from domain.cardgame.pool.card_fields import InvalidCard, convert_fields
from domain.cardgame.pool.pool import Pool
from domain.games.agot_lcg.decks.deck import Deck
from domain.games.agot_lcg.pool.card_names import (
    card_of_code,
    cards_named,
    close_titles,
    faction_card_named,
    title_and_set,
)
from domain.games.agot_lcg.pool.printed import Printed
from domain.kernel.formats.deck_lists import LineFault
from domain.kernel.formats.json_text import NotJson, read_json

UNKNOWN = "deck.unknown-card"
AMBIGUOUS = "deck.ambiguous-card"
UNREADABLE = "deck.unreadable-line"
MOST_LINES = 1000
LONGEST_LINE = 200
SECTIONS = ("plot", "character", "location", "attachment", "event")


class ImportedDeck(msgspec.Struct, frozen=True):
    """The result of an import; `deck` is None if there is a fault."""

    deck: Deck | None
    faults: tuple[LineFault, ...]
    name: str = ""


def import_deck(text: str, pool: Pool[Printed]) -> ImportedDeck:
    """The deck in any of the three formats; JSON is recognised by its first character."""
    plain = text.removeprefix("\ufeff")
    return from_json(plain, pool) if plain.lstrip().startswith("{") else from_text(plain, pool)


class _Sheet(msgspec.Struct):
    """The deck sheet that is filled while lines are read."""

    pool: Pool[Printed]
    name: str = ""
    faction: Printed | None = None
    agenda: Printed | None = None
    section: str = ""
    plots: list[str] = []
    cards: list[str] = []
    faults: list[LineFault] = []

    def fault(self, line: int, text: str, rule: str, candidates: Iterable[str] = ()) -> None:
        self.faults.append(LineFault(line, text, rule, tuple(candidates)))

    def enter(self, card: Printed, copies: int, line: int, text: str) -> None:
        """Enter copies of a card into the part of the deck for its type."""
        if card.deck == "faction":
            self.enter_faction(card, line, text)
        elif card.deck == "agenda":
            self.enter_agenda(card, line, text)
        else:
            (self.plots if card.deck == "plot" else self.cards).extend([card.key] * copies)

    def enter_faction(self, card: Printed, line: int, text: str) -> None:
        if self.faction not in (None, card):
            self.fault(line, text, "agot_lcg.deckbuilding.one-faction-card")
        self.faction = self.faction or card

    def enter_agenda(self, card: Printed, line: int, text: str) -> None:
        if self.agenda not in (None, card):
            self.fault(line, text, "agot_lcg.agenda.at-most-one")
        self.agenda = self.agenda or card

    def finish(self) -> ImportedDeck:
        if not self.faction and not self.faults:
            self.fault(1, self.name, "agot_lcg.deckbuilding.one-faction-card")
        if self.faults or not self.faction:
            return ImportedDeck(None, tuple(self.faults), self.name)
        agenda = self.agenda.key if self.agenda else None
        return ImportedDeck(Deck(self.faction.key, agenda, tuple(self.plots), tuple(self.cards)), (), self.name)


def from_text(text: str, pool: Pool[Printed]) -> ImportedDeck:
    """The deck of a ThronesDB text export (in any sort order) or of a plain list."""
    sheet = _Sheet(pool)
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    # an export begins with the deck's name, even if that is also the name of a card or faction
    if any(_PACKS.match(line) for _, line in lines) and lines and not _CARD_LINE.fullmatch(lines[0][1]):
        sheet.name = lines.pop(0)[1]
    for position, (number, line) in enumerate(lines[:MOST_LINES]):
        if len(line) <= LONGEST_LINE and any(reading(sheet, number, line) for reading in READINGS):
            continue
        if position == 0 and not sheet.name:
            sheet.name = line[:LONGEST_LINE]
        else:
            sheet.fault(number, line[:LONGEST_LINE], UNREADABLE, close_titles(line[:LONGEST_LINE], pool))
    for number, line in lines[MOST_LINES : MOST_LINES + 1]:
        sheet.fault(number, line[:LONGEST_LINE], UNREADABLE)
    return sheet.finish()


_PACKS = re.compile(r"packs:", re.IGNORECASE)
_PASSED_OVER = re.compile(r"packs:.*|from .+ to .+|-{2,}.*|//.*|#(?!\d).*|.*://.*", re.IGNORECASE)
_CARD_LINE = re.compile(r"(?:#\d+\s+)?(?P<copies>\d{1,2})\s*[xX×]\s*(?P<name>\S.*)")
_BARE_COUNT = re.compile(r"(?P<copies>\d{1,2})\s+(?P<name>\S.*)")
_HEADING = re.compile(
    r"(?:(?P<section>plot|character|location|attachment|event|agenda|faction|card)s?|(?:(?:plot|draw) )?deck)"
    r"\s*(?:\(\d+\))?\s*:?",
    re.IGNORECASE,
)
_LABELLED = re.compile(r"(?P<label>name|deck|faction|house|agendas?|plots?)\s*:\s*(?P<value>\S.*)", re.IGNORECASE)


def _reads_nothing(sheet: _Sheet, number: int, line: str) -> bool:
    return bool(_PASSED_OVER.fullmatch(line))


def _reads_card_line(sheet: _Sheet, number: int, line: str) -> bool:
    match = _CARD_LINE.fullmatch(line)
    if match:
        _enter_named(sheet, match["name"], int(match["copies"]), number, line)
    return bool(match)


def _reads_heading(sheet: _Sheet, number: int, line: str) -> bool:
    match = _HEADING.fullmatch(line)
    if match:
        sheet.section = (match["section"] or "").lower()
    return bool(match)


def _reads_labelled(sheet: _Sheet, number: int, line: str) -> bool:
    match = _LABELLED.fullmatch(line)
    if not match:
        return False
    label, value = match["label"].lower(), match["value"].strip()
    if label in ("name", "deck"):
        sheet.name = value
    elif label in ("faction", "house"):
        _enter_faction_named(sheet, value, number, line)
    else:
        _enter_listed(sheet, value, number, line)
    return True


def _reads_faction(sheet: _Sheet, number: int, line: str) -> bool:
    card = faction_card_named(line, sheet.pool)
    if card:
        sheet.enter_faction(card, number, line)
    return card is not None


def _reads_title(sheet: _Sheet, number: int, line: str) -> bool:
    """Whether the line names a card without a count, which means one copy."""
    found = cards_named(line, sheet.pool, sheet.section)
    if found:
        _enter_found(sheet, found, 1, number, line)
    return bool(found)


def _reads_bare_count(sheet: _Sheet, number: int, line: str) -> bool:
    """Whether the line counts a card without the sign for times (`3 Ice`); other words behind a number are a name."""
    match = _BARE_COUNT.fullmatch(line)
    found = cards_named(match["name"], sheet.pool, sheet.section) if match else ()
    if match and found:
        _enter_found(sheet, found, int(match["copies"]), number, line)
    return bool(match and found)


READINGS: tuple[Callable[[_Sheet, int, str], bool], ...] = (
    _reads_card_line,
    _reads_nothing,
    _reads_heading,
    _reads_labelled,
    _reads_faction,
    _reads_title,
    _reads_bare_count,
)


def _enter_faction_named(sheet: _Sheet, name: str, number: int, line: str) -> None:
    card = faction_card_named(name, sheet.pool)
    if card:
        sheet.enter_faction(card, number, line)
    else:
        sheet.fault(number, line, UNKNOWN, close_titles(name, sheet.pool))


def _enter_listed(sheet: _Sheet, value: str, number: int, line: str) -> None:
    names = (
        [value] if cards_named(value, sheet.pool, sheet.section) else [name.strip() for name in re.split("[,;]", value)]
    )
    for name in filter(None, names):
        counted = _CARD_LINE.fullmatch(name)
        copies = int(counted["copies"]) if counted else 1
        _enter_named(sheet, counted["name"] if counted else name, copies, number, line)


def _enter_named(sheet: _Sheet, name: str, copies: int, number: int, line: str) -> None:
    found = cards_named(name, sheet.pool, sheet.section)
    if found:
        _enter_found(sheet, found, copies, number, line)
    else:
        sheet.fault(number, line, UNKNOWN, close_titles(name, sheet.pool))


def _enter_found(sheet: _Sheet, found: Sequence[Printed], copies: int, number: int, line: str) -> None:
    if len(found) == 1:
        sheet.enter(found[0], copies, number, line)
    else:
        sheet.fault(number, line, AMBIGUOUS, (title_and_set(card, sheet.pool) for card in found))


class _ThronesDbDeck(msgspec.Struct):
    faction_code: str
    # PHP writes an empty mapping as an empty list
    slots: dict[str, Annotated[int, Meta(ge=0, le=99)]] | tuple[()]
    name: str = ""
    agendas: tuple[str, ...] = ()


def from_json(text: str, pool: Pool[Printed]) -> ImportedDeck:
    """The deck in ThronesDB's JSON: `name`, `faction_code`, `slots` (code: copies), `agendas` (codes)."""
    try:
        document = convert_fields(read_json(text.encode("utf-8", "replace")), _ThronesDbDeck, "deck")
    except NotJson as error:
        return ImportedDeck(None, (LineFault(_line_of(error.twice, text), str(error), UNREADABLE),))
    except InvalidCard as error:
        return ImportedDeck(None, (LineFault(1, str(error), UNREADABLE),))
    sheet = _Sheet(pool, name=document.name)
    _enter_faction_named(sheet, document.faction_code, _line_of(document.faction_code, text), document.faction_code)
    copies = dict.fromkeys(document.agendas, 1) | dict(document.slots)
    for code, count in copies.items():
        found = card_of_code(code, pool)
        if found:
            sheet.enter(found[0], count, _line_of(code, text), code)
        else:
            sheet.fault(_line_of(code, text), code, UNKNOWN)
    return sheet.finish()


def _line_of(value: str, text: str) -> int:
    before, found, _ = text.partition(f'"{value}"')
    return before.count("\n") + 1 if found else 1


def to_thronesdb_text(deck: Deck, pool: Pool[Printed], name: str) -> str:
    """The deck in the form of ThronesDB's text export; raises KeyError for a card that the pool lacks."""
    copies = Counter({pool.cards[key]: n for key, n in Counter((*deck.plots, *deck.cards)).items()})
    agenda = [pool.cards[deck.agenda].title] if deck.agenda else []
    head = [name, "", pool.cards[deck.faction].title, *agenda, "", f"Packs: {_packs(copies, pool)}", ""]
    sections = (_section(section, copies, pool) for section in SECTIONS)
    return "\n".join([*head, *(line for section in sections for line in section)])


def _section(section: str, copies: Counter[Printed], pool: Pool[Printed]) -> list[str]:
    cards = sorted((card for card in copies if card.type == section), key=lambda card: (card.title, card.key))
    if not cards:
        return []
    heading = section.capitalize() + ("s" if len(cards) > 1 else "")
    return [heading, "", *(f"{copies[card]}x {title_and_set(card, pool)}" for card in cards), ""]


def _packs(copies: Counter[Printed], pool: Pool[Printed]) -> str:
    """The first and the last set, each with the number of boxes that the copies require."""
    boxes = {
        card_set: max((-(-n // card.quantity) for card, n in copies.items() if card.set == card_set), default=0)
        for card_set in pool.sets
    }
    used = [pool.sets[key].name + (f" ({n})" if n > 1 else "") for key, n in boxes.items() if n]
    return f"From {used[0]} to {used[-1]}" if len(used) > 1 else "".join(used)
