"""Choice spaces against brute force: what they list, draw, accept and write is the same set of answers."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from domain.kernel.refusals import Refusal
from domain.kernel.spaces.codec import AnySpace, decode, encode, schema, to_builtins
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Ordering, Pick
from tests.properties.spaces import KINDS, Dice, spaces, thinkable
from tests.space_schema import FILE, schema_text

arbitrary = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def written(answer: object) -> bytes:
    """An answer as one comparable text: 1 and true, equal in Python, differ."""
    return msgspec.json.encode(answer, order="sorted")


def same(space: AnySpace, answer: object) -> bytes:
    """An answer written so that what is picked has one order: two forms may list the same options differently.

    Where another form that accepts the answer orders the field, its order counts.
    """
    forms = space.forms if isinstance(space, Commands) else (space,)
    accepting = [form for form in forms if isinstance(form, Form) and form.check(answer) is None]
    if isinstance(answer, dict) and accepting:
        answer = {
            field: sorted(value)
            if isinstance(value, list) and all(isinstance(form.fields.get(field), Pick) for form in accepting)
            else value
            for field, value in answer.items()
        }
    return written(answer)


def every(space: AnySpace) -> list[Any]:
    """All that a small space lists."""
    listed = space.answers(100_000)
    assert listed is not None
    return listed


def legal(space: AnySpace) -> set[bytes]:
    return {same(space, answer) for answer in thinkable(space) if space.check(answer) is None}


@pytest.mark.parametrize("kind", KINDS)
@given(st.data())
def test_a_space_lists_exactly_the_legal_answers_each_once(kind: str, data: st.DataObject) -> None:
    space = data.draw(KINDS[kind])
    listed = [same(space, answer) for answer in every(space)]
    assert len(listed) == len(set(listed))
    assert set(listed) == legal(space)


def test_an_order_that_one_form_asks_and_another_only_picks_counts() -> None:
    names = ("arya", "bran")
    picked = Form("act", fields={"x": Pick((*names, "cat"), min=0, max=2)})
    space = Commands((picked, Form("act", fields={"x": Ordering(names)})))
    listed = [answer["x"] for answer in every(space)]
    assert sorted(listed) == sorted(
        [[], ["arya"], ["bran"], ["cat"], [*names], ["arya", "cat"], ["bran", "cat"], ["bran", "arya"]]
    )
    assert {same(space, answer) for answer in every(space)} == legal(space)


def test_what_two_forms_list_in_other_orders_is_answered_once() -> None:
    forms = [Form("act", fields={"x": Pick(options, min=0, max=2)}) for options in (("a", "b", "c"), ("c", "b", "a"))]
    listed = [answer["x"] for answer in every(Commands(tuple(forms)))]
    assert listed == [[], ["a"], ["b"], ["c"], ["a", "b"], ["a", "c"], ["b", "c"]]


def parts_of(answer: object) -> list[Any]:
    """An answer without one of its keys or items, each in turn."""
    if isinstance(answer, list):
        return [answer[:n] + answer[n + 1 :] for n in range(len(answer))]
    if isinstance(answer, dict):
        return [{key: each for key, each in answer.items() if key != left_out} for left_out in answer]
    return []


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.split()[0] in ("picks", "multisets", "assignments")])
@given(st.data())
def test_each_legal_answer_and_each_part_of_it_has_room(kind: str, data: st.DataObject) -> None:
    space = data.draw(KINDS[kind])
    for answer in space.answers(20) or ():
        assert all(space.has_room_for(each) for each in (answer, *parts_of(answer)))


@given(spaces)
def test_a_space_that_looks_plural_has_two_answers(space: AnySpace) -> None:
    assert not space.is_plural() or space.answers(1) is None


@given(spaces)
def test_a_space_counts_what_it_lists_and_says_none_beyond_the_limit(space: AnySpace) -> None:
    listed = every(space)
    assert space.count(100_000) == space.count(len(listed)) == len(listed)
    assert space.is_empty() == (not listed)
    if listed:
        assert space.answers(len(listed) - 1) is None
        assert space.count(len(listed) - 1) is None


@given(spaces, st.integers(0, 1000))
def test_a_drawn_answer_is_legal_wherever_one_exists(space: AnySpace, seed: int) -> None:
    if space.is_empty():
        return
    assert space.check(space.sample(Dice(seed))) is None


@pytest.mark.parametrize("kind", KINDS)
@given(st.data())
def test_every_answer_of_a_small_space_is_drawn_sooner_or_later(kind: str, data: st.DataObject) -> None:
    space = data.draw(KINDS[kind])
    answers = space.answers(12) or []
    missing = {written(answer) for answer in answers}
    dice = Dice(0)
    for _ in range(3000):
        if not missing:
            return
        missing.discard(written(space.sample(dice)))
    raise AssertionError(f"never drawn: {missing}")


@given(spaces)
def test_a_space_survives_json(space: AnySpace) -> None:
    again = decode(encode(space))
    assert again == space
    assert encode(again) == encode(space)
    assert again.answers(1000) == space.answers(1000)


@given(spaces, arbitrary)
def test_a_check_never_raises_and_a_refusal_is_json(space: AnySpace, answer: object) -> None:
    verdict = space.check(answer)
    assert verdict is None or msgspec.json.encode(verdict)


@given(spaces, arbitrary, st.data())
def test_a_spoiled_answer_is_checked_without_raising(space: AnySpace, rubbish: object, data: st.DataObject) -> None:
    answers = space.answers(50)
    if not answers or not any(isinstance(answer, dict) and answer for answer in answers):
        return
    answer = dict(data.draw(st.sampled_from([a for a in answers if isinstance(a, dict) and a])))
    answer[data.draw(st.sampled_from(sorted(answer)))] = rubbish
    assert isinstance(space.check(answer), Refusal | None)


@given(spaces)
def test_the_json_of_a_space_fits_the_published_schema(space: AnySpace) -> None:
    Draft202012Validator(json.loads(FILE.read_text())).validate(to_builtins(space))


def test_the_published_schema_is_the_one_that_the_code_generates() -> None:
    """Where this fails: `python -m tests.space_schema` writes the file anew."""
    Draft202012Validator.check_schema(schema())
    assert FILE.read_text() == schema_text()


def test_the_published_schema_refuses_what_is_no_space() -> None:
    validator = Draft202012Validator(json.loads(FILE.read_text()))
    wrong: Any
    for wrong in ({"kind": "pick"}, {"kind": "wish"}, {"kind": "number", "min": 0, "max": "1"}, []):
        assert not validator.is_valid(wrong)
