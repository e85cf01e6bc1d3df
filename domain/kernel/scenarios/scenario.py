"""Scenarios as they are written: a position, commands and expectations, with the rules that they show.

Read `read_scenario`, then `read_step`. runner.py plays a scenario; `api_docs/scenarios.md` describes the form of a
document.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec import Struct

from domain.kernel.flow.priority_windows import POLICIES
from domain.kernel.formats.reading import UNKNOWN_KEY, DocumentNode, Unreadable, meant_by, rule_meant_by

# What a scenario may wait for that is still to come; such a scenario is counted as later.
NEEDS = ("melee",)
KEYS = (
    "game",
    "title",
    "rules",
    "example",
    "needs",
    "policy",
    "readings",
    "seed",
    "cards",
    "position",
    "seats",
    "options",
    "steps",
)
NEEDED = ("game", "title", "rules", "steps")
PASS = "pass"
UNTIL = "pass until "
AFTER = "after"
EXPECT, ALL, REFUSED = "expect", "all", "refused"
# What the steps are called by those who know them by other words.
STEPS_MEANT = ("actions", "commands", "moves", "turns")
# The keys of a step that are no seat.
WORDS = (REFUSED, EXPECT, ALL)


class ScenarioStep(Struct, frozen=True):
    """One step: a seat's command, all passes (`all`), or expectations; `refused` are the rules one of which refuses.

    `unread` says why it is no step, `at` then where.
    """

    who: str
    at: DocumentNode
    refused: tuple[str, ...] = ()
    unread: str = ""

    @property
    def until(self) -> str:
        """The window until whose opening all pass; empty: until the open one has closed."""
        said = str(self.at.value)
        return said.removeprefix(UNTIL) if said.startswith(UNTIL) else ""


class Scenario(Struct, frozen=True, kw_only=True):
    """One scenario as it was read; it begins with a position, or with seats as a match does."""

    game: str
    title: str
    rules: tuple[str, ...]
    position: DocumentNode | None
    steps: tuple[ScenarioStep, ...]
    seats: DocumentNode | None = None
    options: object = None
    cards: object = ()
    example: str = ""
    needs: str = ""
    policy: str = "public"
    readings: dict[str, str] = {}
    seed: int = 1


class UnmetExpectation(Struct, frozen=True):
    """What came out differently: at which place of the document, and how; or that what stands there means nothing."""

    place: str
    reason: str
    is_error: bool = False


class ScenarioVerdict(Struct, frozen=True):
    """How a scenario came out (`passed`, `failed`, `later`, `error`), at which place of the document, and why.

    `more` are the other differences, where there are several; `by_hand` the cards of the scenario, each once by its
    id, whose printed text is not coded: what it says nobody does but the players, by hand.
    """

    outcome: str
    place: str = ""
    reason: str = ""
    actions: int = 0
    more: tuple[UnmetExpectation, ...] = ()
    by_hand: tuple[str, ...] = ()


def verdict_of(found: list[UnmetExpectation], actions: int) -> ScenarioVerdict:
    """The verdict on a scenario with all differences, errors first."""
    if not found:
        return ScenarioVerdict("passed", actions=actions)
    first, *more = sorted(found, key=lambda each: not each.is_error)
    return ScenarioVerdict("error" if first.is_error else "failed", first.place, first.reason, actions, tuple(more))


def read_scenario(document: DocumentNode, books: Mapping[str, Collection[str]]) -> Scenario:
    """The scenario in a document, read strictly; `books` are the rules that scenarios of each game can show.

    A step that cannot be read is kept with the reason, so that the others are looked at too. Raises Unreadable for all
    else.
    """
    for name, field in document.mapping().items():
        if name in STEPS_MEANT:
            raise field.wrong(UNKNOWN_KEY, "steps")
    fields = document.mapping(KEYS)
    for key in NEEDED:
        if key not in fields:
            raise document.wrong(f"{key}: missing")
    check_beginning(document, fields)
    game = fields["game"].text(books)
    known_rules = books[game]
    steps = tuple(read_or_keep_step(each, known_rules) for each in fields["steps"].items())
    if shows_nothing(steps):
        check_spelling({step.who: step.at for step in steps})
    cited = fields["rules"].items()
    if not cited:
        raise fields["rules"].wrong("no rule is cited")
    return Scenario(
        game=game,
        title=fields["title"].text(),
        rules=tuple(known_rule(each, known_rules) for each in cited),
        position=fields.get("position"),
        seats=fields.get("seats"),
        options={name: each.value for name, each in fields["options"].mapping().items()} if "options" in fields else {},
        steps=steps,
        cards=fields["cards"].value if "cards" in fields else (),
        policy=fields["policy"].text(POLICIES) if "policy" in fields else "public",
        readings=readings_in(fields),
        seed=fields["seed"].number() if "seed" in fields else 1,
        example=fields["example"].text() if "example" in fields else "",
        needs=fields["needs"].text(NEEDS) if "needs" in fields else "",
    )


def readings_in(fields: Mapping[str, DocumentNode]) -> dict[str, str]:
    """The readings of rules in a document, by the rule's id; empty where it names none. Raises Unreadable."""
    named = fields["readings"].mapping() if "readings" in fields else {}
    return {rule: each.text() for rule, each in named.items()}


def shows_nothing(steps: Collection[ScenarioStep]) -> bool:
    """Whether no step says what must come out; of one that cannot be read that is not known."""
    return not any(step.who == EXPECT or step.refused or step.unread for step in steps)


def check_beginning(document: DocumentNode, fields: dict[str, DocumentNode]) -> None:
    """Raises Unreadable unless a scenario has either a position, without options, or seats."""
    if "position" in fields and "seats" in fields:
        raise fields["seats"].wrong("a scenario begins with a position or with seats, not with both")
    if "position" not in fields and "seats" not in fields:
        raise document.wrong("position: missing, and no seats either")
    if "options" in fields and "position" in fields:
        raise fields["options"].wrong("a position says them itself")


def read_or_keep_step(document: DocumentNode, known_rules: Collection[str]) -> ScenarioStep:
    """A step, or what says why it is none."""
    try:
        return read_step(document, known_rules)
    except Unreadable as error:
        return ScenarioStep("", DocumentNode(error.place, None), unread=error.reason)


def read_step(document: DocumentNode, known_rules: Collection[str]) -> ScenarioStep:
    """A step, which has one key beside `refused`: who does something, or `expect`.

    Raises Unreadable for another form.
    """
    fields = document.mapping()
    refused = read_rules_named(fields.pop(REFUSED), known_rules) if REFUSED in fields else ()
    if len(fields) != 1:
        check_spelling(fields)
        raise document.wrong(f"a step names one seat, all or expect, not {', '.join(fields) or 'nothing'}")
    ((who, at),) = fields.items()
    if refused and who in (ALL, EXPECT):
        raise document.wrong(f"{who} cannot be refused")
    if who == ALL and at.value != PASS and not str(at.value).startswith(UNTIL):
        raise at.wrong("all can only pass, or pass until a window")
    if who == EXPECT and not at.mapping().keys() - {AFTER}:
        raise at.wrong("the expectation names nothing")
    return ScenarioStep(who, at, refused)


def check_spelling(fields: dict[str, DocumentNode]) -> None:
    """Raises Unreadable for a key that may have been meant as one of those that every step can have."""
    for name, field in fields.items():
        if name not in WORDS and meant_by(name, WORDS):
            raise field.unknown_word(UNKNOWN_KEY, name, WORDS)


def read_rules_named(at: DocumentNode, known_rules: Collection[str]) -> tuple[str, ...]:
    """The rules that a text or a list names. Raises Unreadable for an unknown rule and for an empty list."""
    if not isinstance(at.value, list):
        return (known_rule(at, known_rules),)
    rules = tuple(known_rule(each, known_rules) for each in at.items())
    if not rules:
        raise at.wrong("no rule is named")
    return rules


def known_rule(at: DocumentNode, known_rules: Collection[str]) -> str:
    rule = at.text()
    if rule not in known_rules:
        book, books = rule.partition(".")[0], sorted({each.partition(".")[0] for each in known_rules})
        if rule.count(".") > 1 and not meant_by(book, books):
            raise at.wrong(f"no rule of this game has the id {rule!r}: they begin with {', '.join(books)}")
        raise at.wrong(f"no rule of this game has the id {rule!r}", rule_meant_by(rule, known_rules))
    return rule
