"""A refusal on a page, worded for people who fill in a form and not for authors of programs.

Read `refusal_words`. `SAID` has words for the rules of the interface; a rule of a game or of judging is shown in its
own words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from service.app.rulebooks import rule_of
from service.console.forms.refusal_data import because_words, label_of, with_quotes
from service.console.forms.rules_meant import WHICH, which_rules
from service.console.words import duration, zone_line
from service.present.text.names import CardTitles
from service.web.problems import Problem, problem_of

# refusals whose numbers are seconds
ABOUT_TIME = ("judging.time.extension",)
WHICH_CARD = "request.which-card"
INTERFACE = "request"


# what to do about a refusal, where its rule does not say it in terms of the page
ADVICE = {
    "judging.case.both-heard": [
        (
            "what suffices",
            "Ask each seat for a statement (“Ask a seat”): one that was asked and gives none counts as heard.",
        )
    ],
}


class Said(Struct, frozen=True):
    """The words for a rule of the interface; with `always` they replace words of the API for the one request."""

    title: str
    text: str
    always: bool = False


SAID = {
    "request.unknown-path": Said("No such page", "There is no page at this address.", always=True),
    "request.method": Said("No such page", "There is no page at this address.", always=True),
    "request.malformed": Said("Not readable", "What was sent cannot be read.", always=True),
    "request.media-type": Said("Not readable", "The service does not read files of this kind.", always=True),
    "request.too-large": Said("Too long", "The service does not read so long a text.", always=True),
    "request.busy": Said("Too many requests", "Load the page again in a few seconds."),
    "request.shape": Said("Not filled in correctly", "See below which field is wrong, and why."),
    "command.shape": Said("The command is not complete", "See below what is missing or wrong.", always=True),
    WHICH_CARD: Said("Which of them?", "A name must say which card or place is meant."),
    WHICH: Said("Which rule?", "A rule is named by its title, its number, words of it, or its id."),
    "request.nothing-chosen": Said("Not filled in", "Fill in every field that the form asks for."),
    "request.no-key": Said("Not logged in", "Your session has ended. Log in, then send the form again."),
    "request.unknown-key": Said("Not logged in", "The key is not valid any more. Log in with another."),
    "request.scope": Said("Not with this key", "The key that you logged in with does not allow this."),
    "request.unknown": Said("Not found", "There is nothing with this name."),
    "request.place": Said("Not found", "A place is a version such as 42, or a fact of a version such as 42.7."),
    "request.failed": Said(
        "The service failed", "The operator of the service finds the reason under the number below."
    ),
    "request.form-token": Said(
        "Load the page again", "The form belongs to another session, or its page is too old. Load the page again."
    ),
    "request.other-site": Said("Sent by another site", "A form is taken only from the pages of the console itself."),
    "store.unavailable": Said(
        "The service does not answer", "What you sent may have been stored or not. Load the page again to see."
    ),
    "idempotency.key-reused": Said("Sent already", "The form was sent before with other contents."),
}


def refusal_words(
    error: Exception, names: CardTitles | None = None, labels: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """A refusal as a page shows it, with the labels of the form for its fields.

    `which` has the rules that a name may mean; `cites` says whether the rule can be looked up: a rule of a game or of
    judging.
    """
    problem = problem_of(error)
    document, said = problem.document(), SAID.get(problem.rule)
    return {
        "rule": document.rule,
        "title": said.title if said else document.title,
        "detail": with_quotes(detail_of(problem, said)),
        "because": [*lines_of(problem, names, labels or {}), *ADVICE.get(problem.rule, ())],
        "which": which_rules(error),
        "cites": said is None and rule_of(problem.rule).kind != INTERFACE,
    }


def detail_of(problem: Problem, said: Said | None) -> str:
    """The sentence under the title: the refusal's own if it has one, else that of its rule."""
    if said is None:
        return problem.document().detail
    told_below = "problem" in problem.because or problem.rule in (WHICH, WHICH_CARD)
    return problem.detail if problem.detail and not said.always and not told_below else said.text


def lines_of(problem: Problem, names: CardTitles | None, labels: Mapping[str, str]) -> list[tuple[str, str]]:
    """The lines about the faults: the field and the words of each."""
    if problem.rule == WHICH:
        return [(next((labels[name] for name in ("rules", "rule") if name in labels), "Rules"), problem.detail)]
    if problem.rule == WHICH_CARD:
        return [name_line(problem.because, labels)]
    because = with_durations(problem.because) if problem.rule in ABOUT_TIME else problem.because
    return because_words(because, names, labels)


def with_durations(because: Mapping[str, Any]) -> dict[str, Any]:
    """The data with the seconds in them in words."""
    return {
        name: with_durations(value)
        if isinstance(value, dict)
        else duration(value)
        if isinstance(value, (int, float)) and not isinstance(value, bool)
        else value
        for name, value in because.items()
    }


def name_line(because: Mapping[str, Any], labels: Mapping[str, str]) -> tuple[str, str]:
    """The label of the field with the unclear name, and a sentence with what the name may mean."""
    label = label_of(str(because.get("field") or "name"), labels)
    said, meant = f"“{because['named']}” names nothing that is seen here", because.get("meant")
    if meant:
        return label, f"{said}; did you mean {meant}?"
    which = [f"{each['title']}, {zone_line(each['place'])}" for each in msgspec.to_builtins(because["which"])]
    return label, f"“{because['named']}” may mean: {'; '.join(which)}" if which else said
