"""Decks read from text line by line: `3x Name (Pack)`, `3 Name`, a name alone, headings and labels.

Read `fill_from_text`; `READINGS` are tried in order. Reading never raises: a line that cannot be read is a `LineFault`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from domain.cardgame.decks.deck_lists import UNREADABLE, DeckCardT
from domain.cardgame.decks.deck_sheet import NAME_LABELS, DeckSheet
from domain.cardgame.pool.card_names import cards_meant, close_titles

MOST_LINES = 1000
LONGEST_LINE = 200

PASSED_OVER = (r"-{2,}.*", r"//.*", r"#(?!\d).*", r".*://.*")
CARD_LINE = re.compile(r"(?:#\d+\s+)?(?P<copies>\d{1,2})\s*[xX×]\s*(?P<name>\S.*)")
BARE_COUNT = re.compile(r"(?P<copies>\d{1,2})\s+(?P<name>\S.*)")
HEADING = re.compile(r"(?P<heading>\S.*?)\s*(?:\(\d+\))?\s*:?")
LABELLED = re.compile(r"(?P<label>[^:]+?)\s*:\s*(?P<value>\S.*)")


def fill_from_text(sheet: DeckSheet[DeckCardT], text: str) -> None:
    """Enter the cards of a list; the first line that says nothing else is the deck's name."""
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    # an export begins with the deck's name, even if that is also the name of a card
    if any(is_export_mark(sheet, line) for _, line in lines) and not CARD_LINE.fullmatch(lines[0][1]):
        sheet.name = lines.pop(0)[1]
    for position, (number, line) in enumerate(lines[:MOST_LINES]):
        if len(line) <= LONGEST_LINE and any(reading(sheet, number, line) for reading in READINGS):
            continue
        if position == 0 and not sheet.name:
            sheet.name = line[:LONGEST_LINE]
        else:
            sheet.add_fault(number, line[:LONGEST_LINE], UNREADABLE, close_titles(line[:LONGEST_LINE], sheet.pool))
    for number, line in lines[MOST_LINES : MOST_LINES + 1]:
        sheet.add_fault(number, line[:LONGEST_LINE], UNREADABLE)


def is_export_mark(sheet: DeckSheet[DeckCardT], line: str) -> bool:
    mark = sheet.format.export_mark
    return bool(mark) and line.casefold().startswith(mark)


def reads_card_line(sheet: DeckSheet[DeckCardT], number: int, line: str) -> bool:
    """Whether the line counts a card with the sign for times."""
    match = CARD_LINE.fullmatch(line)
    if match:
        sheet.enter_named(match["name"], int(match["copies"]), number, line)
    return bool(match)


def reads_nothing(sheet: DeckSheet[DeckCardT], number: int, line: str) -> bool:
    """Whether the line is a comment, a ruler, an address or another that says nothing of the deck."""
    patterns = (*PASSED_OVER, *sheet.format.passed_over)
    return is_export_mark(sheet, line) or any(re.fullmatch(each, line, re.IGNORECASE) for each in patterns)


def reads_heading(sheet: DeckSheet[DeckCardT], number: int, line: str) -> bool:
    """Whether the line is a heading, which may tell two cards below it apart."""
    match = HEADING.fullmatch(line)
    heading = match["heading"].lower() if match else ""
    if heading not in sheet.format.headings:
        return False
    sheet.type = sheet.format.headings[heading]
    return True


def reads_labelled(sheet: DeckSheet[DeckCardT], number: int, line: str) -> bool:
    """Whether the line has a label in front that the format knows."""
    match = LABELLED.fullmatch(line)
    labels = {**NAME_LABELS, **sheet.format.labels}
    label = labels.get(match["label"].lower()) if match else None
    if not match or not label:
        return False
    value = match["value"].strip()
    if label == "name":
        sheet.name = value
    elif label == "called":
        sheet.enter_called(value, number, line)
    else:
        enter_listed(sheet, value, number, line)
    return True


def reads_called(sheet: DeckSheet[DeckCardT], number: int, line: str) -> bool:
    """Whether the line is what players call a card, in place of its title."""
    card = sheet.format.called(line, sheet.pool)
    if card:
        sheet.enter(card, 1, number, line)
    return card is not None


def reads_title(sheet: DeckSheet[DeckCardT], number: int, line: str) -> bool:
    """Whether the line names a card without a count, which means one copy."""
    found = cards_meant(line, sheet.pool, sheet.type)
    if found:
        sheet.enter_found(found, 1, number, line)
    return bool(found)


def reads_bare_count(sheet: DeckSheet[DeckCardT], number: int, line: str) -> bool:
    """Whether the line counts a card without the sign for times (`3 Ice`); other words behind a number are a name."""
    match = BARE_COUNT.fullmatch(line)
    found = cards_meant(match["name"], sheet.pool, sheet.type) if match else ()
    if match and found:
        sheet.enter_found(found, int(match["copies"]), number, line)
    return bool(match and found)


# of whichever game the sheet is
READINGS: tuple[Callable[[DeckSheet[Any], int, str], bool], ...] = (
    reads_card_line,
    reads_nothing,
    reads_heading,
    reads_labelled,
    reads_called,
    reads_title,
    reads_bare_count,
)


def enter_listed(sheet: DeckSheet[DeckCardT], value: str, number: int, line: str) -> None:
    """Enter the cards of a line with several, each with or without a count."""
    is_one = bool(cards_meant(value, sheet.pool, sheet.type))
    for name in filter(None, [value] if is_one else map(str.strip, re.split("[,;]", value))):
        counted = CARD_LINE.fullmatch(name)
        copies = int(counted["copies"]) if counted else 1
        sheet.enter_named(counted["name"] if counted else name, copies, number, line)
