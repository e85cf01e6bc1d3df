"""The card vocabulary as a page: every word of the data form with its fields, derived from the classes of the words.

`page()` is compared with `api_docs/words.md` by a test; `python -m service.games.agot_lcg.vocabulary` writes it.
"""

from __future__ import annotations

import json
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_origin

from msgspec import NODEFAULT
from msgspec.structs import fields

from domain.cardgame.words import data_form
from domain.cardgame.words.condition_kinds import ConditionKind
from domain.cardgame.words.constants import ConstantChange
from domain.cardgame.words.requirements import Requirement
from domain.cardgame.words.select import AmountWord
from domain.games.agot_lcg.abilities.condition_kinds import KINDS, OCCASIONS
from domain.games.agot_lcg.words import constants
from domain.games.agot_lcg.words.closed_words import CLOSED_WORDS
from domain.games.agot_lcg.words.vocabulary import VOCABULARY
from domain.kernel.occurring.abilities import Ability, Cost, Part
from domain.kernel.occurring.vocabulary import is_plain, word_tag

FILE = Path(__file__).parents[3] / "api_docs" / "words.md"

HEAD = """# The words of card abilities (agot_lcg)

Cards that you bring - in a scenario's `cards`, in a card pack of a match - say what they do in these words. An ability
is a mapping with its timing as the one key:

```yaml
abilities:
  - reaction:
      when: {{kinds: [challenge_won], seat: you, name: [military], how: attacker}}
      costs: [{{kneel_cost: {{which: me}}}}]
      targets: [{{choose: {{cards: {{type: [character], controller: loser}}}}}}]
      parts: [{{kill: {{}}}}]
      limits: [{{times: 1, per: round}}]
  - constant:
      - {{what: strength, amount: 2, on: {{host: true}}}}
```

Timings: {timings}.

Kinds of condition that `when` can name, with the players that its `seat` and `other` are, the `name` and the `how` that
each can have, and the timings that meet it where they are not all:

{kinds}

What a constant can change, with the `name` that says of it which: of cards {card_constants}; of players
{seat_constants}.

A word is a mapping with its name as the one key; descriptions (`when`, `cards`, `on`, limits, constants) are plain
mappings. One-element lists of text may be written as text. Errors name the place.

An amount is a number or one of {amounts}:
`amount: 2`, `amount: {{count: {{of: {{type: [character], controller: you}}}}}}`.

An interrupt to `leaves_play` stands in the window of what is about to happen: `interrupt:killed`,
`interrupt:sacrificed` and so on are the names by which a scenario calls it.

A part marked `then` is attempted if the part before it changed the table in full as that part meant, and only then
(`agot_lcg.then.requires-complete-success`). A part is not done in full where it found or chose fewer than it had
to, where something held it up, and where a card was saved from it. Nor is it where `instead` replaced what it did:
what was replaced counts as having occurred for whatever answers it (`agot_lcg.replacement.still-occurred`), but the
table has not changed as the part meant.
"""


def page() -> str:
    """The whole page, as Markdown."""
    parts = [
        HEAD.format(
            timings=name_list(tuple(data_form.TIMINGS)),
            kinds="\n".join(kind_text(kind, OCCASIONS[kind]) for kind in KINDS),
            card_constants=changes_text(constants.CARD_CHANGES),
            seat_constants=changes_text(constants.SEAT_CHANGES),
            amounts=name_list(tuple(word_tag(each) for each in VOCABULARY.amounts)),
        ),
        section("An ability", [Ability], plain=True),
        section("Descriptions", list(VOCABULARY.descriptions), plain=True),
        section("Costs", sorted(VOCABULARY.costs, key=word_tag)),
        section("Choices and parts of effects", sorted(VOCABULARY.parts, key=word_tag)),
        section("Requirements and amounts", sorted((*VOCABULARY.requirements, *VOCABULARY.amounts), key=word_tag)),
    ]
    return "\n".join(parts)


def kind_text(kind: str, occasion: ConditionKind) -> str:
    """One kind of condition: its subject, its details, and its timings unless it has all."""
    players = (("seat", occasion.seat), ("other", occasion.other))
    details = [f"`{field}` is {who}" for field, who in players if who]
    details += [
        f"{field} {name_list(words)}" for field, words in (("name", occasion.names), ("how", occasion.hows)) if words
    ]
    if occasion.timings != ConditionKind().timings:
        details.append("only for " + name_list(tuple(each.replace("-", "_") for each in occasion.timings)))
    return f"- `{kind}`" + (f": {'; '.join(details)}" if details else "")


def changes_text(changes: dict[str, ConstantChange]) -> str:
    """What constant effects can change, each with its names."""
    return ", ".join(
        f"`{name}`" + (f" ({name_list(each.names)})" if each.names else "") for name, each in changes.items()
    )


def name_list(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def section(title: str, kinds: list[Any], plain: bool = False) -> str:
    entries = [entry(kind, kind.__name__.lower() if plain else word_tag(kind)) for kind in kinds]
    return f"## {title}\n\n" + "\n".join(entries)


def entry(kind: type[Any], name: str) -> str:
    """One word: its name, its description, its fields with types and defaults."""
    says = "\n\n".join(" ".join(each.split()) for each in (kind.__doc__ or "").split("\n\n")).strip()
    lines = [f"### `{name}`", "", says, ""]
    for field in fields(kind):
        type_words = type_text(field.encode_name, field.type)
        lines.append(f"- `{field.encode_name}`: {type_words}{default_text(field)}{closed_text(kind, field)}")
    if fields(kind):
        lines.append("")
    return "\n".join(lines)


def closed_text(kind: type[Any], field: Any) -> str:
    """The values of a field with a closed list, except for the lists at the head of the page."""
    words = CLOSED_WORDS.closed_list(word_tag(kind), field.name) if field.name not in ("kinds", "what") else ()
    return f"; one of {name_list(tuple(filter(None, words)))}" if words else ""


PLAIN_TYPES = {
    str: "text",
    int: "number",
    bool: "`true` or `false`",
    Part: "part",
    Cost: "cost",
    Requirement: "requirement",
}
# fields of the kernel's own structs, to which each game gives its words
OPEN_FIELDS = {
    "when": "`when`",
    "requires": "list of requirements",
    "constants": "list of `constant`",
}


def type_text(name: str, annotation: Any) -> str:
    """The type of a field in the words of the data form: `list of text`, an amount, the names of words."""
    args = tuple(each for each in get_args(annotation) if each not in (NoneType, ...))
    if annotation is Any or args == (Any,):
        return OPEN_FIELDS[name]
    if AmountWord in args:
        return "an amount"
    if get_origin(annotation) is tuple:
        each = type_text(name, args[0])
        return f"list of {each if each.startswith('`') else f'{each}s'}"
    if args:
        return " or ".join(type_text(name, each) for each in args)
    return PLAIN_TYPES.get(annotation) or f"`{name_of_word(annotation)}`"


def name_of_word(word: type[Any]) -> str:
    """The name of a word; of a base that the game gives one word to, that of the word."""
    meant, *_ = VOCABULARY.words_under(word)
    return meant.__name__.lower() if is_plain(meant) else word_tag(meant)


def default_text(field: Any) -> str:
    if field.default_factory is not NODEFAULT or field.default in ((), ""):
        return ", default empty"
    if field.default is NODEFAULT:
        return ""
    if hasattr(field.default, "__struct_fields__"):
        return f", default `{json.dumps(data_form.data_of_value(field.default))}`"
    return "" if field.default is None else f", default `{json.dumps(field.default)}`"


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
