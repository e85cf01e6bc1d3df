"""The provinces, in the order of the set."""

from __future__ import annotations

from domain.cardgame.abilities.registry import Declaration
from domain.cardgame.words.constants import Constant
from domain.cardgame.words.parts.counts import Draw
from domain.cardgame.words.select import Count
from domain.games.l5r.abilities.registry import card
from domain.games.l5r.words.choices import Choose, ChooseRing, Select
from domain.games.l5r.words.costs import BreakCost
from domain.games.l5r.words.parts.cards import Discard, Dishonor, Honor, RemoveFate
from domain.games.l5r.words.parts.pools import GainFate
from domain.games.l5r.words.parts.rings import ChangeType, ResolveRing, SwitchRing
from domain.games.l5r.words.parts.time import Only
from domain.games.l5r.words.phrases import search
from domain.games.l5r.words.requirements import During, Selected
from domain.games.l5r.words.select import ATTACKER, DEFENDER, ME, PARTICIPANT, Cards, HandOver
from domain.games.l5r.words.triggers import When

AT_ME = (During(attacked=True),)
BROKEN = When(("province_broken",), me=True)
DECLARED_HERE = When(("conflict_declared",), other="you", requires=AT_ME)
REVEALED = When(("province_revealed",), me=True)
THEIR_HAND = Cards(where=("hand",), controller="opponent")


@card("core/defend-the-wall")
def defend_the_wall(c: Declaration) -> None:
    c.reaction(When(("conflict_won",), seat="you", requires=AT_ME), ResolveRing())


@card("core/the-art-of-peace")
def the_art_of_peace(c: Declaration) -> None:
    c.interrupt(BROKEN, Dishonor(on=ATTACKER), Honor(on=DEFENDER))


@card("core/restoration-of-balance")
def restoration_of_balance(c: Declaration) -> None:
    choice = Choose(cards=THEIR_HAND, name="discarded", who="opponent", exactly=HandOver(4))
    c.interrupt(BROKEN, choice, Discard(on=Cards(picked="discarded")))


@card("core/the-art-of-war")
def the_art_of_war(c: Declaration) -> None:
    c.interrupt(BROKEN, Draw(3))


@card("core/kuroi-mori")
def kuroi_mori(c: Declaration) -> None:
    c.action(
        Only((Selected("ring"),), (ChooseRing(), SwitchRing())),
        Only((Selected("type"),), (ChangeType(),)),
        targets=(Select(("ring", "type")),),
        requires=AT_ME,
    )


@card("core/secret-cache")
def secret_cache(c: Declaration) -> None:
    c.reaction(DECLARED_HERE, *search(5))


@card("core/endless-plains")
def endless_plains(c: Declaration) -> None:
    theirs = Choose(cards=ATTACKER, who="opponent", own=True)
    c.reaction(DECLARED_HERE, Discard(), costs=(BreakCost(),), targets=(theirs,))


@card("core/ancestral-lands")
def ancestral_lands(c: Declaration) -> None:
    c.constant(Constant("strength", amount=5, on=ME, requires=(During("political"),)))


@card("core/elemental-fury")
def elemental_fury(c: Declaration) -> None:
    c.reaction(REVEALED, ChooseRing(), SwitchRing())


@card("core/entrenched-position")
def entrenched_position(c: Declaration) -> None:
    c.constant(Constant("strength", amount=5, on=ME, requires=(During("military"),)))


@card("core/fertile-fields")
def fertile_fields(c: Declaration) -> None:
    c.action(Draw(), requires=AT_ME)


@card("core/manicured-garden")
def manicured_garden(c: Declaration) -> None:
    c.action(GainFate(), requires=AT_ME)


@card("core/meditations-on-the-tao")
def meditations_on_the_tao(c: Declaration) -> None:
    c.action(RemoveFate(), targets=(Choose(cards=ATTACKER),), requires=AT_ME)


@card("core/night-raid")
def night_raid(c: Declaration) -> None:
    choice = Choose(cards=THEIR_HAND, name="discarded", who="opponent", exactly=Count(of=ATTACKER))
    c.reaction(REVEALED, choice, Discard(on=Cards(picked="discarded")))


@card("core/pilgrimage")
def pilgrimage(c: Declaration) -> None:
    c.constant(Constant("stop-ring-effects", who="all", requires=AT_ME))


@card("core/rally-to-the-cause")
def rally_to_the_cause(c: Declaration) -> None:
    c.reaction(REVEALED, ChangeType())


@card("core/shameful-display")
def shameful_display(c: Declaration) -> None:
    one = Choose(cards=Cards(picked="target"), name="honored")
    other = Cards(picked="target", not_picked="honored")
    c.action(
        one,
        Honor(on=Cards(picked="honored")),
        Dishonor(on=other),
        targets=(Choose(cards=PARTICIPANT, least=2, most=2, fair=False),),
        requires=AT_ME,
    )
