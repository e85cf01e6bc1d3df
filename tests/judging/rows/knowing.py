"""Who knows which hidden card, told from the lines of a record alone: by what was shown, and by who saw it go where.

Read `knowing`. It is folded along the line of a version; what was shown on other lines counts under its handle.
"""

from __future__ import annotations

from typing import Any

from tests.judging.rows.raw import Raw, renamed

PUBLIC = "public"
UNSAID = ("all", "all")  # who sees a card before and after a move, where the record leaves it out
Knowing = dict[str, set[str]]


def knowing(raw: Raw, version: int) -> Knowing:
    """The viewers who know each handle after a version."""
    found = knowing_by_line(raw, version)
    line = set(raw.path(version))
    for _, at, fact in raw.facts(range(1, version + 1)):
        for card, viewers in shown_by(fact) if at not in line else ():
            found.setdefault(card, set()).update(viewers)
    return found


def knowing_by_line(raw: Raw, version: int) -> Knowing:
    """The viewers who know each handle after a version, by the line of that version alone."""
    found, searching = Knowing(), Knowing()
    for each in raw.path(version):
        follow(found, searching, raw.lying[raw.parent(each)], raw.events[each])
    return found


def shown_by(fact: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """The cards that a fact shows, each with those who are shown it."""
    return [(card, fact["to"]) for card, _ in fact["cards"]] if fact["fact"] == "kernel.learned" else []


def follow(found: Knowing, searching: Knowing, lying: dict[str, str], event: dict[str, Any]) -> None:
    """Take an event of the line in; `lying` are the zones of the handles before it.

    `searching` has who was shown each handle together with others, and may pick it out.
    """
    facts = event.get("facts", [])
    moved = {move[0] for fact in facts if fact["fact"] == "kernel.cards_moved" for move in fact["moves"]}
    shown = [dict(shown_by(fact)) for fact in facts if fact["fact"] == "kernel.learned"]
    told = {(card, who) for cards in shown if set(cards) <= moved for card, to in cards.items() for who in to}
    by_place = False
    for number, fact in enumerate(facts, 1):
        if fact["fact"] == "kernel.corrected":
            by_place = bool(fact["change"].get("top_of"))
        for card, viewers in shown_by(fact):
            found.setdefault(card, set()).update(viewers)
            if len(shown_by(fact)) > 1:
                searching.setdefault(card, set()).update(viewers)
        for move in fact["moves"] if fact["fact"] == "kernel.cards_moved" else ():
            actor = event["actor"] if event["kind"] == "action" else ""
            is_named = by_place and number <= event.get("cut", 0)
            carry(found, searching.get(move[0], set()), lying, move, told, actor, by_place=is_named)
        if fact["fact"] == "kernel.handles_redrawn":
            for old, new in fact["order"]:
                found[new], searching[new] = set(found.get(old, ())), set(searching.get(old, ()))
        lying.update({new: fact["zone"] for _, new in renamed(fact) if "zone" in fact})


def carry(
    found: Knowing,
    searching: set[str],
    lying: dict[str, str],
    move: list[Any],
    told: set[tuple[str, str]],
    actor: str,
    *,
    by_place: bool,
) -> None:
    """A card moves: who can say which one knows it at its new place; who cannot is sure of no other there."""
    old, new, source, to, was, now = (*move[:4], *(*move[4:6], *UNSAID[len(move[4:6]) :]))
    owner, taker = source.partition(".")[0], to.partition(".")[0]
    knew = found.get(old, set())
    sure = set(knew) if was == "all" or by_place else {who for who in knew if {(old, who), (old, PUBLIC)} & told}
    if was == "all":
        sure |= {PUBLIC, *([taker] if now == "owner" and taker else [])}
    elif was == "owner":
        sure.add(owner)
    else:
        sure |= {who for who in knew if who == actor or not searching - {who, PUBLIC}}
    found[new] = found.get(new, set()) | sure
    lying[new] = to
    if was == "owner" and now != "all" and source != to:
        for card in [card for card, zone in lying.items() if zone == source]:
            found[card] = found.get(card, set()) & {*sure, owner}
