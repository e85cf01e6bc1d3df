"""Games and their rules: the timing chart, the rule books, the cards, and whether a deck may be played."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import msgspec

from domain.games import GAMES, game_rules
from domain.kernel.flow.priority_windows import POLICIES
from domain.kernel.formats.reading import meant_by, none_of
from domain.kernel.rulebook import Rule
from service.http.described import Views
from service.web import rule_replies as replies
from service.web import schemas
from service.web.problems import Problem
from service.web.request_parts import json_body
from service.web.responses import ResponseOf, json_response, static_response
from service.web.rule_lookup import command_tag, deck_check, game_of, procedure_of, require_rule

DECK = schemas.DeckToCheck()

views = Views("rules", __name__, url_prefix="/v1")


@views.get("/games", 200, replies.GamesReply, public=True, tagged=True)
def list_games() -> ResponseOf[replies.GamesReply]:
    """List the games that this service knows.

    Returns each game with its card pool, its window policies and its types of command.
    """
    return static_response(json_response(replies.GamesReply(games=[game_reply(name) for name in GAMES])))


@views.get("/games/<game>", 200, replies.GameReply, 404, public=True, tagged=True)
def show_game(game: str) -> ResponseOf[replies.GameReply]:
    """Read a game.

    Returns its card pool, its window policies and its types of command.
    """
    game_of(game)
    return static_response(json_response(game_reply(game)))


def game_reply(name: str) -> replies.GameReply:
    rules = GAMES[name].rules
    return replies.GameReply(
        game=name,
        pool=rules.pool.id,
        policies=list(POLICIES),
        commands=[command_tag(each) for each in rules.commands],
        always=[command_tag(each) for each in rules.always],
    )


# --- timing


@views.get("/games/<game>/timing", 200, replies.TimingReply, 404, public=True, tagged=True)
def timing(game: str) -> ResponseOf[replies.TimingReply]:
    """Read the timing chart of a game.

    Returns each procedure with its steps in the order in which the engine runs them.
    """
    procedures = [procedure_of(each) for each in game_of(game).rules.frames if each.steps]
    return static_response(json_response(replies.TimingReply(game=game, procedures=procedures)))


# --- rules


@views.get(
    "/games/<game>/rules", 200, replies.RulesReply, 404, 422, public=True, tagged=True, query=schemas.RulesAsked()
)
def list_rules(query: dict[str, Any], game: str) -> ResponseOf[replies.RulesReply]:
    """List the rules of a game.

    Returns the whole rule book, or the part that `of` names.
    """
    game_of(game)
    book = game_rules(game)
    found = book.of(query["of"]) if query["of"] else tuple(book)
    return static_response(json_response(replies.RulesReply(rules=found)))


@views.get("/rules/<rule>", 200, Rule, 404, public=True, tagged=True)
def show_rule(rule: str) -> ResponseOf[Rule]:
    """Read one rule.

    Returns a rule of a game, of the kernel or of this interface.
    """
    return static_response(json_response(require_rule(rule)))


# --- cards and decks


@views.get(
    "/games/<game>/cards", 200, replies.CardsReply, 404, 422, public=True, tagged=True, query=schemas.CardsAsked()
)
def list_cards(query: dict[str, Any], game: str) -> ResponseOf[replies.CardsReply]:
    """List the cards of a game.

    Returns the whole pool, or the cards that the query selects.
    """
    pool = game_of(game).rules.pool
    found = cards_named(pool, query["named"]) if query["named"] else pool.cards.values()
    wanted = [(name, query[name]) for name in ("type", "faction") if query[name]]
    for name, value in wanted:
        require_value(pool, name, value)
    cards = [card for card in found if all(getattr(card, name, "") == value for name, value in wanted)]
    return static_response(json_response(replies.CardsReply(game=game, pool=pool.id, cards=msgspec.to_builtins(cards))))


def require_value(pool: Any, field: str, value: str) -> None:
    """Raises Problem 422 for a value that no card of a pool has in a field."""
    values = sorted({str(had) for card in pool.cards.values() if (had := getattr(card, field, ""))})
    if value not in values:
        meant = meant_by(value, values)
        problem = none_of(value, values) if values else "No card of this game has one."
        problem += f"; did you mean {meant}?" if meant else ""
        raise Problem(422, "request.shape", because={"query": {field: [problem]}})


@runtime_checkable
class ReadsNames(Protocol):
    """A pool that knows more names of a card than its key and its title."""

    def find_all(self, name: str) -> tuple[Any, ...]:
        """Every card that a name can mean."""


def cards_named(pool: Any, name: str) -> tuple[Any, ...]:
    """Every card that a name can mean."""
    if isinstance(pool, ReadsNames):
        return pool.find_all(name)
    return tuple(card for card in pool.cards.values() if name.casefold() in (card.key, card.title.casefold()))


@views.post("/games/<game>/decks/check", 200, replies.DeckCheckedReply, 400, 404, 413, 415, 422, body=DECK, public=True)
def check_deck(game: str) -> ResponseOf[replies.DeckCheckedReply]:
    """Check whether a deck is legal.

    Returns the verdict and every rule that the deck breaks.
    """
    return json_response(deck_check(game, json_body(DECK)["deck"]))
