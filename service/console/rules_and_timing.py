"""Rules and timing: each rule with its citations in a match, cases and scenarios; the chart with the current step."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from typing import Any

from flask import Response, request

from domain.games import GAMES, game_rules, package_of
from domain.kernel.flow.open_windows import frame_nesting
from domain.kernel.formats.reading import meant_by
from domain.kernel.rulebook import Rule
from service.app.rulebooks import all_rules
from service.console.case.citations import cases_of, citing_moments, scenarios_of
from service.console.console import render_page, views
from service.console.match.match_page import MatchPage
from service.console.match.pages import match_page_of
from service.console.words import contains_words, match_rank
from service.web.rule_lookup import game_of, procedure_of, require_rule
from service.web.schemas import MATCH_ID

WORD = re.compile(r"[a-z]{3,}")


@views.get("/rules")
def books() -> Response:
    """The rule books, and the rules that contain every word of a search."""
    search = request.args.get("q", "").strip()[:80]
    book = request.args.get("book", "")[:40]
    found = rules_of_book(book) if book or search else []
    rules = [rule for rule in found if contains_words(search, f"{rule.id} {rule.title} {rule.text}")]
    if search:
        rules.sort(key=partial(match_rank, search))
    meant = word_meant(search, found) if search and not rules else ""
    decks = [name for name, game in GAMES.items() if game.read_deck is not None]
    given: dict[str, Any] = {"games": GAMES, "with_decks": decks, "match": match_in_address()}
    return render_page("rules.html", book=book, search=search, rules=rules, meant=meant, **given)


def word_meant(search: str, rules: Iterable[Rule]) -> str:
    """The search with its unknown words as the rules may have them; empty where none of those is close to any."""
    vocabulary = {word for rule in rules for word in WORD.findall(f"{rule.title} {rule.text}".casefold())}
    sought = WORD.findall(search.casefold())
    meant = [each if each in vocabulary else meant_by(each, vocabulary) for each in sought]
    return " ".join(meant) if all(meant) and meant != sought else ""


def rules_of_book(book: str) -> list[Any]:
    """The rules of a game's book, or those whose ids begin with a word, or all rules."""
    if book in GAMES:
        return list(game_rules(book))
    return list(all_rules().of(book)) if book else list(all_rules())


def match_in_address() -> str:
    """The match whose page linked here, if the address names one."""
    named = request.args.get("match", "")
    return named if MATCH_ID.fullmatch(named) else ""


@views.get("/rules/<rule>")
def rule(rule: str) -> Response:
    """A rule: its text, and the moments of a match, the cases and the scenarios that cite it."""
    found = require_rule(rule)
    match_id = match_in_address()
    page = match_page_of(match_id) if match_id else None
    cited = citing_moments(page, rule) if page else []
    return render_page(
        "rule.html", rule=found, page=page, moments=cited, cases=cases_of(rule), scenarios=scenarios_of(rule)
    )


@views.get("/timing/<game>")
def timing(game: str) -> Response:
    """The timing chart of a game; with a match, its current steps."""
    frames = [each for each in game_of(game).rules.frames if each.steps]
    # the parts that every game has come after the game's own
    frames.sort(key=lambda each: not each.__module__.startswith(package_of(game)))
    chart = [procedure_of(each) for each in frames]
    match_id = match_in_address()
    page = match_page_of(match_id) if match_id else None
    return render_page("timing.html", game=game, chart=chart, page=page, here=current_steps(page) if page else {})


def current_steps(page: MatchPage) -> dict[str, str]:
    """The procedures that are running, each with its current step."""
    under_way = frame_nesting(page.match.rules, page.match.table, page.viewer)
    return {each["frame"]: each.get("step", "") for each in under_way}
