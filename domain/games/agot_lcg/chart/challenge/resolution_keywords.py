"""4.2.5: challenge resolution keywords."""

from __future__ import annotations

from domain.cardgame.in_play import characteristics
from domain.cardgame.occurring.conditions import discard_condition, draw_condition
from domain.cardgame.occurring.framework import framework
from domain.families.agot_cards import numbers_in_play, occurring
from domain.families.agot_cards.checks.challenges import kept_off_keywords
from domain.families.agot_cards.state import current_challenge
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.games.agot_lcg.commands import ChooseKeywordType, UseIntimidate, UseKeyword
from domain.games.agot_lcg.facts.challenges import KeywordResolved
from domain.games.agot_lcg.state import AgotTable
from domain.kernel.citing import enforces
from domain.kernel.commands import Command
from domain.kernel.flow.frames import Decision, Procedure
from domain.kernel.ids import Handle, Seat, zone
from domain.kernel.occurring.conditions import Condition
from domain.kernel.refusals import Refusal
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Pick

# the effect and rule of each keyword that every winner has; only the attacking player has intimidate
WINNERS_KEYWORDS = {
    "pillage": "agot_lcg.pillage.discard-per-character",
    "renown": "agot_lcg.renown.power-on-character",
    "insight": "agot_lcg.insight.draw-per-character",
}
INTIMIDATE = "agot_lcg.intimidate.kneel-loser-character"


def instances(table: AgotTable, keyword: str) -> list[Handle]:
    """The participating characters of the winner that have a keyword."""
    challenge = current_challenge(table)
    side = challenge.attackers if challenge.winner == challenge.attacker else challenge.defenders
    return [card for card in side if characteristics.has_keyword(table, table.cards[card], keyword)]


@enforces("agot_lcg.intimidate.kneel-loser-character", "agot_lcg.intimidate.any-character-of-loser")
def intimidable_characters(table: AgotTable) -> list[Handle]:
    """The loser's standing characters that intimidate can kneel, none that is immune to effects of characters."""
    challenge = current_challenge(table)
    return [
        card
        for card in table.characters(challenge.loser)
        if numbers_in_play.can_kneel(table, table.cards[card])
        and numbers_in_play.strength(table, card).value <= challenge.margin
        and kept_off_keywords(table, card) is None
    ]


@enforces(
    "agot_lcg.step.4-2-5-keywords",
    "agot_lcg.pillage.resolution-keyword",
    "agot_lcg.renown.resolution-keyword",
    "agot_lcg.insight.resolution-keyword",
    "agot_lcg.intimidate.resolution-keyword",
)
def types_left(table: AgotTable, frame: Keywords) -> tuple[str, ...]:
    """The keyword types that still have instances to resolve."""
    challenge = current_challenge(table)
    if not challenge.winner:
        return ()
    left = [each for each in WINNERS_KEYWORDS if each not in frame.resolved and instances(table, each)]
    attacking = challenge.winner == challenge.attacker and "intimidate" not in frame.resolved
    if attacking and instances(table, "intimidate") and intimidable_characters(table):
        left.append("intimidate")
    return tuple(left)


def who_orders_keywords(table: AgotTable, frame: Keywords) -> tuple[Seat, ...]:
    return (table.first_player,) if types_left(table, frame) else ()


@enforces("agot_lcg.step.4-2-5-first-player-orders-by-type")
def keyword_type_space(rules: object, table: AgotTable, frame: Keywords, seat: Seat) -> Commands:
    pick = Pick(types_left(table, frame), 1, 1, single=True)
    cited = ("agot_lcg.step.4-2-5-first-player-orders-by-type",)
    return Commands((Form("choose_keyword_type", {}, {"keyword": pick}, cited),))


def choose_keyword(game: AgotGame, frame: Keywords, seat: Seat, command: ChooseKeywordType) -> None:
    game.set(keyword=command.keyword, resolved=(*frame.resolved, command.keyword))


def who_uses_keyword(table: AgotTable, frame: Keywords) -> tuple[Seat, ...]:
    return (current_challenge(table).winner,) if frame.keyword else ()


@enforces("agot_lcg.abilities.keyword-may-optional")
def keyword_space(rules: object, table: AgotTable, frame: Keywords, seat: Seat) -> Commands:
    """The commands about keywords: each instance is optional, and only one instance of intimidate resolves."""
    cited = (WINNERS_KEYWORDS.get(frame.keyword, INTIMIDATE),)
    if frame.keyword == "intimidate":
        pick = Pick((*intimidable_characters(table), ""), 1, 1, single=True)
        return Commands((Form("use_intimidate", {}, {"target": pick}, cited),))
    characters = tuple(instances(table, frame.keyword))
    fixed: dict[str, str | int | bool] = {"keyword": frame.keyword}
    return Commands((Form("use_keyword", fixed, {"characters": Pick(characters, 0, len(characters))}, cited),))


@enforces("agot_lcg.step.4-2-5-first-player-orders-by-type")
def another_keyword(rules: object, table: AgotTable, frame: Keywords, seat: Seat, command: Command) -> Refusal | None:
    """Why another keyword cannot be chosen now: the first player has already named a type."""
    given = command.keyword if isinstance(command, UseKeyword) else "intimidate"
    if given == frame.keyword:
        return None
    because: dict[str, object] = {"keyword": given, "resolving": frame.keyword}
    return Refusal("agot_lcg.step.4-2-5-first-player-orders-by-type", because)


@enforces("agot_lcg.step.4-2-5-same-type-simultaneous", "agot_lcg.intimidate.one-per-challenge")
def use_keyword(game: AgotGame, frame: Keywords, seat: Seat, command: UseKeyword | UseIntimidate) -> None:
    """Resolve all instances that are used at the same time, then go on to the next type."""
    table = game.table
    game.set(keyword="", at="/type")
    used = instances(table, "intimidate")[:1] if isinstance(command, UseIntimidate) else list(command.characters)
    if isinstance(command, UseIntimidate) and not command.target:
        used = []
    game.emit(KeywordResolved(frame.keyword, tuple(used)))
    if used:
        framework(game, "4.2.5", *keyword_conditions(table, frame.keyword, used, command))


@enforces(
    "agot_lcg.pillage.discard-per-character",
    "agot_lcg.renown.power-on-character",
    "agot_lcg.insight.draw-per-character",
)
def keyword_conditions(
    table: AgotTable, keyword: str, used: list[Handle], command: UseKeyword | UseIntimidate
) -> list[Condition]:
    """The conditions that the used instances of a keyword cause."""
    challenge = current_challenge(table)
    if isinstance(command, UseIntimidate):
        return [occurring.kneel_condition(table, command.target, used[0], "intimidate")]
    if keyword == "renown":
        return [occurring.gain_power_condition(table, card, 1, card, "renown") for card in used]
    if keyword == "insight":
        return [draw_condition(challenge.winner, len(used))]
    top = table.top(zone(challenge.loser, "deck"), len(used))
    return [discard_condition(table, card, source) for card, source in zip(top, used, strict=False)]


class Keywords(Procedure, frozen=True, tag="agot_lcg.keywords"):
    """Challenge resolution keywords: the first player names types, the winner uses instances (4.2.5)."""

    keyword: str = ""
    resolved: tuple[str, ...] = ()
    steps = (
        Decision(
            "/type",
            "keyword-type",
            title="the first player chooses the next keyword",
            seats=who_orders_keywords,
            options=keyword_type_space,
            accepts=(ChooseKeywordType,),
            on_answer=choose_keyword,
            rule="agot_lcg.step.4-2-5-first-player-orders-by-type",
            public=True,
        ),
        Decision(
            "/use",
            "keyword",
            title="the winner of the challenge chooses the cards whose keyword is used",
            seats=who_uses_keyword,
            options=keyword_space,
            accepts=(UseKeyword, UseIntimidate),
            on_answer=use_keyword,
            refuses=another_keyword,
            rule="agot_lcg.step.4-2-5-keywords",
        ),
    )


def resolve_keywords(game: AgotGame, frame: Procedure) -> None:
    if current_challenge(game.table).winner:
        game.push(Keywords())
