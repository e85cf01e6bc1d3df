"""Titles for handles: the cards that a viewer can name, learned from what that viewer may read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from domain.judging.inquiry.subjects import begun_effects, stated_cards
from domain.kernel.cards.card_facts import renamed_handles
from domain.kernel.facts import Fact
from domain.kernel.flow.endings import AcceptDraw, OfferDraw
from domain.kernel.flow.frames import subject_of_question
from domain.kernel.flow.waits import Waiting
from domain.kernel.ids import Viewer, zone_kind, zone_owner
from domain.kernel.occurring.conditions import AbilityTable, AboutConditions, Condition
from domain.match.events import StoredEvent

CARD_KEY = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")
# separates words; the minus of a number and the hyphens of a date are kept
HYPHEN = re.compile(r"(?<=[^\W\d])-|(?<=\d)-(?=[^\W\d])")
DIVIDED = re.compile(r"(?<=[a-z]):(?=[a-z])")
STEP = re.compile(r"(?<=[a-z]{2})[.]|-(?=[a-z])|/")


class CardTitles:
    """Card titles by handle; with `handles` the handle is written behind the title.

    `word` turns a word of the game, such as `the-reach` or `march-plus-1`, into plain words and returns any other word
    unchanged. Facts name some things by a number, which tells a reader nothing: `conditions` has the descriptions of
    conditions by number, `occurring` the conditions themselves, `effects` the abilities, lasting and delayed effects,
    `questions` what the question of a wait is about, `draws` whether a seat offered or accepted a draw last. `labels`
    stand for the titles of cards that a title does not tell from others. `game` is the game that they are of, if it
    is known: changes by hand are told in its words.
    """

    def __init__(
        self, cards: Mapping[str, Any], handles: bool = True, word: Callable[[str], str] = str, game: str = ""
    ) -> None:
        self.game = game
        self.cards = cards
        self.handles = handles
        self.word = word
        self.keys: dict[str, str] = {}
        self.conditions: dict[int, str] = {}
        self.effects: dict[int, Any] = {}
        self.occurring: dict[int, Condition] = {}
        self.questions: dict[int, str] = {}
        self.draws: dict[str, str] = {}
        self.labels: dict[str, str] = {}

    def learn(self, facts: Iterable[Fact]) -> None:
        """Learn from facts as the viewer reads them: cards that are shown, and cards that get a new handle."""
        for fact in facts:
            self.follow(renamed_handles(fact))
            self.keys.update((handle, key) for handle, key in stated_cards(fact) if key)
            self.effects.update((each.id, each) for each in begun_effects(fact))
            if isinstance(fact, AboutConditions):
                self.occurring.update((each.id, each) for each in fact.conditions)

    def learn_event(self, event: StoredEvent) -> None:
        """Learn what facts do not tell: what the opened question is about, whether a draw is offered or accepted."""
        if isinstance(event.cmd, (OfferDraw, AcceptDraw)):
            self.draws[event.actor] = "offers" if isinstance(event.cmd, OfferDraw) else "accepts"
        if event.flow is not None and (subject := subject_of_question(event.flow.frames)):
            self.questions.update((fact.wait, subject) for fact in event.facts if isinstance(fact, Waiting))

    def question(self, fact: Waiting) -> str:
        """The question of a wait in words, with what it is about: `capture ships, Port of Oldtown`."""
        about = self.questions.get(fact.wait, "")
        question = in_words(self.text(fact.question))
        return f"{question}, {self.name_words(about)}" if about else question

    def follow(self, links: Iterable[tuple[str, str]]) -> None:
        for old, new in links:
            if old in self.keys and new:
                self.keys[new] = self.keys[old]

    def look_at(self, table: Any, viewer: Viewer) -> None:
        """Learn the cards that the viewer sees on a table, and from its conditions the cards that have left."""
        self.keys.update((each.handle, each.key) for each in table.cards.values() if table.sees_card(viewer, each))
        for running in ("effects", "lasting", "delayed"):
            self.effects.update(getattr(table, running, {}))
        if not isinstance(table, AbilityTable):
            return
        shown = (table.cards[card] for card in table.shown_to(viewer) if card in table.cards)
        self.keys.update((each.handle, each.key) for each in shown)
        for shelf in (table.occurrences, table.aftermaths):
            conditions = (each for happening in shelf.values() for each in happening.conditions)
            self.keys.update((each.card, each.seen.key) for each in conditions if each.seen and not each.hidden)

    def title(self, key: str) -> str:
        """The title of a card key; of another path (`the-reach/knight`) each part in words."""
        return self.cards[key].title if key in self.cards else self.parts(key)

    def parts(self, key: str) -> str:
        """A path whose parts are all words of the game, in plain words; any other path unchanged."""
        parts = key.split("/")
        words = [self.word(each) for each in parts]
        return key if any(map(str.__eq__, parts, words)) else " ".join(words)

    def card(self, handle: str) -> str:
        """A card by its handle: `Eddard Stark (e5q48bz1k)`."""
        key = self.keys.get(handle)
        if not handle:
            return "a hidden card"
        if key is None and (named := self.text(handle)) != handle:
            return named  # a thing of the game that is chosen as cards are
        if key is None:
            return f"a card ({handle})" if self.handles else "a card"
        title = self.labels.get(handle) or self.title(key)
        return f"{title} ({handle})" if self.handles else title

    def source(self, effect: int) -> str:
        """The title of the card whose ability has this number; empty where it is not known."""
        key = getattr(self.effects.get(effect), "key", "")
        return self.text(key) if key else ""

    def thing(self, name: str) -> str:
        """A card by its title, or a seat or any other word unchanged."""
        return self.card(name) if name in self.keys else self.text(name)

    def name_words(self, name: str) -> str:
        """A thing by its name, or a name of the engine in plain words."""
        thing = self.thing(name)
        return in_words(name) if thing == name else thing

    def thing_list(self, names: Iterable[str]) -> str:
        return ", ".join(self.thing(name) for name in names) or "none"

    def drawn_words(self, result: Iterable[str]) -> str:
        """A random result in words; a card of it that the viewer may not know has no name."""
        return self.thing_list(each or "a card that you may not know" for each in result)

    def purpose_words(self, purpose: str) -> str:
        """What was drawn for, in words: `shuffle of alice.deck` becomes "shuffle of alice's deck"."""
        before, of, zone = purpose.rpartition("shuffle of ")
        return f"{before}{of}{self.zone(zone)}" if of else in_words(self.text(purpose))

    def zone(self, zone: str) -> str:
        """A zone in words, by the name that its kind has in the game: `alice's conflict deck`."""
        owner, kind = zone_owner(zone), in_words(self.word(zone_kind(zone)))
        return f"{owner}'s {kind}" if owner else kind

    def card_list(self, handles: Iterable[str]) -> str:
        """The cards with these handles, separated by commas; hidden cards are counted."""
        cards = list(handles)
        named = [self.card(each) for each in cards if each]
        hidden = len(cards) - len(named)
        return ", ".join([*named, *([amount(hidden, "hidden card")] if hidden else [])]) or "no card"

    def text(self, text: str) -> str:
        """The text in words: a word of the game in plain words, any other text with card titles for handles."""
        said = self.word(text)
        return CARD_KEY.sub(lambda found: self.title(found.group()), text) if said == text else said


def in_words(name: str) -> str:
    """A name of the engine (`attacker_declared`, `consolidate-power`, `challenge.won.action`) in plain words."""
    return DIVIDED.sub(": ", without_hyphens(name).replace(".", " · "))


def without_hyphens(text: str) -> str:
    """The text with a space where a name of the engine has a hyphen or an underscore."""
    return HYPHEN.sub(" ", text.replace("_", " "))


def step_said(step: str) -> str:
    """A step of the timing chart in words (`setup.7-mulligan`); a step that is a number unchanged."""
    return STEP.sub(" ", step)


def zone_said(zone: str) -> str:
    """A zone in words: `alice.plot_deck` becomes "alice's plot deck".

    The path of a zone without owner begins with a dot.
    """
    owner, kind = zone_owner(zone), in_words(zone_kind(zone))
    return f"{owner}'s {kind}" if owner else kind


def amount(n: int, thing: str) -> str:
    """A number and its noun: `1 card`, `2 cards`."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def limit_words(key: str, names: CardTitles) -> str:
    """A limit in words, from its key: how long it lasts, then its subject. Abilities are numbered from 1."""
    lasts, _, counter = key.partition(":")
    if (counted := names.word(counter)) != counter:
        return f"{in_words(lasts)}: {counted}"
    of = counter.split(":")
    words = (f"ability {int(each) + 1}" if each.isdigit() else names.thing(each) for each in of)
    return f"{in_words(lasts)}: {', '.join(words)}"
