"""Remedies in the console: a form for each kind, and a remedy in words.

Read `CaseTeller` (the words), then `FORMS`: for each kind of remedy the fields of its form, and the remedy that they
make. A correction has a page of its own (`corrections`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import islice
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
from flask import g
from msgspec import Struct

from domain.judging.cases.approvals import penalties_owed
from domain.judging.cases.case import Case
from domain.judging.cases.commands import MatchSetting
from domain.judging.cases.entries import PreviewMade
from domain.judging.cases.unseen_cards import without_unseen
from domain.judging.inquiry.chronicle import Chronicle
from domain.judging.remedies.ending_remedies import DRAW, LOSS
from domain.judging.remedies.kinds import is_same_remedy
from domain.judging.remedies.possible_remedies import (
    Restorable,
    annullable_versions,
    missable_abilities,
    restorable_opportunities,
)
from domain.judging.remedies.rewind import lawful_target
from domain.kernel.cards.card_facts import ZoneShuffled
from domain.kernel.flow.endings import MatchOver
from domain.kernel.flow.priority_windows import WindowOpened
from domain.kernel.flow.waits import Waiting
from domain.kernel.formats.listing import join_names
from domain.kernel.formats.reading import whole_number
from domain.kernel.ids import PUBLIC, Viewer
from domain.kernel.occurring.conditions import ConditionsOccurred
from domain.kernel.redaction import read_facts
from domain.match.aggregate import Match, Refused
from domain.match.events import event_kind
from domain.match.judge_orders import CorrectTable
from service.console.case.corrections import change_lines, titles_at
from service.console.forms.fields import Field, Given, Options, option_text, option_value, read_number, version
from service.console.match.course import event_title
from service.console.match.headings import seat_words
from service.console.words import capitalise, fact_line
from service.present.text.cases import end_words
from service.present.text.facts import about_words, condition_words, facts_once
from service.present.text.names import CardTitles, in_words, zone_said
from service.web.case.remedy_cards import remedy_viewer
from service.web.request_context import request_context

SHOWN = 40
# the facts after which nothing more happens by itself
END = tuple(str(each.__struct_config__.tag) for each in (Waiting, MatchOver))
# how many of the last actions are offered for annulment; each trial plays all later actions again
TRIED = 20
# what is told of a chronicle is so as long as there is one: another action makes another
ANNULLABLE: WeakKeyDictionary[Chronicle, tuple[int, ...]] = WeakKeyDictionary()
# steps of the ladder as regulations call them
STEPS = {"game-loss": "Loss of the game", "match-loss": "Loss of the match"}
KINDS = {
    "rewind": "go back",
    "correction": "correct the table",
    "annulment": "annul one action",
    "late-ability": "resolve a missed ability",
    "opportunity": "give an opportunity back",
    "acceptance": "accept the table as it is, on the record of the match and for good",
    "ending": "end the match",
}


def case_teller(case: Case) -> CaseTeller:
    """The `CaseTeller` of a case, one for each request."""
    teller: CaseTeller | None = g.get("telling")
    if teller is None or teller.case is not case:
        teller = g.telling = CaseTeller(case)
    return teller


class CaseTeller:
    """Puts remedies into words, using only what everybody may know of the match, and what the asker previewed."""

    def __init__(self, case: Case) -> None:
        self.case = case

    @cached_property
    def chronicle(self) -> Chronicle:
        return request_context().chronicles.of(self.case.opening.match)

    @cached_property
    def names(self) -> CardTitles:
        return self.names_at(self.chronicle.newest)

    def names_at(self, version: int) -> CardTitles:
        match = self.chronicle.at(version)
        return titles_at(match, match.table, Viewer(PUBLIC))

    @cached_property
    def setting(self) -> MatchSetting:
        return request_context().services.cases.setting(self.case.opening.match)

    @property
    def at_event(self) -> bool:
        """Whether the match is played at a table of an event."""
        return bool(self.setting.event)

    @cached_property
    def titles(self) -> dict[str, str]:
        """The titles of penalties and infractions by name; without an event only the steps of the ladder."""
        steps = {each: STEPS.get(each) or capitalise(each) for each in self.setting.regulation.ladder}
        return steps | self.setting.regulation.titles()

    def seat(self, seat: str) -> str:
        """A seat of the match with its player."""
        return seat_words(self.case.opening.match, seat)

    def seat_of_penalty(self, seat: str) -> str:
        """A seat with the player who has what a penalty gives it: who sat there at the moment of the case."""
        then = self.case.at_moment.get(seat)
        return f"{seat} ({then}, who sat there then)" if then else self.seat(seat)

    def penalty(self, given: Mapping[str, Any]) -> str:
        """A penalty in a line: which one, for whom, why."""
        name, infraction = str(given["penalty"]), str(given["infraction"])
        return (
            f"{self.titles.get(name, capitalise(name))} for {self.seat_of_penalty(str(given['seat']))}:"
            f" {self.titles.get(infraction, infraction)}"
        )

    @property
    def owed_penalties(self) -> list[str]:
        """The penalties that were ruled and not carried out."""
        return [self.penalty(msgspec.to_builtins(each)) for each in penalties_owed(self.case, self.setting)]

    def remedy(self, remedy: Mapping[str, Any], version: int = 0, ends: Mapping[str, str] | None = None) -> str:
        """A remedy in a line, and how the match ends by it, with names as of a version.

        That is by default the version of its last preview. The remedy that ends the match says how itself.
        """
        said = SAID.get(str(remedy.get("kind", "")), plain_remedy_words)
        words = said(self, remedy, version or self.tried_at(remedy) or self.chronicle.newest)
        return f"{words}; {self.end(ends)}" if ends and said is not ending_words else words

    def end(self, ends: Mapping[str, str]) -> str:
        """How the match ends by a remedy, in words, the winner with the player."""
        return end_words({**ends, "winner": self.seat(ends.get("winner", ""))})

    def preview_line(self, made: PreviewMade) -> str:
        """A remedy that was previewed in a line."""
        return self.remedy(made.remedy, made.version, msgspec.to_builtins(made.ends))

    def carried_out(self, entry: Mapping[str, Any]) -> str:
        """A remedy that was carried out in a line."""
        made = self.case.find_preview(str(entry["preview"]))
        return self.preview_line(made) if made is not None else self.remedy(entry["remedy"])

    def tried_at(self, remedy: Mapping[str, Any]) -> int:
        """The version at which a remedy was last previewed; 0 if it was not."""
        made = (each for each in reversed(self.case.entries) if isinstance(each, PreviewMade))
        return next((each.version for each in made if is_told_of(remedy, each)), 0)

    def rewind_target(self, remedy: Mapping[str, Any], version: int) -> Any:
        """The version to which a rewind that is decided at a version goes; the one asked for where none is lawful."""
        target = remedy.get("to")
        if not isinstance(target, int) or not 0 < target < version:
            return target
        try:
            return lawful_target(self.chronicle.at(version), self.chronicle.at(target), self.chronicle.events, target)
        except Refused:
            return target

    def facts(self, stated: list[dict[str, Any]], version: int, cut: int) -> list[tuple[str, bool]]:
        """The facts of a preview in words, each with whether it only follows from the ruling.

        Who is asked then, or how the match ends, stands first. What a remedy itself shuffles is the part of a pile
        that nobody knows.
        """
        kinds = {str(each.__struct_config__.tag): each for each in self.chronicle.match.rules.facts}
        facts = [msgspec.convert(each, kinds[each["fact"]]) for each in stated]
        names = self.names_at(version)
        names.learn(facts)
        shown = [(fact, bool(cut) and n > cut) for n, fact in facts_once(facts)]
        lines = [(self.stated_line(fact, names, follows), follows) for fact, follows in shown]
        if shown and isinstance(shown[-1][0], (Waiting, MatchOver)):
            lines = [(lines[-1][0], False), *lines[:-1]]
        return [(said[:1].upper() + said[1:], follows) for said, follows in lines if said]

    def stated_line(self, fact: Any, names: CardTitles, follows: bool) -> str:
        """A fact of a preview in words."""
        if isinstance(fact, ZoneShuffled) and not follows:
            return f"the unknown part of {zone_said(fact.zone)} is shuffled"
        return fact_line(fact, names)

    def is_cut_off(self, stated: list[dict[str, Any]]) -> bool:
        """Whether more follows than a preview's facts show: the last one neither awaits a seat nor ends the match."""
        return bool(stated) and stated[-1]["fact"] not in END

    def is_over(self, version: int = 0) -> bool:
        """Whether the match is over at a version, by default the newest."""
        return self.chronicle.at(version or self.chronicle.newest).table.over is not None

    def goes_on(self, entry: Mapping[str, Any]) -> bool:
        """Whether the match goes on after a remedy that was carried out."""
        return bool(entry.get("resumed")) and not self.is_over(max(entry["versions"], default=0))

    def opportunity(self, place: str, version: int) -> str:
        """The opportunity that opened at a place, as everybody may know it; empty if there was none."""
        at, _, number = place.partition(".")
        event = self.chronicle.events.get(whole_number(at) or 0)
        facts = read_facts(event.facts, Viewer(PUBLIC), judging=False) if event is not None else []
        opened = next((fact for n, fact in facts if n == whole_number(number)), None)
        is_one = isinstance(opened, (ConditionsOccurred, WindowOpened))
        return opportunity_words(opened, self.names_at(version)) if is_one else ""

    def action(self, version: int) -> str:
        """The action that made a version: the seat and its command."""
        event = self.chronicle.events[version]
        return f"v{version}, {self.seat(event.actor)}: {event_title(event)}"


def is_told_of(remedy: Mapping[str, Any], made: PreviewMade) -> bool:
    """Whether a remedy is that of a preview, whole or as it is told to who does not see its cards."""
    without = without_unseen(made.remedy, made.unseen)
    return is_same_remedy(remedy, made.remedy) or (bool(made.unseen) and is_same_remedy(remedy, without))


def plain_remedy_words(telling: CaseTeller, remedy: Mapping[str, Any], version: int) -> str:
    kind = str(remedy.get("kind", ""))
    fields = [f"{in_words(name)} {in_words(str(given))}" for name, given in remedy.items() if name != "kind"]
    return ", ".join([KINDS.get(kind, in_words(kind) or "no remedy"), *fields])


def rewind_words(telling: CaseTeller, remedy: Mapping[str, Any], version: int) -> str:
    to, wanted = telling.rewind_target(remedy, version), remedy.get("to")
    return f"go back to v{to}" if to == wanted else f"go back to v{to} (asked: v{wanted})"


def correction_words(telling: CaseTeller, remedy: Mapping[str, Any], version: int) -> str:
    try:
        fields = {name: given for name, given in remedy.items() if name != "kind"}
        changes = msgspec.convert(fields, CorrectTable).changes
    except msgspec.ValidationError:
        return plain_remedy_words(telling, remedy, version)
    match, viewer = telling.chronicle.at(version), remedy_viewer(telling.case, remedy, g.get("asker"))
    return f"correct the table: {'; '.join(change_lines(match, changes, telling.chronicle.events, viewer))}"


def annulment_words(telling: CaseTeller, remedy: Mapping[str, Any], version: int) -> str:
    of = remedy.get("of")
    is_there = isinstance(of, int) and of in telling.chronicle.events
    mind = ", for a change of mind" if remedy.get("change_of_mind") else ""
    return f"annul {telling.action(int(of or 0))}{mind}" if is_there else plain_remedy_words(telling, remedy, version)


def late_ability_words(telling: CaseTeller, remedy: Mapping[str, Any], version: int) -> str:
    card = telling.names_at(version).card(str(remedy.get("card", "")))
    return f"resolve now what was missed of {card} at {remedy.get('missed_at')}"


def opportunity_remedy_words(telling: CaseTeller, remedy: Mapping[str, Any], version: int) -> str:
    error = ", which the service failed to offer" if remedy.get("service_error") else ""
    which = telling.opportunity(str(remedy.get("at", "")), version)
    seat, named = telling.seat(str(remedy.get("seat"))), f" ({which})" if which else ""
    return f"give {seat} the opportunity of {remedy.get('at')} back{named}{error}"


def ending_words(telling: CaseTeller, remedy: Mapping[str, Any], version: int) -> str:
    if remedy.get("how") == DRAW:
        return "end the match as a draw"
    return f"end the match: {telling.seat(str(remedy.get('winner')))} wins"


SAID: dict[str, Callable[[CaseTeller, Mapping[str, Any], int], str]] = {
    "rewind": rewind_words,
    "correction": correction_words,
    "annulment": annulment_words,
    "late-ability": late_ability_words,
    "opportunity": opportunity_remedy_words,
    "ending": ending_words,
}


# --- forms


class RemedyForm(Struct, frozen=True):
    """The form of a kind of remedy: its fields, and the remedy that they make."""

    fields: Callable[[CaseTeller], tuple[Field, ...]]
    asks: Callable[[Given], dict[str, Any]]


def no_fields(telling: CaseTeller) -> tuple[Field, ...]:
    return ()


def judge_reach(telling: CaseTeller) -> int:
    """The number of decisions that a judge may go back."""
    return request_context().services.cases.setting(telling.case.opening.match).regulation.limits.rewind_decisions


def recent_actions(telling: CaseTeller) -> list[int]:
    """The last actions of the current line of play, newest first."""
    chronicle = telling.chronicle
    taken = (each for each in sorted(chronicle.main, reverse=True) if event_kind(chronicle.events[each]) == "action")
    return list(islice(taken, SHOWN))


def rewind_fields(telling: CaseTeller) -> tuple[Field, ...]:
    """The fields of a rewind; by default it goes to the version before the moment of the case."""
    version, actions = telling.case.opening.moment.partition(".")[0], recent_actions(telling)
    last = max(1, actions[0] - 1) if actions else telling.chronicle.newest
    before = str(min(max(1, int(version) - 1), last)) if version else ""
    options = tuple((str(each), f"after {telling.action(each)}") for each in actions[1:])
    hint = "The last version that stays. The case is about the version after it." if before else ""
    return (
        Field(
            "to",
            "Back to version",
            "version",
            options,
            hint=hint,
            value=before,
            span=(1, max(1, telling.chronicle.newest - 1)),
        ),
    )


def annullable_actions(telling: CaseTeller) -> tuple[int, ...]:
    """The last actions that can be annulled, newest first: tried once for each chronicle, since that takes longest."""
    chronicle = telling.chronicle
    found = ANNULLABLE.get(chronicle)
    if found is None:
        tried = recent_actions(telling)[:TRIED]
        found = tuple(annullable_versions(chronicle.match, chronicle.events, tried, chronicle.at))
        ANNULLABLE[chronicle] = found
    return found


def annulment_fields(telling: CaseTeller) -> tuple[Field, ...]:
    """The fields of an annulment: one of the last actions that can be annulled."""
    found = annullable_actions(telling)
    return (
        Field("of", "The action", "choice", tuple((str(n), telling.action(n)) for n in found)),
        Field("change_of_mind", "A change of mind, no error: the opponents must consent", "check", needed=False),
    )


def late_fields(telling: CaseTeller) -> tuple[Field, ...]:
    """The fields of a late ability: one of the abilities that may have been missed."""
    chronicle = telling.chronicle
    return (
        Field(
            "missed",
            "The ability",
            "choice",
            late_options(chronicle.match, chronicle.events, telling.names, judge_reach(telling)),
        ),
    )


def late_options(match: Match, events: Mapping[int, Any], names: CardTitles, back: int) -> Options:
    """The abilities that may have been missed in the last decisions, as options."""
    options = []
    for each in islice(missable_abilities(match, events, back), SHOWN) if match.table.over is None else ():
        fields = msgspec.to_builtins(each.command)
        after = f" after: {in_words(condition_words(each.condition, names))}" if each.condition else ""
        option = option_text({name: given for name, given in fields.items() if name != "type"})
        options.append((option, f"{names.card(each.command.card)},{after} at {each.command.missed_at}"))
    return tuple(options)


def opportunity_fields(telling: CaseTeller) -> tuple[Field, ...]:
    return (
        Field(
            "seat",
            "To which seat",
            "choice",
            tuple((seat, telling.seat(seat)) for seat in telling.chronicle.match.table.remaining_seats()),
        ),
        Field(
            "at",
            "Which window",
            "choice",
            opportunity_options(telling),
            hint="Each by the place at which it opened, the newest first, with who could have used it.",
        ),
        Field("service_error", "The service failed to offer it: nobody needs to consent", "check", needed=False),
    )


def opportunity_options(telling: CaseTeller) -> Options:
    """The windows of the last decisions that can be opened again, and occurrences without a window, as options."""
    chronicle = telling.chronicle
    return opening_options(chronicle.match, chronicle.events, telling.names, judge_reach(telling))


def opening_options(match: Match, events: Mapping[int, Any], names: CardTitles, back: int) -> Options:
    """The windows of the last `back` decisions that can be opened again, occurrences without one, and for whom."""
    found = list(islice(restorable_opportunities(match, events, back), SHOWN)) if match.table.over is None else []
    # what occurred and the window that opened for it are one opportunity
    windows = {(each.name, each.about) for each in found if isinstance(each.fact, WindowOpened) and each.about}
    return tuple(
        (each.at, f"v{each.at}: {opportunity_words(each.fact, names)}{cards_words(each, names)}")
        for each in found
        if isinstance(each.fact, WindowOpened) or (each.name, each.about) not in windows
    )


def cards_words(found: Restorable, names: CardTitles) -> str:
    """Who could use an opportunity, and which of the cards in play."""
    cards = join_names([names.card(each) for each in found.cards], "or")
    return f"; {join_names(found.seats, 'or')} could act{f', with {cards}' if cards else ''}"


def opportunity_words(fact: Any, names: CardTitles) -> str:
    if isinstance(fact, ConditionsOccurred):
        occurred = "; ".join(in_words(condition_words(each, names)) for each in fact.conditions[:2])
        return f"reaction to: {occurred}"
    timing, divides, kind = fact.name.partition(":")
    if divides and timing == fact.kind:
        about = "; ".join(about_words(each, names) for each in fact.about[:2]) or in_words(kind)
        return f"{in_words(timing)} window, about {about}"
    return f"{capitalise(fact.name)} window"


def ending_fields(telling: CaseTeller) -> tuple[Field, ...]:
    wins = tuple(
        (option_text({"how": LOSS, "winner": seat}), f"{telling.seat(seat)} wins")
        for seat in telling.case.opening.seats
    )
    return (Field("end", "How it ends", "choice", (*wins, (option_text({"how": DRAW}), "a draw"))),)


def option_reader(name: str) -> Callable[[Given], dict[str, Any]]:
    """A function that reads the value of an option."""

    def read_option(given: Given) -> dict[str, Any]:
        found = option_value(given.get(name, ""))
        return found if isinstance(found, dict) else {}

    return read_option


def annulment_request(given: Given) -> dict[str, Any]:
    mind = {"change_of_mind": True} if given.get("change_of_mind") else {}
    return {"of": read_number(given, "of"), **mind}


def opportunity_request(given: Given) -> dict[str, Any]:
    error = {"service_error": True} if given.get("service_error") else {}
    return {"seat": given.get("seat", ""), "at": given.get("at", ""), **error}


FORMS: dict[str, RemedyForm] = {
    "rewind": RemedyForm(rewind_fields, lambda given: {"to": version(given, "to")}),
    "annulment": RemedyForm(annulment_fields, annulment_request),
    "late-ability": RemedyForm(late_fields, option_reader("missed")),
    "opportunity": RemedyForm(opportunity_fields, opportunity_request),
    "acceptance": RemedyForm(no_fields, lambda given: {}),
    "ending": RemedyForm(ending_fields, option_reader("end")),
}
