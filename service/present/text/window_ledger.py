"""The window ledger in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from domain.kernel.deciding import seat_options as options_of
from domain.kernel.flow.open_windows import describe_open_window, may_know
from domain.kernel.ids import Seat, Viewer
from domain.kernel.spaces.commands import Commands, Form
from domain.match.aggregate import Match
from projections.windows.fold import LedgerRow, Offer, WindowUse, parse_place
from service.present.text.names import CardTitles
from service.present.text.window import conditions_of, form_words
from service.present.text.words_of_games import names_for

Options = Callable[[Offer], list[str]]


def options_at(versions: Mapping[int, Match], viewer: Viewer) -> Options:
    """What a seat could have done besides passing, decided by today's engine, as far as the viewer may know it."""

    def options(offer: Offer) -> list[str]:
        then = versions[offer.version]
        names = names_for(then.rules)
        names.look_at(then.table, viewer)
        forms = (form for form in offered_forms(offer, then, viewer) if form.type != "pass")
        answered = conditions_of(describe_open_window(then.rules, then.table, viewer), names)
        return [" ".join(form_words(form, names, answered).split()) for form in forms]

    return options


def offered_forms(offer: Offer, then: Match, viewer: Viewer) -> tuple[Form, ...]:
    """The forms of an offer; none if the viewer may not know them."""
    seat = Seat(offer.seat)
    space = options_of(then.rules, then.table, seat) if may_know(viewer, seat) else None
    return space.forms if isinstance(space, Commands) else ()


def ledger_lines(rows: Iterable[LedgerRow], names: CardTitles, options: Options) -> Iterator[str]:
    """Each window: what it is about, who was offered what, and what each did."""
    for row in rows:
        inside = f"  inside {row.inside}" if row.inside else ""
        yield f"{row.id:<8} {row.kind}  {row.name}  step {row.step}  first {row.first}{inside}"
        yield f"{'':8} {row.within}"
        if row.about:
            yield f"{'':8} about {names.text('; '.join(row.about))}"
        yield from (f"{'':8} {line}" for line in happenings(row, names, options))


def happenings(row: LedgerRow, names: CardTitles, options: Options) -> Iterator[str]:
    """The offers of a window and the answers to them, one line each, in the order in which they came."""
    lines = [(f"{offer.version}.9999", offer_words(offer, options)) for offer in row.offers]
    lines += [(deed.at, use_line(deed, names)) for deed in row.deeds]
    lines.append((row.closed or "999999", closing_words(row)))
    yield from (line for _, line in sorted(lines, key=lambda each: parse_place(each[0])))


def offer_words(offer: Offer, options: Options) -> str:
    return f"v{offer.version:<5} {offer.seat} is asked" + "".join(f"; may {each}" for each in options(offer))


def use_line(deed: WindowUse, names: CardTitles) -> str:
    if deed.how == "acted":
        card = f" {names.title(deed.card)}" if deed.card else ""
        return f"v{deed.at:<5} {deed.seat}: {deed.command}{card}"
    how = {"own": "", "standing-order": " by standing order", "policy": " by policy"}.get(deed.how, f" {deed.how}")
    return f"{deed.at:<6} {deed.seat} passes{how}"


def closing_words(row: LedgerRow) -> str:
    return f"{row.closed:<6} closes ({row.how})" if row.closed else "still open"
