"""The index of cases: a table of what a search asks for, so that a search folds only the cases that it finds.

A row for each case is made of its entries alone. A case that has grown is written again before a search answers; an
emptied table is filled by the next process, or by `rebuild`. Terms stand between bars (`|word:amiss|card:core/ice|`). A
search finds at least what its reader may read; the case itself decides who may read what.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from threading import Lock
from typing import Any

from domain.games import GAMES
from domain.judging.cases.case import Case
from domain.judging.cases.redaction import ALL, PUBLISHED, CaseViewer, rules_read, visible_entries
from service.app.case.cases import CaseApplication
from service.app.case.precedents import CaseTraits, cards_called, cards_named, readable_words
from service.store.damage import unless_damaged
from service.store.side_tables import Row, Rows

WORD = re.compile(r"\w+")
RULINGS = ("ruling_given", "appeal_answered", "ruling_published")
WHOLE, PUBLIC = CaseViewer(ALL), CaseViewer(PUBLISHED)

CREATE = (
    "CREATE TABLE IF NOT EXISTS case_index (case_id TEXT PRIMARY KEY, version BIGINT NOT NULL, match_id TEXT NOT NULL,"
    " game TEXT NOT NULL, state TEXT NOT NULL, opened TEXT NOT NULL, remedy TEXT NOT NULL, terms TEXT NOT NULL)"
)
KEEP = (
    "INSERT INTO case_index VALUES (?,?,?,?,?,?,?,?) ON CONFLICT (case_id) DO UPDATE SET version = excluded.version,"
    " state = excluded.state, remedy = excluded.remedy, terms = excluded.terms"
    " WHERE excluded.version > CAST(case_index.version AS BIGINT)"
)
# a version that is no number any more is of a row to write anew
VERSIONS = "SELECT case_id, CAST(version AS BIGINT) FROM case_index"
FOUND = "SELECT case_id FROM case_index WHERE {} ORDER BY opened DESC, case_id DESC"
# of the place of that case, whether it is itself what is asked for or no longer
BEYOND = "(opened, case_id) < (SELECT opened, case_id FROM case_index WHERE case_id = ?)"
OPEN = "SELECT case_id FROM case_index WHERE state <> 'closed' AND match_id IN ({}) ORDER BY opened, case_id"
ABOUT = "SELECT case_id FROM case_index WHERE match_id = ?"
MATCH = "SELECT match_id FROM case_index WHERE case_id = ?"
VERSION = "SELECT CAST(version AS BIGINT) FROM case_index WHERE case_id = ?"
TERMS = "UPDATE case_index SET terms = ? WHERE case_id = ?"
ROWS = "SELECT * FROM case_index ORDER BY case_id"
FORGET = "DELETE FROM case_index"
HAS = r"terms LIKE ? ESCAPE '\'"
COLUMNS = {"match": "match_id", "game": "game", "state": "state", "remedy": "remedy"}


class CaseIndex:
    """The index of one store; every method raises OperationalError where the table cannot be reached."""

    def __init__(self, rows: Rows, cases: CaseApplication, traits: Callable[[Case, CaseViewer], CaseTraits]) -> None:
        self._rows = rows
        self._cases = cases
        self._traits = traits
        self._seen: dict[str, int] = {}
        self._lock = Lock()

    def close(self) -> None:
        self._rows.close()

    def search(self, query: Mapping[str, Any]) -> list[str]:
        """The ids of the cases that may fit the query, newest first; `after` is a case to begin after."""
        self.catch_up()
        clauses, values = ["1 = 1"], list[object]()
        for clause, given in criteria(query):
            clauses.append(clause)
            values += given
        return [case_id for (case_id,) in self._rows.read(FOUND.format(" AND ".join(clauses)), values)]

    def open_about(self, match_ids: Sequence[str]) -> list[str]:
        """The ids of the cases about these matches that are not closed, the oldest first."""
        self.catch_up()
        places = ",".join("?" * len(match_ids))
        return [case_id for (case_id,) in self._rows.read(OPEN.format(places), match_ids)] if match_ids else []

    def about(self, match_id: str) -> list[str]:
        """The ids of all cases about a match that were ever listed."""
        return [case_id for (case_id,) in self._rows.read(ABOUT, [match_id])]

    def match_of(self, case_id: str) -> str:
        """The match of a case that was ever listed; empty for one that was not."""
        return next((str(match_id) for (match_id,) in self._rows.read(MATCH, [case_id])), "")

    def version(self, case_id: str) -> int:
        """The newest entry of a case that was ever listed; 0 for one that was not."""
        return max((int(version) for (version,) in self._rows.read(VERSION, [case_id])), default=0)

    def catch_up(self) -> None:
        """Write the rows of the cases that have grown."""
        with self._lock:
            if not self._seen:
                self._seen = dict(self._rows.read(VERSIONS))
            for case_id, version in self._cases.versions():
                if self._seen.get(case_id, 0) < version:
                    # damaged as it is it has nothing new to say
                    self._seen[case_id] = version
                    if case := unless_damaged(case_id, partial(self._cases.one, case_id)):
                        self._rows.write(KEEP, self.row(case))

    def rewrite_terms(self) -> int:
        """Write the terms of cases as they are read now. Returns how many rows had others."""
        self.catch_up()
        changed = 0
        for case_id, *_, terms in self.rows():
            case = unless_damaged(str(case_id), partial(self._cases.one, str(case_id)))
            now = self.row(case)[7] if case is not None else ""
            changed += self._rows.write(TERMS, [now, case_id]) if now != terms else 0
        return changed

    def rebuild(self) -> None:
        """Empty the table, and read every case again."""
        with self._lock:
            self._rows.write(FORGET)
            self._seen = {}
        self.catch_up()

    def rows(self) -> list[Row]:
        """The whole table, by case."""
        return self._rows.read(ROWS)

    def row(self, case: Case) -> Row:
        """The row of a case."""
        traits = self._traits(case, WHOLE)
        # an earlier ruling that was published may be of another moment, with other cards
        cards = traits.cards | self._traits(case, PUBLIC).cards
        terms = sorted(set(terms_of(case, cards)))
        opening = case.opening
        listed = f"|{'|'.join(terms)}|"
        return (case.id, case.version, opening.match, opening.game, case.state, opening.at, traits.remedy, listed)


def terms_of(case: Case, cards: Iterable[str]) -> Iterable[str]:
    """The terms by which a case is found; the id of a rule ends with a point, so that its segments find it."""
    opening = case.opening
    yield from (f"rule:{rule}." for rule in rules_read(case, WHOLE))
    yield from (f"card:{card}" for card in cards)
    yield from (f"player:{each.casefold()}" for each in (*opening.players.values(), *case.players_then))
    yield from (f"player:{each.casefold()}" for each in opening.seats if each not in opening.players)
    tagged = (entry for entry in visible_entries(case, WHOLE) if entry["kind"] == "precedent_tagged")
    yield from (f"tag:{tag.casefold()}" for entry in tagged for tag in entry["tags"])
    yield from (f"word:{word}" for word in words_in(readable_words(case, WHOLE)))
    yield from (f"ruled:{word}" for word in words_in(readable_words(case, WHOLE, RULINGS)))


def words_in(text: str) -> set[str]:
    return set(WORD.findall(text.casefold()))


def criteria(query: Mapping[str, Any]) -> Iterable[tuple[str, list[object]]]:
    """The clauses of a search, each with its values."""
    if query.get("after"):
        yield BEYOND, [query["after"]]
    for name, column in COLUMNS.items():
        if query.get(name):
            yield f"{column} = ?", [query[name]]
    for name, before, ends in (("player", "%", ""), ("tag", "", "|"), ("rule", "", ".")):
        if query.get(name):
            yield HAS, [f"%|{name}:{before}{escape_like(query[name].casefold())}{ends}%"]
    for name, kind in (("text", "word"), ("ruling", "ruled")):
        yield from word_criteria(kind, query.get(name, ""))
    if query.get("card"):
        yield card_criterion(query["card"])


def word_criteria(kind: str, words: str) -> Iterable[tuple[str, list[object]]]:
    """The criteria that each word begins a word of the case."""
    return ((HAS, [f"%|{kind}:{escape_like(word)}%"]) for word in words_in(words))


def card_criterion(card: str) -> tuple[str, list[object]]:
    """The criterion that the case is about a card of one of the games, or has the word in it."""
    keys = sorted({key for game in GAMES for key in cards_named(game, card) or cards_called(game, card)})
    clauses: list[tuple[str, list[object]]] = [(HAS, [f"%|card:{escape_like(key)}|%"]) for key in keys]
    named = list(word_criteria("word", card))
    if named:
        clauses.append((" AND ".join(clause for clause, _ in named), [value for _, given in named for value in given]))
    return f"({' OR '.join(f'({clause})' for clause, _ in clauses) or '1 = 1'})", [
        v for _, given in clauses for v in given
    ]


def escape_like(text: str) -> str:
    """The text for a LIKE clause, in which no character is a wildcard."""
    return re.sub(r"([\\%_])", r"\\\1", text)
