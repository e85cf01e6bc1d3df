"""The strongholds, in the order of the set."""

from __future__ import annotations

from domain.cardgame.abilities.registry import Declaration
from domain.games.l5r.abilities.registry import card
from domain.games.l5r.words.choices import Choose, Select
from domain.games.l5r.words.costs import BowCost
from domain.games.l5r.words.parts.cards import Bow, MoveToConflict
from domain.games.l5r.words.parts.pools import GainHonor, LoseHonor
from domain.games.l5r.words.parts.time import Only, Until
from domain.games.l5r.words.phrases import LESS_HONORABLE, plus
from domain.games.l5r.words.requirements import During, Selected
from domain.games.l5r.words.select import CHARACTER, TARGET, Cards

BOW = (BowCost(),)


@card("core/shiro-nishiyama")
def shiro_nishiyama(c: Declaration) -> None:
    own = Cards(type=("character",), controller="you", participating="defending")
    c.action(*plus(1, 1, own), costs=BOW, requires=(During(),))


@card("core/shizuka-toshi")
def shizuka_toshi(c: Declaration) -> None:
    weak = Cards(type=("character",), participating="any", political_at_most=2)
    c.action(Bow(), costs=BOW, targets=(Choose(cards=weak),), requires=(During("political"),))


@card("core/mountain-s-anvil-castle")
def mountains_anvil_castle(c: Declaration) -> None:
    armed = Cards(type=("character",), participating="any", attachments_at_least=1)
    twice = Cards(picked="target", attachments_at_least=2)
    c.action(*plus(1, 1), *plus(1, 1, twice), costs=BOW, targets=(Choose(cards=armed),), requires=(During(),))


@card("core/yojin-no-shiro")
def yojin_no_shiro(c: Declaration) -> None:
    own = Cards(type=("character",), controller="you", participating="attacking")
    c.action(*plus(1, 0, own), costs=BOW, requires=(During(),))


@card("core/isawa-mori-seido")
def isawa_mori_seido(c: Declaration) -> None:
    c.action(Until("glory", "phase", amount=2, on=TARGET), costs=BOW, targets=(Choose(cards=CHARACTER),))


@card("core/city-of-the-open-hand")
def city_of_the_open_hand(c: Declaration) -> None:
    c.action(
        Only((Selected("opponent"),), (LoseHonor(who="opponent"),)),
        Only((Selected("you"),), (GainHonor(),)),
        costs=BOW,
        targets=(Select(("opponent", "you")),),
        requires=(LESS_HONORABLE,),
    )


@card("core/golden-plains-outpost")
def golden_plains_outpost(c: Declaration) -> None:
    cavalry = Cards(type=("character",), trait=("Cavalry",), controller="you")
    c.action(MoveToConflict(), costs=BOW, targets=(Choose(cards=cavalry),), requires=(During("military"),))
