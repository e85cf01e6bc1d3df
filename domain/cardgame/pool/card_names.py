"""Names of cards as players write them: in any case, with a set in brackets or a code, or misspelt.

Read in this order: `cards_meant`, `close_titles`.
"""

from __future__ import annotations

import difflib
import re
from itertools import islice

from domain.cardgame.pool.pool import Pool, fold_title
from domain.cardgame.pool.printed_card import PrintedT

LONGEST_TITLE = 80
CLOSE_ENOUGH = 0.7
MOST = 3

_WITH_CODE = re.compile(r"(?P<title>.+?)\s*\|\s*#(?P<code>\d+).*")
_WITH_SET = re.compile(r"(?P<title>.+\S)\s*\((?P<set>[^()]+)\)")


def cards_meant(name: str, pool: Pool[PrintedT], type: str = "") -> tuple[PrintedT, ...]:
    """The cards that a name can mean; a code or a set in brackets decides, then the type."""
    if coded := _WITH_CODE.fullmatch(name):
        return card_of_code(coded["code"], pool)
    found = _cards_titled(name, pool)
    if not found and (bracketed := _WITH_SET.fullmatch(name)):
        wanted = fold_title(bracketed["set"])
        found = tuple(card for card in _cards_titled(bracketed["title"], pool) if wanted in _set_names(card, pool))
    of_type = tuple(card for card in found if card.type == type)
    return of_type if len(of_type) == 1 else found


def card_of_code(code: str, pool: Pool[PrintedT]) -> tuple[PrintedT, ...]:
    """The card with a code, or none."""
    return (pool.cards[pool.by_code[code]],) if code in pool.by_code else ()


def title_and_set(card: PrintedT, pool: Pool[PrintedT]) -> str:
    """The name that distinguishes printings: "Ice (Core Set)"."""
    return f"{card.title} ({pool.sets[card.set].name})"


def close_titles(name: str, pool: Pool[PrintedT]) -> tuple[str, ...]:
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


def _cards_titled(name: str, pool: Pool[PrintedT]) -> tuple[PrintedT, ...]:
    keys = pool.by_title.get(fold_title(name))
    return tuple(pool.cards[key] for key in keys) if keys else pool.find_all(name)


def _set_names(card: PrintedT, pool: Pool[PrintedT]) -> tuple[str, ...]:
    card_set = pool.sets[card.set]
    return (fold_title(card_set.name), card_set.id, card_set.code)
