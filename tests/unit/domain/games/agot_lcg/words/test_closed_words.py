"""Where a closed list is meant nothing else is read, and each of its values is used by some card or scenario.

The material is every ability that the project has: the declarations of cards and the own cards of its scenarios.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from msgspec import Struct
from msgspec.structs import fields

from domain.cardgame.pool.card_fields import InvalidCard
from domain.cardgame.words.condition_kinds import kinds_met
from domain.cardgame.words.constants import Constant
from domain.cardgame.words.data_form import TIMINGS, data_of
from domain.cardgame.words.parts.time import Until
from domain.cardgame.words.places import fields_of, places
from domain.cardgame.words.select import Amount
from domain.games.agot_lcg.abilities.condition_kinds import KINDS, OCCASIONS
from domain.games.agot_lcg.abilities.registry import DECLARED
from domain.games.agot_lcg.pool.pool import core_pool
from domain.games.agot_lcg.words.closed_words import CLOSED, CLOSED_WORDS
from domain.games.agot_lcg.words.constants import CHANGES
from domain.games.agot_lcg.words.data_form import DATA_FORM
from domain.games.agot_lcg.words.vocabulary import VOCABULARY
from domain.kernel.occurring.abilities import Ability
from domain.kernel.occurring.vocabulary import word_tag
from service.files.documents import documents

SCENARIOS = Path(__file__).parents[5] / "scenarios" / "agot_lcg"

# Text that the cards themselves bring: what they are called, what they call their tokens and their choices.
FREE = {
    *(
        "ability.timing",
        "ability.note",
        "cards.title",
        "cards.token",
        "cards.trait",
        "cards.picked",
        "cards.not_picked",
    ),
    *(
        "CardMatch.trait",
        "constant.any_trait",
        "token_cost.token",
        "add_token.token",
        "choose.name",
        "keep_entered.name",
    ),
}
# What is closed by what else the word says; `faults` judges it.
BY_CONTEXT = {"when.name", "when.how", "constant.name", "until.name", "choose_one.options"}

# What every card leaves as it goes without saying.
UNSAID = {
    "choose_one.name",
    "choose_one.options",
    "choose_player.name",
    "discard_cost.which",
    "look_at_hand.who",
    "remove_cost.which",
}

TEXTS = (str, tuple[str, ...])

# Lists of the cards' print, each compared as a whole: that one of them works shows that all do.
OF_PRINT = {"faction", "type", "types", "icon", "without_icon", "keyword", "phase", "challenge"}


@cache
def abilities() -> tuple[Ability, ...]:
    """Every ability of the project."""
    declared = tuple(ability for listed in DECLARED.values() for ability in listed)
    own = (
        DATA_FORM.read_abilities(each, "own")
        for path in sorted(SCENARIOS.glob("*.yaml"))
        for each in own_abilities(path)
    )
    return (*declared, *(ability for listed in own for ability in listed))


def own_abilities(path: Path) -> Iterator[object]:
    for document in documents(path):
        case: Any = document.value.value
        for card in case.get("cards", ()):
            yield card.get("abilities", [])


@cache
def words() -> tuple[tuple[Ability, str, Struct], ...]:
    found = ((ability, place, word) for ability in abilities() for place, word in places(ability, ""))
    return (*((ability, "", ability) for ability in abilities()), *found)


def name_of(word: Struct | type[Struct]) -> str:
    kind = word if isinstance(word, type) else type(word)
    return "ability" if kind is Ability else word_tag(kind)


@cache
def said() -> tuple[tuple[Ability, str, str, str], ...]:
    """Every text in a closed field: the ability, its place, word and field, the text."""
    return tuple(saying())


def saying() -> Iterator[tuple[Ability, str, str, str]]:
    for ability, place, word in words():
        for field in fields_of(type(word)):
            known = f"{name_of(word)}.{field.name}"
            if known in FREE or not (CLOSED_WORDS.closed_list(name_of(word), field.name) or known in BY_CONTEXT):
                continue
            value = getattr(word, field.name)
            listed = value if isinstance(value, tuple) else (value,)
            for number, each in enumerate(listed):
                if isinstance(each, str) and each and each != field.default:
                    yield ability, f"{place}.{field.name}{f'[{number}]' if value is listed else ''}", known, each


@cache
def samples() -> dict[str, dict[str, tuple[Ability, str]]]:
    """For every closed field, one ability for every text in it."""
    found: defaultdict[str, dict[str, tuple[Ability, str]]] = defaultdict(dict)
    for ability, place, known, each in said():
        free = known in ("constant.name", "until.name") and not CHANGES[what(ability, place)].names
        if not free and is_written(ability, place):
            found[known].setdefault(each, (ability, place))
    return found


def is_written(ability: Ability, place: str) -> bool:
    """Whether the data form says it; what goes without saying is left out."""
    (holder,) = data_of(ability).values()
    for step in steps(place.removeprefix(".constants")):
        if isinstance(holder, dict) and step not in holder:
            return False
        holder = holder[step]  # type: ignore[index]
    return True


def what(ability: Ability, place: str) -> str:
    word = next(word for at, word in places(ability, "") if place == f"{at}.name")
    return str(getattr(word, "what", ""))


def steps(place: str) -> list[str | int]:
    """The keys and numbers of a place."""
    plain = place.replace("[", ".").replace("]", "")
    return [int(each) if each.isdigit() else each for each in plain.split(".") if each]


def all_words() -> set[type[Struct]]:
    return {*VOCABULARY.descriptions, Ability, *VOCABULARY.named_words}


def closed_fields() -> list[str]:
    """Every field with text that is not free."""
    named = (f"{name_of(word)}.{field.name}" for word in all_words() for field in fields(word) if field.type in TEXTS)
    return sorted({*named} - FREE)


@pytest.mark.parametrize("known", closed_fields())
def test_a_changed_word_of_a_closed_list_is_refused_on_its_line_with_what_was_meant(tmp_path: Path, known: str) -> None:
    assert samples()[known] or known in UNSAID
    for each, (ability, place) in samples()[known].items():
        data: Any = data_of(ability)
        (timing,) = data
        inner = steps(place.removeprefix(".constants"))
        path = [timing, *inner]
        holder = data
        for step in path[:-1]:
            holder = holder[step]
        holder[path[-1]] = f"{each}q"
        file = tmp_path / "card.yaml"
        file.write_text(yaml.safe_dump({"abilities": [data]}), encoding="utf-8")
        (document,) = documents(file)
        read: Any = document.value.value
        with pytest.raises(InvalidCard) as caught:
            DATA_FORM.read_abilities(read["abilities"], "abilities")
        line = document.line(caught.value.message.partition(": ")[0])
        assert f"{each}q" in file.read_text(encoding="utf-8").splitlines()[line - 1]
        assert caught.value.meant == each


def test_every_field_with_text_is_closed_or_known_to_be_free() -> None:
    texts = {f"{name_of(word)}.{field.name}" for word in all_words() for field in fields(word) if field.type in TEXTS}
    open_ = {each for each in texts if each not in BY_CONTEXT and not CLOSED_WORDS.closed_list(*each.split("."))}
    assert open_ == FREE


def test_a_closed_list_is_of_fields_with_text_only() -> None:
    numbers = {
        f"{name_of(word)}.{field.name}"
        for word in all_words()
        for field in fields(word)
        if CLOSED_WORDS.closed_list(name_of(word), field.name) and field.type not in TEXTS
    }
    assert numbers == set()


def test_a_least_number_is_of_fields_with_numbers_only() -> None:
    texts = {
        f"{name_of(word)}.{field.name}"
        for word in all_words()
        for field in fields(word)
        if field.name in CLOSED_WORDS.least and field.type not in (int, int | None, Amount, Amount | None)
    }
    assert texts == {"limit.per"}


def used(field: str) -> set[str]:
    """What stands in a closed field in some ability; a list without its word stands for all words."""
    own = {key for key in CLOSED if key.endswith(f".{field}")}
    return {
        each
        for _, _, known, each in said()
        if known == field or (known.rpartition(".")[2] == field and known not in own)
    }


@pytest.mark.parametrize("field", sorted(CLOSED))
def test_every_value_of_a_closed_list_is_used_by_some_card(field: str) -> None:
    allowed = {each for each in CLOSED[field] if each and each not in DEFAULTS.get(field, ())}
    found = used(field)
    assert found if field in OF_PRINT else allowed <= found, allowed - found


# What a word says when the field is left out.
DEFAULTS = {
    "who": ("you",),
    "constant.who": ("you",),
    "constant.how": ("add",),
    "until.how": ("add",),
    "period": ("phase",),
    "limit.per": ("round",),
    "side": ("any",),
    "move_power.source": ("loser",),
    "choose_player.name": ("player",),
    "choose_one.name": ("option",),
}


def test_every_kind_of_condition_is_answered_in_some_timing_that_meets_it() -> None:
    answered = {kind for ability in abilities() if ability.when is not None for kind in ability.when.kinds}
    assert set(OCCASIONS) - answered == set()


def test_every_change_is_made() -> None:
    made = {word.what for _, _, word in words() if isinstance(word, (Constant, Until))}
    assert set(CHANGES) - made == set()


def test_every_word_is_said_by_some_card() -> None:
    said_words = {type(word) for _, _, word in words()}
    assert {name_of(each) for each in all_words() - said_words} == set()


def test_a_timing_meets_only_the_kinds_that_occur_in_it() -> None:
    for timing in ("reaction", "interrupt", "would_interrupt", "cancel", "forced_reaction", "forced_interrupt"):
        for kind in KINDS:
            ability = {timing: {"when": {"kinds": [kind]}, "parts": [{"gain_gold": {}}]}}
            if kind in kinds_met(OCCASIONS, TIMINGS[timing]):
                assert DATA_FORM.read_abilities([ability], "abilities")
            else:
                with pytest.raises(InvalidCard, match="never occurs"):
                    DATA_FORM.read_abilities([ability], "abilities")


@pytest.mark.parametrize("key", sorted(key for key, listed in DECLARED.items() if listed))
def test_what_a_card_is_declared_to_do_makes_sense_for_that_card(key: str) -> None:
    assert (
        DATA_FORM.read_abilities([data_of(each) for each in DECLARED[key]], key, core_pool().cards[key])
        == DECLARED[key]
    )
