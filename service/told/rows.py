"""The window ledger in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from service.ledger import Deed, Offer, Row
from service.told.names import Names

Options = Callable[[Offer], list[str]]


def ledger_lines(rows: Iterable[Row], names: Names, options: Options) -> Iterator[str]:
    """Each window with what it is about, who was offered what, and what became of it."""
    for row in rows:
        inside = f"  inside {row.inside}" if row.inside else ""
        yield f"{row.id:<8} {row.kind}  {row.name}  step {row.step}  first {row.first}{inside}"
        yield f"{'':8} {row.within}"
        if row.about:
            yield f"{'':8} about {names.text('; '.join(row.about))}"
        yield from (f"{'':8} {line}" for line in happenings(row, names, options))


def happenings(row: Row, names: Names, options: Options) -> Iterator[str]:
    """Offers and what was done with them, in the order in which they came."""
    lines = [(f"{offer.version}.9999", offer_words(offer, options)) for offer in row.offers]
    lines += [(deed.at, deed_words(deed, names)) for deed in row.deeds]
    lines.append((row.closed or "999999", closing_words(row)))
    yield from (line for _, line in sorted(lines, key=lambda each: place(each[0])))


def place(at: str) -> tuple[int, int]:
    version, _, fact = at.partition(".")
    return int(version), int(fact or 0)


def offer_words(offer: Offer, options: Options) -> str:
    return f"v{offer.version:<5} {offer.seat} is asked" + "".join(f"; may {each}" for each in options(offer))


def deed_words(deed: Deed, names: Names) -> str:
    if deed.how == "acted":
        card = f" {names.title(deed.card)}" if deed.card else ""
        return f"v{deed.at:<5} {deed.seat}: {deed.command}{card}"
    how = {"own": "", "standing-order": " by standing order", "policy": " by policy"}.get(deed.how, f" {deed.how}")
    return f"{deed.at:<6} {deed.seat} passes{how}"


def closing_words(row: Row) -> str:
    return f"{row.closed:<6} closes ({row.how})" if row.closed else "still open"
