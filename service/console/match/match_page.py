"""The data of a match page: the match at a place as a viewer may see it, and the links from there.

Read `MatchPage`. A page computes only the parts that it shows, with the functions that the API's reads use.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable
from copy import copy
from functools import cached_property
from typing import Any

import msgspec
from flask import url_for
from markupsafe import Markup
from msgspec import Struct

from domain.judging.inquiry.chronicle import UNDONE, Chronicle
from domain.judging.inquiry.missed_opportunities import report_refusal
from domain.judging.inquiry.ordering import conditions
from domain.kernel.flow.open_windows import describe_open_window
from domain.kernel.ids import OFFICIALS, PUBLIC, Seat, Viewer, ZoneKey, zone_kind
from domain.kernel.occurring.conditions import AbilityTable, Condition
from domain.kernel.redaction import redacted_command
from domain.kernel.refusals import Refusal
from domain.match.aggregate import Match
from domain.match.events import event_kind
from service.console.match.course import Course, StoryEntry, StoryRound, event_title, find_entries
from service.console.match.window_panel import LedgerWindow, Panel, ledger_window, panel_of
from service.console.words import condition_phrase
from service.files.names_in_commands import Candidate, Meaning
from service.games import presentation_of
from service.present.table_layout import TableLayout
from service.present.text.names import CardTitles
from service.present.text.table import match_table_lines
from service.present.text.words_of_games import names_for
from service.web.match.places import MatchPlace

MOST_FOUND = 200
# the fragment of a match page to which a step leads without scripts
WINDOW = "window-title"
RECENT = 6


class Viewing(Struct, frozen=True):
    """The place and the viewer of a page; `judging` is True also for a judge who looks as a seat.

    `kept_out` says why a judge sees no more than the public; `eyes` are the viewers that the asker may choose.
    """

    place: MatchPlace
    match: Match
    viewer: Viewer
    judging: bool
    kept_out: Refusal | None = None
    eyes: tuple[str, ...] = (PUBLIC,)


class MatchPage:
    """A match at a place; `asked_at` and `asked_as` are the parameters of the address."""

    def __init__(self, chronicle: Chronicle, seen: Viewing, asked_at: str, asked_as: str) -> None:
        self.chronicle = chronicle
        self.newest = chronicle.match
        self.place = seen.place
        self.match = seen.match
        self.viewer = seen.viewer
        self.judging = seen.judging
        self.kept_out = seen.kept_out
        self.eyes = seen.eyes
        self.asked_at = asked_at
        self.asked_as = asked_as

    @property
    def id(self) -> str:
        return self.match.id

    @property
    def game(self) -> str:
        return str(self.match.rules.name)

    @property
    def version(self) -> int:
        return self.match.version

    @property
    def last(self) -> int:
        return self.newest.version

    @property
    def over(self) -> Any:
        return self.newest.table.over

    @property
    def frozen(self) -> str:
        return self.newest.flags.frozen

    @property
    def live(self) -> bool:
        """Whether the page follows the match."""
        return not self.asked_at and self.over is None

    @property
    def sees_all(self) -> bool:
        """Whether the viewer sees as much as a judge."""
        return self.viewer in OFFICIALS

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats whose commands may be asked about."""
        return tuple(each for each in self.newest.table.seats if each in self.eyes)

    @property
    def reported_seats(self) -> tuple[Seat, ...]:
        """The seats whose missed opportunities may be read."""
        seats: tuple[Seat, ...] = self.newest.table.seats
        return tuple(each for each in seats if report_refusal(self.chronicle, each, self.viewer) is None)

    @property
    def chart(self) -> str:
        """The address of the timing chart, with the step of this version."""
        more: dict[str, Any] = {"match": self.id, "at": self.version, "as": self.asked_as or None}
        return url_for("console.timing", game=self.game, **more)

    @property
    def is_undone(self) -> bool:
        return self.chronicle.line(self.version) == UNDONE

    @cached_property
    def course(self) -> Course:
        return Course(self.chronicle, self.viewer, self.judging)

    @cached_property
    def names(self) -> CardTitles:
        """The titles of the cards that the viewer sees on the table."""
        names = self.words_of_game()
        self.learn(names, self.match.table)
        return names

    @cached_property
    def alike(self) -> dict[str, Candidate]:
        """The cards that the viewer sees and that their titles do not tell from others, by handle."""
        return cards_alike(self.match, self.viewer)

    def names_apart(self, viewer: Viewer) -> CardTitles:
        """The titles, with what tells cards of the same title apart, as a viewer names them."""
        names = copy(self.names)
        names.labels = {handle: each.label for handle, each in cards_alike(self.match, viewer).items()}
        return names

    def learn(self, names: CardTitles, table: Any) -> None:
        """Learn the cards that the viewer sees on a table, and describe its conditions in public words."""
        names.look_at(table, self.viewer)
        if isinstance(table, AbilityTable):
            self.put_into_words(names, table, conditions(table))

    def put_into_words(self, names: CardTitles, table: Any, described: Iterable[Condition]) -> None:
        """Learn descriptions of conditions, as a table describes them."""
        rules = self.match.rules
        names.conditions.update((each.id, condition_phrase(rules.describe(table, each), names)) for each in described)

    def words_of_game(self) -> CardTitles:
        """A new `CardTitles` without titles, with the printed names of the box."""
        return names_for(self.match.rules)

    @cached_property
    def view(self) -> dict[str, Any]:
        seen: dict[str, Any] = self.match.rules.view(self.match.table, self.viewer, judging=self.judging)
        return seen

    @property
    def board(self) -> Markup:
        """The board as a picture; empty for a game without one. The drawing escapes its texts."""
        drawn = presentation_of(self.game).drawing
        return Markup(drawn(self.view, lambda place: self.ask("thing", thing=place))) if drawn else Markup("")

    @property
    def table(self) -> TableLayout | None:
        """The table of a card game."""
        laid = presentation_of(self.game).layout
        return laid(self.view, self.match.rules.pool.cards) if laid else None

    @property
    def words(self) -> str:
        """The table in words."""
        return "\n".join(
            line.rstrip() for line in match_table_lines(self.match, self.viewer, self.names, judging=self.judging)
        )

    @cached_property
    def panel(self) -> Panel | None:
        """The open window; None inside an action, where nobody is asked."""
        if self.place.fact:
            return None
        window = describe_open_window(self.match.rules, self.match.table, self.viewer)
        return panel_of(window, self.names_apart(self.viewer))

    @property
    def around(self) -> list[tuple[int, str, tuple[str, ...]]]:
        """The seats that were asked before the action of this version, and those asked after it."""
        words = ((self.version - 1, "Before the action"), (self.version, "After it"))
        return [(version, said, unanswered_seats(self.chronicle.at(version))) for version, said in words if version]

    @cached_property
    def windows(self) -> list[LedgerWindow]:
        """The windows up to this version, newest first."""
        rows = self.course.windows_at(self.version, self.place.fact)
        return [ledger_window(row, self.names) for row in reversed(rows)]

    @property
    def standing_windows(self) -> list[LedgerWindow]:
        """The windows that are open at this version, innermost first."""
        return [each for each in self.windows if not each.closed]

    @property
    def closed_windows(self) -> list[LedgerWindow]:
        """The windows that closed most recently."""
        return [each for each in self.windows if each.closed][:RECENT]

    @property
    def event(self) -> Any:
        """The event that made this version."""
        return self.chronicle.events[self.version]

    @property
    def question_about_action(self) -> str:
        """The address of the question whether this version's command was lawful; empty where it may not be asked."""
        return question_about(
            self.chronicle, self.version, self.viewer, self.seats, self.asked_as, judging=self.judging
        )

    @property
    def headline(self) -> str:
        """The title of this version's action."""
        return event_title(self.event)

    @property
    def facts(self) -> list[tuple[str, str]]:
        return self.course.facts(self.version) if self.version else []

    @cached_property
    def story(self) -> list[StoryRound]:
        return self.course.story()

    @property
    def round(self) -> StoryRound:
        """The round of this version."""
        return next(each for each in reversed(self.story) if each.first <= self.version)

    def find_entries(self, wanted: str) -> list[StoryEntry]:
        """The entries that contain a text, newest first."""
        return [each for each, _ in zip(find_entries(self.story, wanted), range(MOST_FOUND), strict=False)]

    # --- links to things

    @cached_property
    def subjects_by_title(self) -> dict[str, str]:
        """The cards of the pool and the places of the table by title, each with its name in addresses."""
        areas = self.view.get("areas", {}) if self.match.table.seats else {}
        cards = {card.title: key for key, card in self.match.rules.pool.cards.items()}
        return {**cards, **{self.names.text(area): area for area in areas}}

    @cached_property
    def title_pattern(self) -> re.Pattern[str]:
        """The pattern that finds these titles in a sentence, longest first."""
        longest = sorted(self.subjects_by_title, key=len, reverse=True)
        return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest))})(?!\w)")

    def with_links(self, sentence: str) -> Markup:
        """The sentence with links from its cards and places to their histories."""
        said, done = Markup(""), 0
        for found in self.title_pattern.finditer(sentence):
            address = self.ask("thing", thing=self.subjects_by_title[found.group()])
            said += sentence[done : found.start()]
            said += Markup('<a class="thing" hx-boost="false" href="{}">{}</a>').format(address, found.group())
            done = found.end()
        return said + sentence[done:]

    # --- addresses

    def at(self, at: object, **more: Any) -> str:
        """The address of another place, for the same viewer."""
        more |= {"at": at or None, "as": self.asked_as or None}
        return url_for("console.match", match_id=self.id, **more)

    def ask(self, name: str, **more: Any) -> str:
        """The address of a page that answers a question about this version, for the same viewer."""
        more |= {"at": self.version or None, "as": self.asked_as or None}
        return url_for(f"console.{name}", match_id=self.id, **more)

    @cached_property
    def step_addresses(self) -> dict[str, str]:
        """The addresses of the steps from this version."""
        found = {
            "first": 1 if self.version > 1 else 0,
            "previous_window": self.course.previous_window(self.version),
            "previous": self.version - 1,
            "next": self.version + 1 if self.version < self.last else 0,
            "next_window": self.course.next_window(self.version),
        }
        addresses = {name: self.at(version, _anchor=WINDOW) for name, version in found.items() if version}
        return addresses | ({"newest": self.at("", _anchor=WINDOW)} if self.asked_at else {})


def cards_alike(match: Match, viewer: Viewer) -> dict[str, Candidate]:
    """The cards that a viewer sees in a match and that a title does not tell from others that lie alike, by handle."""
    cards = [each for each in Meaning(match, viewer).cards if each.apart and not each.aside]
    seen = [(each.title, zone_kind(ZoneKey(each.place)), each) for each in cards]
    several = Counter((title, kind) for title, kind, _ in seen)
    return {each.card: each for title, kind, each in seen if several[title, kind] > 1}


def question_about(
    chronicle: Chronicle, version: int, viewer: Viewer, seats: Collection[str], asked_as: str, *, judging: bool
) -> str:
    """The address of the question whether the command of a version was lawful where it was given, the version before.

    Empty where the version is no command of one of these seats, or the viewer may not read all of it.
    """
    event, before = chronicle.events.get(version), chronicle.parent(version)
    if event is None or event_kind(event) != "action" or event.actor not in seats or before < 1 or event.cmd is None:
        return ""
    given = msgspec.to_builtins(event.cmd)
    if redacted_command(event.actor, event.cmd, event.facts, viewer, judging=judging) != given:
        return ""
    said = msgspec.json.encode(given).decode()
    query: dict[str, Any] = {"at": before, "seat": event.actor, "command": said, "as": asked_as or None}
    return url_for("console.explain", match_id=chronicle.match.id, **query)


def unanswered_seats(match: Match) -> tuple[str, ...]:
    """The seats that must still answer the open question; none if nothing is asked."""
    waiting = match.table.waiting
    return tuple(seat for seat in waiting.seats if seat not in match.table.sealed) if waiting else ()
