"""Scenarios as they are written: a position, commands and expectations, with the rules that they show.

Read `case_from`, then `step_from`. How a case is played is in scene.py; `api_docs/scenarios.md` describes the
form of a document.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from domain.kernel.reading import At

# What a case may wait for that is still to come; such a case is counted as later.
NEEDS = ("melee",)
KEYS = ("game", "title", "rules", "example", "needs", "policy", "seed", "cards", "position", "steps")
POLICIES = ("public", "open", "fast")


class Step(Struct, frozen=True):
    """One step: a seat's command, all passes (`all`), or expectations; `refused` names the rule expected."""

    who: str
    at: At
    refused: str = ""


class Case(Struct, frozen=True, kw_only=True):
    """One scenario as it was read."""

    game: str
    title: str
    rules: tuple[str, ...]
    position: At
    steps: tuple[Step, ...]
    cards: object = ()
    example: str = ""
    needs: str = ""
    policy: str = "public"
    seed: int = 1


class Verdict(Struct, frozen=True):
    """How a case came out (`passed`, `failed`, `later`, `error`), at which place of the document, and why."""

    outcome: str
    place: str = ""
    reason: str = ""
    actions: int = 0


def case_from(document: At, games: Collection[str], known_rules: Collection[str]) -> Case:
    """Read a case strictly; raises Unreadable."""
    fields = document.mapping(KEYS)
    for key in ("game", "title", "rules", "position", "steps"):
        if key not in fields:
            raise document.wrong(f"{key}: missing")
    steps = tuple(step_from(each, known_rules) for each in fields["steps"].items())
    if not any(step.who == "expect" or step.refused for step in steps):
        raise fields["steps"].wrong("nothing is expected and nothing refused")
    cited = fields["rules"].items()
    if not cited:
        raise fields["rules"].wrong("no rule is cited")
    return Case(
        game=fields["game"].text(games),
        title=fields["title"].text(),
        rules=tuple(known_rule(each, known_rules) for each in cited),
        position=fields["position"],
        steps=steps,
        cards=fields["cards"].value if "cards" in fields else (),
        policy=fields["policy"].text(POLICIES) if "policy" in fields else "public",
        seed=fields["seed"].number() if "seed" in fields else 1,
        example=fields["example"].text() if "example" in fields else "",
        needs=fields["needs"].text(NEEDS) if "needs" in fields else "",
    )


def step_from(document: At, known_rules: Collection[str]) -> Step:
    """A step has one key beside `refused`: who does something, or `expect`."""
    fields = document.mapping()
    refused = known_rule(fields.pop("refused"), known_rules) if "refused" in fields else ""
    if len(fields) != 1:
        raise document.wrong(f"a step names one seat, all or expect, not {', '.join(fields) or 'nothing'}")
    ((who, at),) = fields.items()
    if refused and who in ("all", "expect"):
        raise document.wrong(f"{who} cannot be refused")
    if who == "all" and at.value != "pass":
        raise at.wrong("all can only pass")
    if who == "expect" and not at.mapping():
        raise at.wrong("the expectation names nothing")
    return Step(who, at, refused)


def known_rule(at: At, known_rules: Collection[str]) -> str:
    rule = at.text()
    if rule not in known_rules:
        raise at.wrong(f"no rule has the id {rule!r}")
    return rule
