"""Choice spaces: what each accepts, and which rule each refusal names."""

import json
import random
from typing import Any

import msgspec
import pytest

from domain.kernel.refusals import Refusal
from domain.kernel.spaces.assign import Assign
from domain.kernel.spaces.base import FIRST
from domain.kernel.spaces.codec import decode, encode, to_builtins
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.constraints import AtLeast, AtMost, Constraint, Needs, SameGroup, Total
from domain.kernel.spaces.distribute import Distribute, DistributeRules, Ranks, Weights
from domain.kernel.spaces.fields import Flag, Multiset, Number, Ordering, Pick


def rule_of(refusal: Refusal | None) -> str:
    return refusal.rule if refusal else "legal"


def test_a_pick_takes_a_list_of_distinct_options_in_any_order() -> None:
    pick = Pick(("a", "b", "c"), 1, 2)
    assert pick.check(["c", "a"]) is None
    assert rule_of(pick.check("a")) == "choice.type"
    assert rule_of(pick.check([1])) == "choice.type"
    assert rule_of(pick.check(["d"])) == "choice.not-among-options"
    assert rule_of(pick.check(["a", "a"])) == "choice.distinct"
    assert pick.check([]) == Refusal("choice.too-few", {"given": 0, "min": 1})
    assert pick.check(["a", "b", "c"]) == Refusal("choice.too-many", {"given": 3, "max": 2})


def test_a_single_pick_takes_one_option_or_null_where_none_is_allowed() -> None:
    assert Pick(("a",), 0, 1, single=True).answers(9) == [None, "a"]
    assert rule_of(Pick(("a",), 1, 1, single=True).check(None)) == "choice.too-few"
    assert rule_of(Pick(("a",), 1, 1, single=True).check(["a"])) == "choice.type"


def test_a_pick_that_lists_an_option_twice_is_no_space() -> None:
    with pytest.raises(ValueError, match="options: not distinct"):
        Pick(("a", "a"), 0, 1)
    with pytest.raises(msgspec.ValidationError, match="options: not distinct"):
        decode(b'{"kind":"pick","options":["a","a"],"min":0,"max":1}')


def test_a_total_counts_the_weights_of_what_is_picked() -> None:
    total = Total("game.gold", {"a": 3, "b": 2}, 4)
    pick = Pick(("a", "b", "c"), 0, 3, (total,))
    assert pick.check(["a", "c"]) is None
    assert pick.check(["a", "b"]) == Refusal("game.gold", {"total": 5, "at_most": 4, "picked": {"a": 3, "b": 2}})


def test_a_total_counts_only_the_first_named_of_those_that_pay_once() -> None:
    pick = Pick(("b", "a", "c"), 0, 3, (Total("game.gold", {"a": 3, "b": 2, "c": 2}, 4, once=(("a", "b"),)),))
    assert pick.check(["b", "a", "c"]) is None
    assert rule_of(pick.check(["a", "b", "c"])) == "game.gold"
    assert ["b", "a", "c"] in (pick.answers(9) or ())
    assert rule_of(Pick(("a", "c"), 0, 2, (Total("game.gold", {"a": 3, "c": 2}, 4),)).check(["a", "c"])) == (
        "game.gold"
    )


@pytest.mark.parametrize(
    ("constraint", "fits", "breaks"),
    [
        (AtMost("game.rule", ("a", "b"), 1), ["a", "c"], ["a", "b"]),
        (AtLeast("game.rule", ("a", "b"), 1), ["a", "c"], ["c"]),
        (SameGroup("game.rule", {"a": "x", "b": "y"}), ["a", "c"], ["a", "b"]),
        (Needs("game.rule", "a", ("b", "c")), ["a", "c"], ["a"]),
    ],
)
def test_a_broken_constraint_names_its_rule(constraint: Constraint, fits: list[str], breaks: list[str]) -> None:
    pick = Pick(("a", "b", "c"), 0, 3, (constraint,))
    assert pick.check(fits) is None
    assert rule_of(pick.check(breaks)) == "game.rule"


def test_constraints_that_contradict_each_other_leave_no_answer() -> None:
    pick = Pick(("a", "b"), 1, 2, (AtMost("game.rule", ("a", "b"), 0),))
    assert pick.is_empty()
    assert pick.answers(0) == []
    with pytest.raises(LookupError):
        pick.sample(FIRST)


def test_true_is_no_number_and_one_is_no_flag() -> None:
    assert rule_of(Number(0, 3).check(True)) == "choice.type"
    assert rule_of(Number(0, 3).check(1.0)) == "choice.type"
    assert rule_of(Flag().check(1)) == "choice.type"
    assert Flag().check(False) is None


def test_a_number_lies_within_its_bounds_and_on_its_steps() -> None:
    number = Number(1, 6, step=2)
    assert number.answers(9) == [1, 3, 5]
    assert rule_of(number.check(2)) == rule_of(number.check(7)) == "choice.out-of-range"


def test_a_huge_number_space_is_drawn_from_without_listing_it() -> None:
    assert Number(0, 10**15).sample(FIRST) == 0
    assert Number(0, 10**15).answers(100) is None


def test_an_ordering_names_every_item_once() -> None:
    assert Ordering(("a", "b")).answers(9) == [["a", "b"], ["b", "a"]]
    for wrong in (["a"], ["a", "a"], ["a", "b", "c"], ["a", 1]):
        assert rule_of(Ordering(("a", "b")).check(wrong)) == "choice.not-a-permutation"


def test_a_multiset_takes_so_many_things_as_there_are_of_each_kind() -> None:
    losses = Multiset({"knight": 1, "footman": 2}, 2)
    assert losses.answers(9) == [{"footman": 2}, {"knight": 1, "footman": 1}]
    assert losses.check({"knight": 0, "footman": 2}) is None
    assert rule_of(losses.check({"knight": 2})) == "choice.supply"
    assert rule_of(losses.check({"knight": 1})) == "choice.too-few"
    assert rule_of(losses.check({"ship": 1})) == "choice.not-among-options"
    assert rule_of(losses.check({"knight": True})) == "choice.type"


def test_a_token_is_assigned_only_where_what_covers_it_is_too() -> None:
    attacks = Assign(
        ("wolf", "bear", "hawk"), {"rampart": 2, "tower": 2, "player": 2}, covers={"player": ("rampart", "tower")}
    )
    assert attacks.check({"wolf": "rampart", "bear": "tower", "hawk": "player"}) is None
    assert attacks.check({"wolf": "rampart", "bear": "player"}) == Refusal(
        "choice.uncovered", {"kind": "player", "needs": ["tower"]}
    )
    assert attacks.has_room_for({"wolf": "player"})
    assert not attacks.has_room_for({"wolf": "player", "bear": "player"})
    listed = attacks.answers(100) or []
    assert sum(isinstance(answer, dict) and "player" in answer.values() for answer in listed) == 6
    assert all(attacks.check(answer) is None for answer in listed)


def test_an_assignment_respects_supply_groups_fill_and_what_a_slot_allows() -> None:
    orders = Assign(
        ("north", "south"),
        {"march": 1, "star-march": 1, "star-raid": 1},
        {"star": ("star-march", "star-raid")},
        {"star": 1},
        fill=2,
        allowed={"south": ("march", "star-raid")},
    )
    assert orders.check({"north": "star-march", "south": "march"}) is None
    assert rule_of(orders.check({"north": "march", "south": "march"})) == "choice.supply"
    assert orders.check({"north": "star-march", "south": "star-raid"}) == Refusal(
        "choice.too-many", {"group": "star", "given": 2, "max": 1}
    )
    assert rule_of(orders.check({"north": "march"})) == "choice.too-few"
    assert rule_of(orders.check({"south": "star-march"})) == "choice.not-among-options"
    assert rule_of(orders.check({"east": "march"})) == "choice.not-among-options"
    assert orders.count(9) == 3


def test_an_assignment_that_no_matching_fills_is_empty_at_once() -> None:
    slots = tuple(f"slot{n}" for n in range(20))
    one_too_few = Assign(slots, {f"token{n}": 1 for n in range(20)}, fill=20, allowed={})
    short = msgspec.structs.replace(
        one_too_few, allowed={slot: tuple(f"token{n}" for n in range(19)) for slot in slots}
    )
    assert not one_too_few.is_empty()
    assert short.is_empty()


def march(**changes: Any) -> Distribute:
    plain = Distribute(
        "winterfell",
        {"footman": 2, "knight": 1},
        {"moat-cailin": ("footman", "knight"), "karhold": ("footman", "knight"), "port": ("footman",)},
        exclusive=("moat-cailin", "karhold"),
        room={"port": 1},
        need={"karhold": Weights({"footman": 1, "knight": 2}, 3)},
        ranks=Ranks({"winterfell": 3, "port": 1}, (3, 2)),
        option_if_emptied=True,
        rules=DistributeRules("game.one", "game.room", "game.force", "game.supply", "game.token"),
    )
    return msgspec.structs.replace(plain, **changes)


@pytest.mark.parametrize(
    ("moves", "rule"),
    [
        ({}, "legal"),
        ({"moat-cailin": {"footman": 2, "knight": 1}}, "legal"),
        ({"karhold": {"footman": 1, "knight": 1}}, "legal"),
        ({"moat-cailin": {"footman": 1}, "karhold": {"footman": 1, "knight": 1}}, "game.one"),
        ({"port": {"footman": 2}}, "game.room"),
        ({"karhold": {"footman": 2}}, "game.force"),
        ({"port": {"knight": 1}}, "choice.not-among-options"),
        ({"port": {"footman": 1}, "moat-cailin": {"footman": 2}}, "choice.supply"),
        ({"braavos": {"footman": 1}}, "choice.not-among-options"),
    ],
)
def test_a_march_is_judged_as_a_whole(moves: Any, rule: str) -> None:
    assert rule_of(march().check({"moves": moves, "token": False})) == rule


def test_armies_after_a_march_fit_the_supply_or_are_shown() -> None:
    narrow = march(ranks=Ranks({"winterfell": 3, "port": 1}, (3,)))
    answer = {"moves": {"port": {"footman": 1}}, "token": False}
    assert narrow.check(answer) == Refusal("game.supply", {"armies": [2, 2], "flags": [3]})
    assert march().check(answer) is None


def test_a_number_of_0_sends_nobody_and_no_option_has_one() -> None:
    one = {"moves": {"moat-cailin": {"footman": 1, "knight": 0}}, "token": False}
    assert march().check(one) is None
    answers: list[Any] = list(march().walk(FIRST))
    sent = [counts for answer in answers for counts in answer["moves"].values()]
    assert sent
    assert all(counts and all(counts.values()) for counts in sent)


@pytest.mark.parametrize("units", [{}, {"footman": 0}])
def test_a_destination_is_named_for_at_least_one_unit(units: dict[str, int]) -> None:
    for more in ({}, {"moat-cailin": {"footman": 1}}):
        refusal = march().check({"moves": {**more, "port": units}, "token": False})
        assert refusal is not None
        assert (refusal.rule, refusal.because["field"]) == ("choice.too-few", "moves.port")


def test_units_sent_beside_a_place_weigh_there_too() -> None:
    needy = march(need={"karhold": Weights({"footman": 1, "knight": 2}, 3, beside=("port",))}, exclusive=("karhold",))
    both = {"karhold": {"knight": 1}, "port": {"footman": 1}}
    assert needy.check({"moves": both, "token": False}) is None
    elsewhere = {"karhold": {"knight": 1}, "moat-cailin": {"footman": 1}}
    refused = needy.check({"moves": elsewhere, "token": False})
    assert refused == Refusal("game.force", {"dest": "karhold", "weight": 2, "at_least": 3})
    with pytest.raises(ValueError, match=r"need\.karhold\.beside"):
        march(need={"karhold": Weights({}, 1, beside=("karhold",))})


def test_a_weight_written_before_there_was_beside_is_still_read() -> None:
    written = to_builtins(march())
    del written["need"]["karhold"]["beside"]
    assert decode(json.dumps(written)) == march()


class Counted:
    """A fixed generator that counts what is drawn from it."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.drawn = 0

    def below(self, n: int) -> int:
        self.drawn += 1
        return self.random.randrange(n)


@pytest.mark.parametrize("seed", range(20))
def test_a_large_army_under_tight_supply_is_drawn_without_trial_and_error(seed: int) -> None:
    dests = [f"d{n}" for n in range(12)]
    units = {"footman": 5, "knight": 4, "engine": 1}
    tight = Distribute(
        "source",
        units,
        {dest: tuple(units) for dest in dests},
        exclusive=tuple(dests[6:]),
        room={"d0": 1},
        need={
            "d6": Weights({"footman": 1, "knight": 2, "engine": 4}, 7, beside=("d1",)),
            "d7": Weights({"footman": 1, "knight": 2}, 12),
        },
        ranks=Ranks({"source": 10, "d1": 1, "d2": 2, "d3": 1, "far": 2}, (10, 3, 2)),
        option_if_emptied=True,
    )
    dice = Counted(seed)
    assert tight.check(tight.sample(dice)) is None
    assert dice.drawn < 1000


def test_a_token_is_placed_only_where_nothing_stays() -> None:
    everything = {"moat-cailin": {"footman": 2, "knight": 1}}
    assert march().check({"moves": everything, "token": True}) is None
    assert march().check({"moves": {"moat-cailin": {"footman": 1}}, "token": True}) == Refusal(
        "game.token", {"field": "token", "given": True, "staying": {"footman": 1, "knight": 1}}
    )
    stay_home = march(option_if_emptied=False).check({"moves": everything, "token": True})
    assert rule_of(stay_home) == "game.token"


def test_a_refusal_names_the_field_down_to_the_unit() -> None:
    form = Form("march", {}, {"units": march()})
    wrong = form.check({"type": "march", "units": {"moves": {"port": {"footman": True}}, "token": False}})
    assert wrong == Refusal(
        "choice.type",
        {"expected": "integer", "given": True, "field": "units.moves.port.footman"},
    )


def test_a_form_takes_its_type_its_fixed_fields_and_each_answer() -> None:
    form = Form("play", {"card": "c1"}, {"gold": Number(0, 2)})
    assert form.check({"type": "play", "card": "c1", "gold": 2}) is None
    assert rule_of(form.check({"type": "play", "card": "c1"})) == "choice.missing-field"
    assert rule_of(form.check({"type": "play", "card": "c1", "gold": 1, "x": 1})) == "choice.unknown-field"
    assert rule_of(form.check({"type": "play", "card": "c2", "gold": 1})) == "choice.no-such-form"
    assert rule_of(form.check(["play"])) == "choice.type"


def test_an_assignment_within_another_field_uses_only_what_is_picked_there() -> None:
    form = Form(
        "attack",
        {},
        {
            "bypassed": Assign(("a", "b"), {"x": 1}, within="attackers"),
            "attackers": Pick(("a", "b"), 1, 2),
        },
    )
    assert form.check({"type": "attack", "attackers": ["a"], "bypassed": {"a": "x"}}) is None
    assert form.check({"type": "attack", "attackers": ["a"], "bypassed": {"b": "x"}}) == Refusal(
        "choice.not-among-options", {"given": "b", "options": ["a"], "field": "bypassed"}
    )
    assert form.count(99) == 2 + 2 + 3


def test_an_assignment_within_a_field_that_the_form_lacks_is_no_form() -> None:
    with pytest.raises(ValueError, match=r"fields\.bypassed\.within: no field 'attackers'"):
        Form("attack", {}, {"bypassed": Assign(("a",), {"x": 1}, within="attackers")})


def test_a_form_with_one_field_that_has_no_answer_is_empty_at_once() -> None:
    many = Pick(tuple(f"card{n}" for n in range(40)), 0, 40)
    assert Form("play", {}, {"many": many, "none": Number(1, 0)}).is_empty()


PLAYS = Commands(
    (
        Form("pass"),
        Form("play", {"card": "c1"}, {"gold": Number(0, 1)}),
        Form("play", {"card": "c2", "face_down": True}),
    )
)


def test_a_command_matches_one_of_the_forms() -> None:
    assert PLAYS.answers(9) == [
        {"type": "pass"},
        {"type": "play", "card": "c1", "gold": 0},
        {"type": "play", "card": "c1", "gold": 1},
        {"type": "play", "card": "c2", "face_down": True},
    ]
    assert all(PLAYS.check(answer) is None for answer in PLAYS.walk(FIRST))


def test_of_forms_that_are_equally_near_the_one_that_takes_most_tells_how_many() -> None:
    space = Commands(tuple(Form("replace", {}, {"units": Pick(("a", "b", "c"), n, n)}) for n in (1, 2)))
    assert space.check({"type": "replace", "units": ["a", "b", "c"]}) == Refusal(
        "choice.too-many", {"given": 3, "max": 2, "field": "units"}
    )
    assert space.check({"type": "replace", "units": []}) == Refusal(
        "choice.too-few", {"given": 0, "min": 1, "field": "units"}
    )


def test_a_refused_command_is_told_by_the_form_that_it_comes_nearest() -> None:
    assert PLAYS.check({"type": "play", "card": "c1", "gold": 5}) == Refusal(
        "choice.out-of-range", {"given": 5, "min": 0, "max": 1, "step": 1, "field": "gold"}
    )
    assert PLAYS.check({"type": "play", "card": "c2", "face_down": 1}) == Refusal(
        "choice.no-such-form", {"field": "face_down", "given": 1, "offered": [True]}
    )
    assert PLAYS.check({"type": "mulligan"}) == Refusal(
        "choice.no-such-form", {"field": "type", "given": "mulligan", "offered": ["pass", "play"]}
    )


def test_a_card_that_no_form_offers_is_refused_with_all_that_are_offered() -> None:
    refusal = PLAYS.check({"type": "play", "card": "c9"})
    assert refusal == Refusal("choice.no-such-form", {"field": "card", "given": "c9", "offered": ["c1", "c2"]})


def test_overlapping_forms_list_a_command_once() -> None:
    forms = (Form("play", {"card": "a"}), Form("play", {}, {"card": Pick(("a", "b"), 1, 1, single=True)}))
    assert Commands(forms).count(9) == 2


def test_json_of_a_space_says_its_kind() -> None:
    assert encode(Flag()) == b'{"kind":"flag"}'
    assert msgspec.json.decode(encode(PLAYS))["forms"][0]["kind"] == "form"
