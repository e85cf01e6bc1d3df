"""The plots of the core set, in the set's order; `The Winds of Winter` has printed values only."""

from __future__ import annotations

from domain.cardgame.abilities.registry import Declaration
from domain.cardgame.table import CardMatch
from domain.cardgame.words.choices import ChoosePlayer
from domain.cardgame.words.constants import Constant
from domain.cardgame.words.parts.cards import AddToken, Discard
from domain.cardgame.words.parts.counts import DiscardAtRandom, Draw
from domain.cardgame.words.parts.entering import PutIntoPlay
from domain.cardgame.words.parts.hidden import ShuffleIntoDeck
from domain.cardgame.words.parts.time import Until
from domain.cardgame.words.select import Count
from domain.families.agot_cards.words.choices import ChooseCards, ChooseChallengeType
from domain.families.agot_cards.words.costs import TokenOrPowerCost
from domain.families.agot_cards.words.parts.cards import Kill, Kneel, Stand
from domain.families.agot_cards.words.parts.counts import GainGold, GainPower, LoseGold, MovePower
from domain.families.agot_cards.words.parts.hidden import PlaceInDeadPile
from domain.families.agot_cards.words.requirements import Won
from domain.families.agot_cards.words.select import Cards
from domain.families.agot_cards.words.triggers import When
from domain.games.agot_lcg.abilities.registry import card
from domain.games.agot_lcg.words.phrases import search


@card("core/a-clash-of-kings")
def a_clash_of_kings(c: Declaration) -> None:
    c.reaction(When(("challenge_won",), seat="you", name=("power",)), MovePower(1, source="loser"))


@card("core/a-feast-for-crows")
def a_feast_for_crows(c: Declaration) -> None:
    c.reaction(When(("dominance_won",), seat="you"), GainPower(2))


@card("core/a-game-of-thrones")
def a_game_of_thrones(c: Declaration) -> None:
    no_intrigue_won = (Won("intrigue", period="phase", no=True),)
    c.constant(
        Constant("cannot", "initiate-military", who="all", requires=no_intrigue_won),
        Constant("cannot", "initiate-power", who="all", requires=no_intrigue_won),
    )


@card("core/a-noble-cause")
def a_noble_cause(c: Declaration) -> None:
    characters = CardMatch(types=("character",))
    c.constant(Constant("cost", "marshal", -2, match=characters, any_trait=("Lord", "Lady"), first="round"))


@card("core/a-storm-of-swords")
def a_storm_of_swords(c: Declaration) -> None:
    c.constant(Constant("challenges", "military", 1))


@card("core/building-orders")
def building_orders(c: Declaration) -> None:
    c.when_revealed(*search(10, "attachment", "location"))


@card("core/calling-the-banners")
def calling_the_banners(c: Declaration) -> None:
    c.when_revealed(
        GainGold(Count(Cards(type=("character",), controller="chosen"))),
        targets=(ChoosePlayer(),),
    )


@card("core/calm-over-westeros")
def calm_over_westeros(c: Declaration) -> None:
    c.when_revealed(
        ChooseChallengeType(("military", "intrigue", "power")),
        Until("claim-against", "next-plot", amount=-1, option=True),
    )


@card("core/confiscation")
def confiscation(c: Declaration) -> None:
    c.when_revealed(Discard(), targets=(ChooseCards(Cards(type=("attachment",))),))


@card("core/counting-coppers")
def counting_coppers(c: Declaration) -> None:
    c.when_revealed(Draw(3))


@card("core/filthy-accusations")
def filthy_accusations(c: Declaration) -> None:
    c.when_revealed(Kneel(), targets=(ChooseCards(Cards(type=("character",), kneeling=False)),))


@card("core/fortified-position")
def fortified_position(c: Declaration) -> None:
    c.constant(Constant("blank", "except-traits", on=Cards(type=("character",))))


@card("core/heads-on-spikes")
def heads_on_spikes(c: Declaration) -> None:
    c.when_revealed(
        DiscardAtRandom(1, who="chosen"),
        PlaceInDeadPile(Cards(type=("character",), done=True, where=("discard",))),
        GainPower(2, then=True),
        targets=(ChoosePlayer(),),
    )


@card("core/jousting-contest")
def jousting_contest(c: Declaration) -> None:
    c.constant(
        Constant("attackers", amount=1, how="set", who="all"),
        Constant("defenders", amount=1, how="set", who="all"),
    )


@card("core/marched-to-the-wall")
def marched_to_the_wall(c: Declaration) -> None:
    c.when_revealed(
        Discard(),
        targets=(ChooseCards(Cards(type=("character",)), who="all", own=True),),
        unsavable=True,
    )


@card("core/marching-orders")
def marching_orders(c: Declaration) -> None:
    c.constant(
        Constant("cannot", "marshal-location"),
        Constant("cannot", "marshal-attachment"),
        Constant("cannot", "play-events"),
    )


@card("core/naval-superiority")
def naval_superiority(c: Declaration) -> None:
    plots = Cards(type=("plot",), trait=("Kingdom", "Edict"), where=("plot",))
    c.constant(Constant("base-income", amount=0, how="set", on=plots))


@card("core/power-behind-the-throne")
def power_behind_the_throne(c: Declaration) -> None:
    c.when_revealed(AddToken(token="stand", on=Cards(me=True, where=("plot",))))
    c.action(
        Stand(),
        costs=(TokenOrPowerCost("stand"),),
        targets=(ChooseCards(Cards(type=("character",), kneeling=True)),),
    )


@card("core/rebuilding")
def rebuilding(c: Declaration) -> None:
    discarded = Cards(controller="you", where=("discard",))
    c.when_revealed(ShuffleIntoDeck(), targets=(ChooseCards(discarded, least=0, most=3),))


@card("core/reinforcements")
def reinforcements(c: Declaration) -> None:
    cheap = Cards(type=("character",), cost_at_most=5, controller="you", where=("hand", "discard"))
    c.when_revealed(PutIntoPlay(), targets=(ChooseCards(cheap),))


@card("core/sneak-attack")
def sneak_attack(c: Declaration) -> None:
    c.constant(Constant("challenges-in-all", amount=1, how="set"))


@card("core/summons")
def summons(c: Declaration) -> None:
    c.when_revealed(*search(10, "character"))


@card("core/supporting-the-faith")
def supporting_the_faith(c: Declaration) -> None:
    c.forced_reaction(When(("phase_began",), name=("challenges",)), LoseGold(who="all"))


@card("core/taxation")
def taxation(c: Declaration) -> None:
    c.constant(Constant("limited", amount=1))


@card("core/wildfire-assault")
def wildfire_assault(c: Declaration) -> None:
    c.when_revealed(
        Kill(Cards(type=("character",), not_picked="target")),
        targets=(ChooseCards(Cards(type=("character",)), who="all", own=True, least=0, most=3),),
        unsavable=True,
    )
