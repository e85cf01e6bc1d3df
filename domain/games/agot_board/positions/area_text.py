"""The contents of an area as words: `stark knight 2 footman routed ship, order march-plus-1`.

A House; then its units, each kind after its number (default: one) and after `routed` if they are routed; `token` for
its Power token; `order` with the token's id. Positions and expectations read and write areas in this form. `routed` and
a number apply to the next kind only; a kind may be repeated, token and order may not.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from domain.games.agot_board.components import HOUSES, ORDERS, UNITS
from domain.games.agot_board.state import Area, Order, Units, together
from domain.kernel.formats.reading import DocumentNode, meant_by, whole_number
from domain.kernel.ids import NO_SEAT, Seat

EMPTY = "none"
WORD = re.compile(r"[^\s,]+")
# Order tokens by printed type and modifier; of two with the same print the normal one
AS_PRINTED = {f"{each.type}{each.modifier:+d}": each.id for each in sorted(ORDERS.values(), key=lambda o: -o.special)}
WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUMBERS = {word: str(number) for number, word in enumerate(WORDS, 1)}
# names with a hyphen that may be written without it, longer ones first
IN_PARTS = {each.replace("-", " "): each for each in sorted((*UNITS, *ORDERS), key=len, reverse=True) if "-" in each}
# and what is printed on a token with a space before its number
IN_PARTS |= {f"{printed[:-2]} {printed[-2:]}": token for printed, token in AS_PRINTED.items()}
WRITTEN_IN_PARTS = re.compile(rf"\b({'|'.join(map(re.escape, IN_PARTS))})", re.IGNORECASE)
# a number written together with its kind, and one with the sign for times
TOGETHER = re.compile(r"(?P<n>[0-9]{1,9})[x-]?(?P<kind>[^0-9]{2,})|(?P<other>[^0-9]{2,}?)[x-]?(?P<m>[0-9]{1,9})")
NONE_OF = re.compile(rf"\b0+\s+(?:{'|'.join(UNITS)})")
TIMES = re.compile(r"([0-9]{1,9})x|x([0-9]{1,9})")
# what stands after its kind and belongs before it, where nothing else can be meant
KIND, REST = rf"(?:{'|'.join(UNITS)})", r"(?=[\s,]*(?:$|(?:order|token)\b))"
ROUTED_AFTER = re.compile(rf"^(\s*[^\s,]+\s+)((?:[0-9]+\s+)?{KIND})[\s,]+routed{REST}")
NUMBERS_AFTER = re.compile(rf"^\s*[^\s,]+(?:[\s,]+{KIND}\s+[0-9]+)+{REST}")
NUMBER_BEFORE = re.compile(rf"({KIND}\s+)?\b([0-9]+)[\s,]+routed[\s,]+(?={KIND}\b)")
NUMBER_AFTER = re.compile(rf"({KIND})\s+([0-9]+)")
# an order in other words: its type with what tells it from others before or after it, `order` on either side
SORT = r"special|(?:plus|minus)[ -][0-9]|[+-][0-9]"
ORDER_SAID = re.compile(
    rf"(?:\border\s+(?:of\s+)?)?(?:(?<![^\s,])(?P<before>{SORT})[\s-]+)?"
    rf"\b(?P<type>{'|'.join(sorted({each.type.replace('-', '[ -]') for each in ORDERS.values()}))})\b"
    rf"(?:(?:\s*|-)(?P<after>{SORT}|[0-9]))?"
    r"(?:\s+order\b(?=[\s,]*$))?",
    re.IGNORECASE,
)
BY_SORT: dict[tuple[str, int | str], str] = {
    **{(each.type, each.modifier): each.id for each in sorted(ORDERS.values(), key=lambda o: -o.special)},
    **{(each.type, "special"): each.id for each in ORDERS.values() if each.special},
}
# words between the pieces that say nothing, and the token by its full name
FILLING = re.compile(r"\b(?:and|with|an?|the|of)\b|(?:^|(?<=\s))[+&](?=\s)|;", re.IGNORECASE)
SPACES = re.compile(r"\s+(?=\s)")
POWER_TOKEN = re.compile(r"\bpower[\s-]+tokens?\b", re.IGNORECASE)


class Misread(ValueError):
    """Words that do not describe the contents of an area: the reason, the wrong word if any, and the closest word."""

    def __init__(self, why: str, wrong: re.Match[str] | None = None, meant: str = "") -> None:
        super().__init__(why)
        self.wrong = wrong
        self.meant = meant


def area_from(at: DocumentNode, houses: Collection[Seat]) -> Area:
    """The area that the words describe, with orders face up; raises Unreadable."""
    if isinstance(at.value, dict):
        raise at.wrong("expected a string", in_one_text(at.value))
    try:
        return area_of(at.text(), houses)
    except Misread as error:
        raise at.wrong(str(error), correct_words(at.text(), houses)) from error


def in_one_text(fields: dict[object, object]) -> str:
    """What was written as fields, as the words that were meant: an order and a token with their names."""
    said = [f"{name} {each}" if name in ("order", "token") else str(each) for name, each in fields.items()]
    return ", ".join(said)


def correct_words(text: str, houses: Collection[Seat]) -> str:
    """The text with each wrong word replaced by the closest one; empty if that cannot be read either."""
    return correct_spelling(ORDER_SAID.sub(order_said, text), houses) or correct_spelling(text, houses)


def correct_spelling(text: str, houses: Collection[Seat]) -> str:
    """The same, where orders are said as positions write them."""
    text = POWER_TOKEN.sub("token", text)
    text = WRITTEN_IN_PARTS.sub(lambda found: IN_PARTS[found[0].lower()], FILLING.sub("", text))
    text = SPACES.sub("", text)
    text = with_house_first(text, houses)
    text = NUMBER_BEFORE.sub(lambda found: found[0] if found[1] else f"routed {found[2]} ", text)
    text = NUMBERS_AFTER.sub(lambda found: NUMBER_AFTER.sub(r"\2 \1", found[0]), text)
    text = ROUTED_AFTER.sub(r"\1routed \2", text)
    for _ in range(len(WORD.findall(text)) + 1):
        try:
            area_of(text, houses)
        except Misread as error:
            if error.wrong is None or not error.meant:
                return ""
            text = text[: error.wrong.start()] + error.meant + text[error.wrong.end() :]
        else:
            return text
    return ""


def order_said(found: re.Match[str]) -> str:
    """An order as positions write it; the same words where they do not say which one it is."""
    kind = found["type"].lower().replace(" ", "-")
    sort = re.sub("plus[ -]", "+", re.sub("minus[ -]", "-", (found["before"] or found["after"] or "").lower()))
    number = int(sort) if sort not in ("", "special") else sort
    token = BY_SORT.get((kind, number)) if sort else kind
    return f"order {token}" if token in ORDERS and not (found["before"] and found["after"]) else found[0]


def with_house_first(text: str, houses: Collection[Seat]) -> str:
    """The text with the one House that it names before all else; unchanged where it names several."""
    named = [word for word in WORD.finditer(text) if word[0] in houses]
    if len(named) != 1:
        return text
    rest = (text[: named[0].start()].rstrip(", ") + text[named[0].end() :]).strip(", ")
    return f"{named[0][0]} {rest}"


def area_of(text: str, houses: Collection[Seat]) -> Area:
    """The area that the words describe; raises Misread."""
    words = WORD.finditer(text)
    name = next(words, None)
    if word_text(name) == EMPTY:
        more = next(words, None)
        if more is not None:
            raise Misread(f"{EMPTY} says that nothing lies there, and {more[0]!r} stands after it")
        return Area()
    house = Seat(one_of(name, "is no House of this match; known are", houses))
    area = Area()
    for word in words:
        if word[0] == "token":
            if area.power_token:
                raise Misread("a second token lies there (agot_board.control.one-token-per-area)")
            area.power_token = house
        elif word[0] == "order":
            if area.order:
                raise Misread("a second order lies there (agot_board.plan.one-order-per-area)")
            area.order = Order(house, order_in(next(words, None)), up=True)
        elif word[0] in HOUSES:
            raise Misread(f"an area holds pieces of one House, and {word[0]!r} stands after those of {house}")
        else:
            add_units(area, word, words)
    area.house = house if area.size else NO_SEAT
    if area == Area():
        none = NONE_OF.search(text)
        raise Misread(f"nothing of {house} is named" + (f": {none[0]!r} is none" if none else ""))
    return area


def word_text(word: re.Match[str] | None) -> str:
    """The word; empty after the last one."""
    return word[0] if word else ""


def one_of(word: re.Match[str] | None, why: str, words: Collection[str], others: Collection[str] = ()) -> str:
    """The word if it is known; raises Misread, also where none is left. A suggestion may also be one of `others`."""
    if word_text(word) in words:
        return word_text(word)
    if word is None:
        raise Misread(f"a word is missing, one of: {', '.join(words)}")
    raise Misread(f"{word_text(word)!r} {why} {', '.join(words)}", word, meant_by(word_text(word), (*words, *others)))


def order_in(word: re.Match[str] | None) -> str:
    """The id of an Order token, written as id or as printed (`march+1`). Raises Misread."""
    try:
        return one_of(word, "is no order; known are", ORDERS, AS_PRINTED)
    except Misread as error:
        raise Misread(str(error), error.wrong, AS_PRINTED.get(error.meant, error.meant)) from None


def add_units(area: Area, word: re.Match[str] | None, words: Iterator[re.Match[str]]) -> None:
    """Read one kind of unit: `routed`, a number, the kind. Raises Misread."""
    before = ""
    lying = word_text(word) == "routed"
    if lying:
        before, word = "routed", next(words, None)
    number = whole_number(word_text(word))
    if number is not None:
        before, word = word_text(word), next(words, None)
    if word is None:
        raise Misread(f"a unit follows {before!r}, and nothing stands there; units are {', '.join(UNITS)}")
    why = (
        f"is no unit, and one stands after {before!r}; units are" if before else "is no unit, token or order; units are"
    )
    if word_text(word) not in UNITS:
        raise Misread(f"{word_text(word)!r} {why} {', '.join(UNITS)}", word, instead_of(word_text(word), before))
    kind = word_text(word)
    added = {kind: 1 if number is None else number}
    if lying:
        area.routed = together(area.routed, added)
    else:
        area.units = together(area.units, added)


def instead_of(word: str, before: str) -> str:
    """The likely meaning of a word that is not a unit: a number in words, an order alone, or a similar word."""
    counted = before not in ("", "routed")
    if not counted and (number := number_meant(word)):
        return number
    if any(each.isdigit() for each in word) and meant_by(word, UNITS):
        return ""  # a suggestion keeps the number, so a second one is not left out
    if before:
        return meant_by(word, UNITS)
    close = meant_by(word, (*UNITS, "token", "order", "routed", *ORDERS, *AS_PRINTED))
    order = AS_PRINTED.get(close, close)
    return f"order {order}" if order in ORDERS else close


def number_meant(word: str) -> str:
    """The number, with its unit if that is written together with it, that a word means; empty where it means none."""
    if word.lower() in NUMBERS:
        return NUMBERS[word.lower()]
    if times := TIMES.fullmatch(word):
        return times[1] or times[2]
    together_with = TOGETHER.fullmatch(word)
    kind = meant_by(together_with["kind"] or together_with["other"], UNITS) if together_with else ""
    return f"{together_with['n'] or together_with['m']} {kind}" if together_with and kind else ""


def text_of(area: Area) -> str:
    """The words for an area; `none` if no House has anything in it."""
    house = area.house or area.power_token
    if not house:
        return EMPTY
    words = [house, *count_words(area.units), *(f"routed {each}" for each in count_words(area.routed))]
    if area.power_token:
        words.append("token")
    return " ".join(words) + (f", order {area.order.token}" if area.order else "")


def count_words(units: Units) -> list[str]:
    return [kind if n == 1 else f"{n} {kind}" for kind, n in units.items()]


def units_text(house: Seat, units: Units) -> str:
    """The words for the units of a House, as `add_units` reads them."""
    return " ".join((house, *count_words(units))) if units else EMPTY
