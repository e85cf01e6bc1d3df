"""Every rule that can be cited: the kernel's book, those of all games and that of the HTTP interface, as one."""

from functools import cache

from domain.games import GAMES, game_rules
from domain.kernel.rulebook import Rule, RuleBook, kernel_rules, read_rules
from domain.match.cited_rules import known_rules


def shared_rules() -> RuleBook:
    """The rules that belong to no game: those of the kernel, of judging, and of requests by HTTP."""
    return kernel_rules().merge(read_rules("domain.judging"), read_rules("service.http"))


def all_rules() -> RuleBook:
    """The rules that belong to no game and those of every game."""
    return merge_rules(tuple(GAMES))


@cache
def merge_rules(games: tuple[str, ...]) -> RuleBook:
    """The rules that belong to no game and those of these games."""
    return shared_rules().merge(*map(game_rules, games))


def citable_rules() -> dict[str, dict[str, Rule]]:
    """The rules that a scenario or a ruling may cite, by game: its own, the kernel's and those of judging."""
    return {game: known_rules(game).rules for game in GAMES}


def rule_of(rule: str) -> Rule:
    """The rule with an id; one that stands in no book has its id alone."""
    book = all_rules()
    return book[rule] if rule in book else Rule(id=rule, title="", text="", kind="")
