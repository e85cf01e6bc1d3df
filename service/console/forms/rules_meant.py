"""Rules as people name them in a form: by title, number (`4.2`), words or id.

Read `rules_meant`, which returns the ids for a text with commas between the names. A name that does not surely mean one
rule is asked about: the page offers the rules that fit, or the closest, as tick boxes (`TICK`).
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
    """The ids of the rules in a text; for a name that surely means no single rule, those that were ticked.

    A rule may be written by its id. Raises Problem 422 with every name that may mean several rules or none.
    """
    book, chosen = book_of(game), set(ticked)
    found, unclear = list[str](), list[tuple[str, list[Rule]]]()
    for name in names_in(text, book):
        meant = rule_meant(name, book)
        fitting = [meant] if meant else rules_like(name, book)
        picked = [each for each in fitting if meant or each.id in chosen]
        found += [each.id for each in picked] or ([name] if ID.fullmatch(name) else [])
        if not picked and not ID.fullmatch(name):
            unclear.append((name, fitting))
    if unclear:
        raise Problem(
            422,
            WHICH,
            "; ".join(unclear_name_words(*each) for each in unclear),
            {"named": unclear_rules(unclear)},
        )
    return list(dict.fromkeys(found))


def rule_sought(text: str) -> str:
    """The id of the rule that a text names, or a beginning of ids. Raises Problem 422."""
    book = book_of()
    if not text or book.of(text):
        return text
    meant, fitting = rule_meant(text, book), rules_like(text, book)
    if meant is None:
        raise Problem(422, WHICH, unclear_name_words(text, fitting), {"named": unclear_rules([(text, fitting)])})
    return meant.id


def unclear_name_words(name: str, fitting: list[Rule]) -> str:
    """The sentence that a name may mean several rules, or one that is not called so, or none."""
    if len(fitting) > 1:
        more = f", the first {MOST} of them listed: write more words of the one" if len(fitting) > MOST else ""
        return f"“{name}” fits {len(fitting)} rules{more}"
    return f"no rule is called “{name}”{f': did you mean {fitting[0].title}?' if fitting else ''}"


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


def rule_meant(name: str, book: RuleBook) -> Rule | None:
    """The rule that a name surely means: its id, its title, or words of its title that no other title or id has."""
    if name in book:
        return book[name]
    fitting = rules_called(name, book)
    if len(fitting) != 1 or is_called(fitting[0], name):
        return fitting[0] if len(fitting) == 1 else None
    [found], words = fitting, WORD.findall(name.casefold())
    # a step's number in the middle of a title or a text tells of another step
    begins = all(found.title.startswith(each) for each in words if each[0].isdecimal())
    having = [each for each in book if words_fit(words, f"{each.title} {each.id}", begun=True)]
    return found if begins and words_fit(words, found.title) and having == [found] else None


def is_called(rule: Rule, name: str) -> bool:
    """Whether a name is the title of a rule, with or without its number, or that number."""
    title = rule.title.casefold()
    bare = NUMBER.sub("", title)
    return name.casefold() in (title, bare, title.removesuffix(bare).rstrip(": "))


def rules_like(name: str, book: RuleBook) -> list[Rule]:
    """The rules that a name fits, else those of the closest title."""
    if fitting := rules_called(name, book):
        return fitting
    meant = meant_by(name.casefold(), {each.title.casefold(): None for each in book})
    return [each for each in book if each.title.casefold() == meant]


def rules_called(name: str, book: RuleBook) -> list[Rule]:
    """The rules with this id, else title, else bare title or number, else these words in the title, else beginnings."""
    if name in book:
        return [book[name]]
    wanted, words = name.casefold(), WORD.findall(name.casefold())
    matchers: tuple[Callable[[Rule], bool], ...] = (
        lambda each: each.title.casefold() == wanted,
        lambda each: is_called(each, name),
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
    meant = rule_meant(title, book_of(game))
    return meant is not None and meant.id == rule


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
