"""Rules as people name them in a form: by title, number (`4.2`), words or id.

Read `rules_meant`, which returns the ids for a text with commas between the names. If several rules fit, the page
offers them as tick boxes (`TICK`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from domain.games import GAMES, game_rules
from domain.kernel.formats.reading import meant_by
from domain.kernel.rulebook import Rule, RuleBook
from service.app.rulebooks import all_rules, rule_of, shared_rules
from service.web.problems import Problem

WHICH = "request.which-rule"
TICK = "is-"
MOST = 15
ID = re.compile(r"[a-z][a-z0-9_-]*(?:\.[a-z0-9_-]+)+")
WORD = re.compile(r"\d+(?:\.\d+)+|[^\W_]+")
NUMBER = re.compile(r"^[\d.]+:? ")


@cache
def book_of(game: str = "") -> RuleBook:
    """The rules that a ruling on a game may cite: its own and those of no single game; all rules without a game."""
    return game_rules(game).merge(shared_rules()) if game in GAMES else all_rules()


def rules_meant(text: str, game: str = "", ticked: Iterable[str] = ()) -> list[str]:
    """The ids of the rules in a text; for a name of several rules, those that were ticked.

    A rule may be written by its id. Raises Problem 422 with every name that means several rules or none.
    """
    book, chosen = book_of(game), set(ticked)
    found, unclear = list[str](), list[tuple[str, list[Rule]]]()
    for name in names_in(text, book):
        fitting = rules_called(name, book)
        picked = [each for each in fitting if each.id in chosen] if len(fitting) > 1 else fitting
        found += [each.id for each in picked] or ([name] if ID.fullmatch(name) else [])
        if not picked and not ID.fullmatch(name):
            unclear.append((name, fitting))
    if unclear:
        raise Problem(
            422,
            WHICH,
            "; ".join(unclear_name_words(*each, book) for each in unclear),
            {"named": unclear_rules(unclear)},
        )
    return list(dict.fromkeys(found))


def rule_sought(text: str) -> str:
    """The id of the rule that a text names, or a beginning of ids. Raises Problem 422."""
    book = book_of()
    if not text or book.of(text):
        return text
    fitting = rules_called(text, book)
    if len(fitting) != 1:
        raise Problem(422, WHICH, unclear_name_words(text, fitting, book), {"named": unclear_rules([(text, fitting)])})
    return fitting[0].id


def unclear_name_words(name: str, fitting: list[Rule], book: RuleBook) -> str:
    """The sentence that a name means several rules, or none and then the closest title."""
    if fitting:
        more = f", the first {MOST} of them listed: write more words of the one" if len(fitting) > MOST else ""
        return f"“{name}” fits {len(fitting)} rules{more}"
    meant = meant_by(name.casefold(), {each.title.casefold(): None for each in book})
    titles = {each.title.casefold(): each.title for each in book}
    return f"no rule is called “{name}”{f': did you mean {titles[meant]}?' if meant else ''}"


def unclear_rules(unclear: Iterable[tuple[str, list[Rule]]]) -> list[dict[str, Any]]:
    """Each unclear name with the rules that it may mean."""
    return [{"name": name, "rules": [each.id for each in fitting[:MOST]]} for name, fitting in unclear]


def names_in(text: str, book: RuleBook) -> Iterator[str]:
    """The names in a text, separated by commas, ids also by spaces; a title that contains commas is one name."""
    titles = {each.title.casefold() for each in book}
    parts = [" ".join(each.split()) for each in re.split(r"[,;\n]", text)]
    parts = [each for each in parts if each]
    while parts:
        whole = (n for n in range(len(parts), 1, -1) if ", ".join(parts[:n]).casefold() in titles)
        taken = next(whole, 1)
        name, parts = ", ".join(parts[:taken]), parts[taken:]
        words = name.split()
        yield from words if all(map(ID.fullmatch, words)) else [name]


def rules_called(name: str, book: RuleBook) -> list[Rule]:
    """The rules with this id, else this title with or without number, else these words in order, else all of them."""
    if name in book:
        return [book[name]]
    wanted, words = name.casefold(), WORD.findall(name.casefold())
    matchers: tuple[Callable[[Rule], bool], ...] = (
        lambda each: each.title.casefold() == wanted,
        lambda each: NUMBER.sub("", each.title.casefold()) == wanted,
        lambda each: words_fit(words, each.title),
        lambda each: words_fit(words, f"{each.title} {each.id}", begun=True),
        lambda each: words_fit(words, f"{each.title} {each.text}", begun=True),
    )
    found = ([each for each in book if fits(each)] for fits in matchers)
    return next(filter(None, found), []) if words else []


def words_fit(words: list[str], text: str, *, begun: bool = False) -> bool:
    """Whether each word stands in a text, or with `begun` begins a word of it."""
    there = set(WORD.findall(text.casefold()))
    return all(word in there or (begun and any(each.startswith(word) for each in there)) for word in words)


def rule_titles(rules: Iterable[str], game: str) -> str:
    """The rules as text for `rules_meant`: by title if it is unique, else by id."""
    titles = ((rule, rule_of(rule).title) for rule in rules)
    return ", ".join(title if calls_alone(title, rule, game) else rule for rule, title in titles)


def calls_alone(title: str, rule: str, game: str) -> bool:
    """Whether a title means this rule and no other."""
    return [each.id for each in rules_called(title, book_of(game))] == [rule]


def with_rule_ids(given: Mapping[str, str], game: str = "") -> dict[str, str]:
    """The form data with rule ids in place of names. Raises Problem 422."""
    if not given.get("rules"):
        return dict(given)
    ticked = [name.removeprefix(TICK) for name in given if name.startswith(TICK)]
    return {**given, "rules": " ".join(rules_meant(given["rules"], game, ticked))}


def which_rules(error: Exception) -> list[tuple[str, list[Rule]]]:
    """The rules that each unclear name may mean; empty for another refusal."""
    if not isinstance(error, Problem) or error.rule != WHICH:
        return []
    offered = ((each["name"], [rule_of(rule) for rule in each["rules"]]) for each in error.because["named"])
    return [(name, rules) for name, rules in offered if rules]
