"""An edition of the AGoT card family that is none of the registered games: challenges as in the first one, in short.

It differs where the editions do: stealth is chosen before the defenders are declared, claim comes before the unopposed
bonus, cards of another house cost two gold more, gold does not count for dominance, a duplicate is an attachment, plots
are used anew before initiative is counted. Its facts, frames and rules have names of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import msgspec

from domain.cardgame.abilities.registry import Registry
from domain.cardgame.commands import DeclareDefenders
from domain.cardgame.occurring.execution import Executor
from domain.cardgame.pool.keyword_lines import Keyword, KeywordList
from domain.cardgame.pool.pool import make_pool
from domain.cardgame.pool.printed_card import CardSet
from domain.cardgame.table import CardState
from domain.families.agot_cards import facts
from domain.families.agot_cards.catalogue import AGOT_EXECUTORS
from domain.families.agot_cards.chart.challenge.claim import (
    begin_claim,
    carry_out_claim,
    kill_victims,
    victims_space,
    who_chooses_victims,
)
from domain.families.agot_cards.chart.challenge.defense import declare_defenders, defenders_space, defending_player
from domain.families.agot_cards.chart.challenge.ending import end_challenge
from domain.families.agot_cards.chart.challenge.initiation import (
    bypass_conditions,
    declare_challenge,
    stealth_choice,
)
from domain.families.agot_cards.chart.challenge.outcome import challenge_bonuses, determine_winner
from domain.families.agot_cards.chart.framework import carry_out_step
from domain.families.agot_cards.chart.plot_phase import recycle, turn_plots_faceup, win_initiative
from domain.families.agot_cards.checks.challenges import stealth_refusal
from domain.families.agot_cards.commands import ChooseClaimCharacters, InitiateChallenge
from domain.families.agot_cards.facts.own_facts import OwnFacts, own_facts_among
from domain.families.agot_cards.pool.printed import AgotPrinted
from domain.families.agot_cards.rules import AgotCardRules
from domain.families.agot_cards.slots import AGOT_NAMED_SLOTS, AGOT_SLOTS
from domain.families.agot_cards.state import AgotCard, AgotTable, Player, current_challenge
from domain.kernel.citing import Cites
from domain.kernel.command_moments import CommandMoment
from domain.kernel.commands import Command
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.game import Game
from domain.kernel.ids import Handle, Seat
from domain.kernel.numbers import TraceLine
from domain.kernel.refusals import Refusal
from domain.kernel.spaces.commands import Commands, Form

ALICE, BOB = SEATS = Seat("alice"), Seat("bob")
KEYWORDS = KeywordList(
    "first.keywords", dict.fromkeys(("limited", "renown", "no attachments", "stealth"), ("character",))
)


def stored(fact: type[Any]) -> type[Any]:
    """A fact of the family under a tag of this edition."""
    return msgspec.defstruct(fact.__name__, [], bases=(fact,), tag=f"first.{fact.__name__}", frozen=True)


FACTS = tuple(
    stored(each)
    for module in (facts.cards, facts.challenges, facts.course)
    for each in vars(module).values()
    if isinstance(each, type) and each.__module__ == module.__name__
)


class FirstCard(AgotCard, kw_only=True):
    """A card; a duplicate counts as an attachment."""

    @property
    def type(self) -> str:
        return "attachment" if self.duplicate else self.printed.type


class FirstTable(AgotTable, kw_only=True):
    """A table of this edition."""

    new_card: ClassVar[type[CardState]] = FirstCard


class HousePrinted(AgotPrinted, frozen=True, kw_only=True):
    """A card with the houses to which it belongs; none of a neutral one."""

    houses: tuple[str, ...] = ()


class ChooseStealth(Command, frozen=True, tag="choose_stealth"):
    """Choose whom attackers with stealth bypass."""

    stealth: dict[Handle, Handle]


def attacking_player(table: FirstTable, frame: Procedure) -> tuple[Seat, ...]:
    now = current_challenge(table)
    return (now.attacker,) if stealth_choice(table, now.attackers, now.defender).slots else ()


def stealth_space(rules: object, table: FirstTable, frame: Procedure, seat: Seat) -> Commands:
    now = current_challenge(table)
    choice = stealth_choice(table, now.attackers, now.defender)
    return Commands((Form("choose_stealth", {}, {"stealth": choice}, ("slot.stealth-bypass",)),))


def refuse_stealth(
    rules: object, table: FirstTable, frame: Procedure, seat: Seat, command: ChooseStealth
) -> Refusal | None:
    now = current_challenge(table)
    return stealth_refusal(table, now.defender, now.attackers, command.stealth)


def choose_stealth(game: Game[FirstTable], frame: Procedure, seat: Seat, command: ChooseStealth) -> None:
    carry_out_step(game, *bypass_conditions(current_challenge(game.table).defender, command.stealth))


class FirstClaim(Procedure, frozen=True, tag="first.claim"):
    """Claim."""

    steps = (
        Decision(
            "/victims",
            "claim-characters",
            seats=who_chooses_victims,
            options=victims_space,
            accepts=(ChooseClaimCharacters,),
            on_answer=kill_victims,
            rule="slot.victims-owed",
        ),
        step("/claim", carry_out_claim, "claim is carried out"),
    )


def resolve_claim(game: Game[FirstTable], frame: Procedure) -> None:
    begin_claim(game, FirstClaim())


def stop(table: FirstTable, frame: Procedure) -> tuple[Seat, ...]:
    return (ALICE,)


class FirstChallenge(Procedure, frozen=True, tag="first.challenge"):
    """A challenge in the steps of the first edition, up to its end, where the first player is asked."""

    steps = (
        Decision(
            "C1s",
            "stealth",
            seats=attacking_player,
            options=stealth_space,
            accepts=(ChooseStealth,),
            on_answer=choose_stealth,
            refuses=refuse_stealth,
            rule="slot.stealth-bypass",
        ),
        Decision(
            "C2",
            "defenders",
            seats=defending_player,
            options=defenders_space,
            accepts=(DeclareDefenders,),
            on_answer=declare_defenders,
            rule="slot.defenders-declared",
        ),
        step("C3", determine_winner, "the winner is determined"),
        step("C3.3", resolve_claim, "claim"),
        step("C3.4", challenge_bonuses, "the unopposed bonus"),
        step("C3.6", end_challenge, "the challenge ends"),
        Decision(
            "C0",
            "challenge",
            seats=stop,
            options=stealth_space,
            accepts=(ChooseStealth,),
            on_answer=choose_stealth,
            rule="slot.challenger-active",
        ),
    )


class FirstPlots(Procedure, frozen=True, tag="first.plots"):
    """The plot phase from P2 on: used plots return before initiative is counted."""

    steps = (
        step("P2", turn_plots_faceup, "plots are turned faceup"),
        step("P3", recycle, "used plots return"),
        step("P4", win_initiative, "initiative is won"),
        Decision(
            "P5",
            "first-player",
            seats=stop,
            options=stealth_space,
            accepts=(ChooseStealth,),
            on_answer=choose_stealth,
            rule="slot.first-player-token",
        ),
    )


class FirstEdition(AgotCardRules[FirstTable]):
    """A card of another house costs two gold more."""

    name: ClassVar[str] = "first"
    cites: ClassVar[Cites] = {f"slot.{slot}": (f"first.{slot}",) for slot in (*AGOT_SLOTS, *AGOT_NAMED_SLOTS)}
    commands: ClassVar[tuple[type[Command], ...]] = ()
    table_type: ClassVar[type[FirstTable]] = FirstTable
    always: ClassVar[tuple[type[Command], ...]] = ()
    checks: ClassVar[dict[type, tuple[Any, ...]]] = {}
    moments: ClassVar[dict[type, CommandMoment]] = {}
    frames: ClassVar[tuple[type[Procedure], ...]] = ()
    executors: ClassVar[Mapping[str, Executor[Any]]] = AGOT_EXECUTORS
    own_facts: ClassVar[OwnFacts] = own_facts_among(FACTS)
    challenge_frame: ClassVar[type[Procedure]] = FirstChallenge
    leaving_facts: ClassVar[Mapping[str, Any]] = {
        **AgotCardRules.leaving_facts,
        "killed": own_facts[facts.cards.CharactersKilled],
    }

    def __init__(self, cards: Iterable[HousePrinted]) -> None:
        self.pool = make_pool([CardSet(id="first", name="First")], [*cards])
        self.registry: Registry[HousePrinted] = Registry(self.pool, {}, self)

    def cost_lines(self, table: FirstTable, seat: Seat, printed: Any, deed: str) -> Iterable[TraceLine]:
        house: Any = table.cards[table.players[seat].faction].printed
        if printed.houses and not set(printed.houses) & set(house.houses):
            yield TraceLine("another house", 2)

    def base_for(self, table: FirstTable, seat: Seat, card: Handle) -> Handle | None:
        title = table.cards[card].printed.title
        return next((each for each in table.characters(seat) if table.cards[each].printed.title == title), None)

    def own_checks(self, game: Game[FirstTable]) -> bool:
        return False


# what nobody asks of this edition here
FirstEdition.__abstractmethods__ = frozenset()


def printed(id: str, type: str = "character", **values: Any) -> HousePrinted:
    """A card of the only set, with its printed values."""
    return HousePrinted(key=f"first/{id}", id=id, set="first", title=id.title(), type=type, **values)


WOLF = printed("wolf", cost=3, strength=2, icons=("military",), houses=("stark",), keywords=(Keyword("stealth"),))
LION = printed("lion", cost=4, strength=3, icons=("military", "power"), houses=("lannister",))
SIEGE = printed("siege", "plot", income=4, initiative=3, claim=1)
STARK, LANNISTER = (printed(each, "house", houses=(each,)) for each in ("stark", "lannister"))


def table_of(**cards: str) -> Game[FirstTable]:
    """A game with cards by handle, each in an area written `seat_kind`: a wolf, a lion or a siege by its name."""
    rules = FirstEdition((WOLF, LION, SIEGE, STARK, LANNISTER))  # type: ignore[abstract]
    table = FirstTable(seats=SEATS, first_player=ALICE, registry=rules.registry, phase="challenges", policy="fast")
    for seat, house in zip(SEATS, (STARK, LANNISTER), strict=True):
        table.players.put(seat, Player(faction=Handle(house.id)))
        table.lay_new_card(seat, "faction", Handle(house.id), house.key)
    for handle, area in cards.items():
        owner, _, kind = area.partition("_")
        table.lay_new_card(Seat(owner), kind, Handle(handle), f"first/{handle.rstrip('0123456789')}")
    return Game(rules, table, bytes(32), 1)


def attack(game: Game[FirstTable], *attackers: str, kind: str = "military") -> None:
    """Let alice attack bob."""
    command = InitiateChallenge(kind, BOB, tuple(map(Handle, attackers)))
    conditions = declare_challenge(game, ALICE, command)
    game.push(FirstChallenge())
    carry_out_step(game, *conditions)
