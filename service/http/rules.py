"""Games and their rules: the timing chart, the rule books, the cards, and whether a deck may be played."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import msgspec
from flask import Response

from domain.games import GAMES, Definition
from domain.kernel.flow.frames import Ask, Procedure, Step
from domain.kernel.formats.reading import meant_by, none_of
from domain.kernel.refusals import Refusal
from domain.kernel.rulebook import Rule, UnknownRule
from domain.match.aggregate import POLICIES
from service.app.rulebooks import all_rules, game_rules
from service.files.decks import Deck, deck_read, fault_words
from service.http import replies, schemas
from service.http.answers import answer, unchanging
from service.http.described import Views
from service.web.bodies import body
from service.web.opening import text
from service.web.problems import Problem

DECK = schemas.DeckToCheck()

views = Views("rules", __name__, url_prefix="/v1", description="Games, timing, rules, cards, decks. No key is needed.")


def game_of(name: str) -> Definition:
    """The definition of a game; raises Problem 404."""
    if name not in GAMES:
        raise Problem(404, "request.unknown", f"no such game: {name}", {"game": name, "games": sorted(GAMES)})
    return GAMES[name]


@views.get("/games", 200, replies.Games(), public=True, tagged=True)
def list_games() -> Response:
    """The games that this service knows."""
    return unchanging(answer({"games": [game_written(name) for name in GAMES]}))


@views.get("/games/<game>", 200, replies.Game(), 404, public=True, tagged=True)
def show_game(game: str) -> Response:
    """A game: its card pool, its window policies, its types of command."""
    game_of(game)
    return unchanging(answer(game_written(game)))


def game_written(name: str) -> dict[str, Any]:
    rules = GAMES[name].rules
    return {
        "game": name,
        "pool": rules.pool.id,
        "policies": list(POLICIES),
        "commands": [tag_of(each) for each in rules.commands],
        "always": [tag_of(each) for each in rules.always],
    }


def tag_of(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


# --- timing


@views.get("/games/<game>/timing", 200, replies.Timing(), 404, public=True, tagged=True)
def timing(game: str) -> Response:
    """The timing chart: each procedure with its steps in order, as the engine runs them."""
    frames = game_of(game).rules.frames
    return unchanging(answer({"game": game, "procedures": [procedure(each) for each in frames if each.steps]}))


def procedure(kind: type[Procedure]) -> dict[str, Any]:
    name = tag_of(kind).rpartition(".")[2]
    title = (kind.__doc__ or "").strip().partition("\n")[0]
    return {"name": name, "title": title, "steps": [step_written(each) for each in kind.steps]}


def step_written(step: Step) -> dict[str, Any]:
    asks = {"asks": step.question} if isinstance(step, Ask) else {}
    return {"label": step.label, "title": step.title, **asks}


# --- rules


@views.get("/games/<game>/rules", 200, replies.Rules(), 404, 422, public=True, tagged=True, query=schemas.RulesAsked())
def list_rules(asked: dict[str, Any], game: str) -> Response:
    """The rule book of a game, or a part of it."""
    game_of(game)
    book = game_rules(game)
    found = book.of(asked["of"]) if asked["of"] else tuple(book)
    return unchanging(answer({"rules": [msgspec.to_builtins(each) for each in found]}))


@views.get("/rules/<rule>", 200, replies.Rule(), 404, public=True, tagged=True)
def show_rule(rule: str) -> Response:
    """A rule of any book: of a game, of the kernel, of this interface."""
    return unchanging(answer(msgspec.to_builtins(rule_named(rule))))


def rule_named(rule: str) -> Rule:
    try:
        return all_rules()[rule]
    except UnknownRule as error:
        raise Problem(404, "request.unknown", str(error), {"rule": rule}) from error


# --- cards and decks


@views.get("/games/<game>/cards", 200, replies.Cards(), 404, 422, public=True, tagged=True, query=schemas.CardsAsked())
def list_cards(asked: dict[str, Any], game: str) -> Response:
    """The cards of the pool, all or those that are asked for."""
    pool = game_of(game).rules.pool
    found = cards_named(pool, asked["named"]) if asked["named"] else pool.cards.values()
    wanted = [(name, asked[name]) for name in ("type", "faction") if asked[name]]
    for name, value in wanted:
        require_value(pool, name, value)
    cards = [card for card in found if all(getattr(card, name, "") == value for name, value in wanted)]
    return unchanging(answer({"game": game, "pool": pool.id, "cards": msgspec.to_builtins(cards)}))


def require_value(pool: Any, field: str, value: str) -> None:
    """Raise Problem 422 for what no card of a pool has in a field."""
    known = sorted({str(had) for card in pool.cards.values() if (had := getattr(card, field, ""))})
    if value not in known:
        meant = meant_by(value, known)
        problem = none_of(value, known) if known else "No card of this game has one."
        problem += f"; did you mean {meant}?" if meant else ""
        raise Problem(422, "request.shape", because={"query": {field: [problem]}})


@runtime_checkable
class ReadsNames(Protocol):
    """A pool that knows more names of a card than its key and its title."""

    def named(self, name: str) -> tuple[Any, ...]:
        """Every card that a name can mean."""


def cards_named(pool: Any, name: str) -> tuple[Any, ...]:
    """Every card that a name can mean."""
    if isinstance(pool, ReadsNames):
        return pool.named(name)
    return tuple(card for card in pool.cards.values() if name.casefold() in (card.key, card.title.casefold()))


@views.post("/games/<game>/decks/check", 200, replies.DeckChecked(), 400, 404, 413, 415, 422, body=DECK, public=True)
def check_deck(game: str) -> Response:
    """Whether a deck may be played, and every rule that it breaks."""
    return answer(checked_deck(game, body(DECK)["deck"]))


def checked_deck(game: str, brought: Deck) -> dict[str, Any]:
    """Whether a deck may be played, and every rule that it breaks; raises Problem 404, Refused."""
    definition = game_of(game)
    read = deck_read(game, brought, {})
    faults = deck_faults(definition, read) if isinstance(read, dict) else [line_fault(each) for each in read]
    deck = read if isinstance(read, dict) else None
    return {"game": game, "pool": definition.rules.pool.id, "legal": not faults, "faults": faults, "deck": deck}


def deck_faults(definition: Definition, deck: dict[str, Any]) -> list[dict[str, Any]]:
    """The faults that the game finds in a deck that two seats would bring."""
    seats = tuple(text({"name": name, "deck": deck}) for name in ("one", "two"))
    brought = definition.seats(definition.rules, seats, "")
    if not isinstance(brought, Refusal):
        return []
    listed: Any = brought.because.get("faults", [])
    found = [{"rule": each["rule"], "text": "", "because": without_rule(each)} for each in listed]
    return found or [{"rule": brought.rule, "text": brought.text, "because": brought.because}]


def without_rule(fault: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fault.items() if name != "rule"}


def line_fault(fault: Any) -> dict[str, Any]:
    words = fault_words(fault)
    return {"rule": fault.rule, "text": fault.text, "because": without_rule(words)}
