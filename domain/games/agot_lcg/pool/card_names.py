"""Names of cards as players write them: in any case, with a set in brackets or a code, or misspelt.

Read in this order: `cards_named`, `faction_card_named`, `close_titles`.
"""

import difflib
import re
from itertools import islice

from domain.cardgame.pool.pool import Pool, fold_title
from domain.games.agot_lcg.pool.printed import FACTION_NAMES, Printed

LONGEST_TITLE = 80
CLOSE_ENOUGH = 0.7
MOST = 3

_WITH_CODE = re.compile(r"(?P<title>.+?)\s*\|\s*#(?P<code>\d+).*")
_WITH_SET = re.compile(r"(?P<title>.+\S)\s*\((?P<set>[^()]+)\)")


def cards_named(name: str, pool: Pool[Printed], section: str = "") -> tuple[Printed, ...]:
    """The cards that a name can mean; a code or a set in brackets decides, then the type `section`."""
    if coded := _WITH_CODE.fullmatch(name):
        return card_of_code(coded["code"], pool)
    found = _cards_titled(name, pool)
    if not found and (bracketed := _WITH_SET.fullmatch(name)):
        wanted = fold_title(bracketed["set"])
        found = tuple(card for card in _cards_titled(bracketed["title"], pool) if wanted in _set_names(card, pool))
    of_section = tuple(card for card in found if card.type == section)
    return of_section if len(of_section) == 1 else found


def card_of_code(code: str, pool: Pool[Printed]) -> tuple[Printed, ...]:
    """The card with a five-digit code, or none."""
    return (pool.cards[pool.by_code[code]],) if code in pool.by_code else ()


def title_and_set(card: Printed, pool: Pool[Printed]) -> str:
    """The name that distinguishes printings on ThronesDB: "Ice (Core Set)"."""
    return f"{card.title} ({pool.sets[card.set].name})"


def close_titles(name: str, pool: Pool[Printed]) -> tuple[str, ...]:
    """The titles, three at most, that a misspelt name or words of a title may mean, each with its sets."""
    bracketed = _WITH_SET.fullmatch(name)
    title = fold_title(bracketed["title"] if bracketed else name)
    if len(title) > LONGEST_TITLE:
        return ()
    close = difflib.get_close_matches(title, pool.by_title, n=MOST, cutoff=CLOSE_ENOUGH)
    if not close:
        wanted = set(title.split())
        close = list(islice((each for each in pool.by_title if wanted and wanted <= set(each.split())), MOST))
    return tuple(title_and_set(pool.cards[key], pool) for match in close for key in pool.by_title[match])


def faction_card_named(name: str, pool: Pool[Printed]) -> Printed | None:
    """The faction card meant by "House Stark", "stark" or ThronesDB's "thenightswatch"."""
    short = _letters(name).removeprefix("house").removeprefix("the")
    faction = next((faction for faction, own in FACTION_NAMES.items() if _letters(own) == short), None)
    cards = pool.cards.values()
    return next((card for card in cards if card.type == "faction" and card.faction == faction), None)


def _cards_titled(name: str, pool: Pool[Printed]) -> tuple[Printed, ...]:
    keys = pool.by_title.get(fold_title(name))
    return tuple(pool.cards[key] for key in keys) if keys else pool.find_all(name)


def _set_names(card: Printed, pool: Pool[Printed]) -> tuple[str, ...]:
    card_set = pool.sets[card.set]
    return (fold_title(card_set.name), card_set.id, card_set.code)


def _letters(name: str) -> str:
    return re.sub("[^a-z]", "", name.casefold())
