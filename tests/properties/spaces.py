"""Small random choice spaces and, for each, every answer that might be thought legal."""

import random
from collections.abc import Iterable, Iterator, Sequence
from functools import singledispatch
from itertools import combinations, permutations, product
from typing import Any, TypeVar

from hypothesis import strategies as st

from domain.kernel.spaces.assign import Assign
from domain.kernel.spaces.codec import AnySpace
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.constraints import AtLeast, AtMost, Needs, SameGroup, Total
from domain.kernel.spaces.distribute import Distribute, DistributeRules, Ranks, Weights
from domain.kernel.spaces.fields import Flag, Multiset, Number, Ordering, Pick

NAMES = ("arya", "bran", "cat", "dany", "edd")
ORDERS = ("march", "raid", "star")
AREAS = ("north", "south", "west")
RULES = st.sampled_from(["some.rule", "other.rule"])

T = TypeVar("T")


class Dice:
    """A chooser for tests: Python's generator with a fixed seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def below(self, n: int) -> int:
        return self.random.randrange(n)


def some(names: Sequence[str], least: int = 0) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(names), unique=True, min_size=least, max_size=len(names)).map(tuple)


def each(names: Iterable[str], values: st.SearchStrategy[T]) -> st.SearchStrategy[dict[str, T]]:
    return st.fixed_dictionaries(dict.fromkeys(names, values))


def few(strategy: st.SearchStrategy[T], most: int) -> st.SearchStrategy[tuple[T, ...]]:
    return st.lists(strategy, max_size=most).map(tuple)


totals = st.builds(Total, RULES, each(NAMES, st.integers(-1, 4)), st.integers(0, 8))
groups_once = st.sampled_from([(("arya", "bran"),), (("arya", "bran"), ("cat", "dany")), (NAMES,), (NAMES[1:4],)])
totals_once = st.builds(Total, RULES, each(NAMES, st.integers(0, 4)), st.integers(0, 8), groups_once)
same_groups = st.builds(
    SameGroup,
    RULES,
    st.dictionaries(st.sampled_from(NAMES), st.sampled_from(["stark", "targaryen"]), min_size=2),
)
constraints = st.one_of(
    totals,
    totals_once,
    same_groups,
    st.builds(AtMost, RULES, some(NAMES, 2), st.integers(0, 2)),
    st.builds(AtLeast, RULES, some(NAMES, 2), st.integers(1, 2)),
    st.builds(Needs, RULES, st.sampled_from(NAMES), some(NAMES, 1)),
)


def picks_under(rules: st.SearchStrategy[Any]) -> st.SearchStrategy[Pick]:
    return st.builds(Pick, some(NAMES, 3), st.integers(0, 3), st.integers(2, 5), rules)


single_picks = st.builds(Pick, some(NAMES), st.integers(0, 1), st.just(1), few(constraints, 1), st.just(True))
picks = picks_under(few(constraints, 2)) | single_picks
numbers = st.builds(Number, st.integers(-3, 1), st.integers(0, 6), st.integers(1, 3))
orderings = st.builds(Ordering, some(NAMES[:4]))
multisets = st.builds(Multiset, each(NAMES[:3], st.integers(0, 3)), st.integers(1, 5))
TOKENS = each(ORDERS, st.integers(0, 2))
GROUPS = st.sampled_from([{"a": ("march", "star")}, {"a": ("march",), "b": ("raid", "star")}])
OVERLAPPING = st.just({"a": ("march", "raid"), "b": ("raid", "star")})
GROUP_MAX = each(("a", "b"), st.integers(0, 2))
ALLOWED = each(NAMES[:3], some(ORDERS, 1))
FILL = st.integers(-1, 3)
SLOTS = some(NAMES[:3], 2)
assigns = st.builds(Assign, SLOTS, TOKENS, fill=FILL)
grouped_assigns = st.builds(Assign, SLOTS, TOKENS, GROUPS | OVERLAPPING, GROUP_MAX, FILL)
matched_assigns = st.builds(Assign, SLOTS, TOKENS, fill=FILL, allowed=ALLOWED)
COVERS = each(ORDERS, some(ORDERS, 0))
covered_assigns = st.builds(Assign, SLOTS, TOKENS, fill=FILL, covers=COVERS)
narrow_assigns = st.builds(Assign, SLOTS, TOKENS, GROUPS | OVERLAPPING, GROUP_MAX, FILL, ALLOWED)
distributes = st.builds(
    Distribute,
    st.just("source"),
    each(("foot", "horse"), st.integers(0, 2)),
    each(AREAS, some(("foot", "horse", "ship"), 1)),
    some(AREAS),
    st.dictionaries(st.sampled_from(AREAS), st.integers(0, 3)),
    st.dictionaries(
        st.just("north"),
        st.builds(Weights, each(("foot", "horse"), st.integers(0, 2)), st.integers(1, 4), some(AREAS[1:])),
    ),
    st.none() | st.builds(Ranks, each(("source", *AREAS, "far"), st.integers(0, 3)), few(st.integers(0, 4), 4)),
    st.booleans(),
    st.just(DistributeRules(ranks="some.rule")),
)
plain = st.one_of(picks, numbers, orderings, st.just(Flag()), multisets)
FIXED = st.sampled_from([{}, {"n": 1}, {"n": True}, {"n": 2, "card": "arya"}])
TYPES = st.sampled_from(["act", "pass"])
plain_forms = st.builds(Form, TYPES, FIXED, st.dictionaries(st.sampled_from("xy"), plain, max_size=1), some("rs"))
nested_forms = st.builds(
    Form,
    TYPES,
    FIXED,
    st.fixed_dictionaries(
        {
            "bypassed": st.builds(Assign, SLOTS, TOKENS, fill=FILL, within=st.just("attackers")),
            "attackers": st.builds(Pick, some(NAMES[:4], 2), st.integers(0, 2), st.integers(1, 3)),
        },
        optional={"flag": st.just(Flag()), "none": numbers},
    ),
)
commands = st.builds(Commands, st.lists(plain_forms, min_size=1, max_size=3).map(tuple))

KINDS: dict[str, st.SearchStrategy[Any]] = {
    "picks": picks_under(st.just(())),
    "picks under a total": picks_under(st.tuples(totals)),
    "picks under a total with groups": picks_under(st.tuples(totals_once)),
    "picks of one group": picks_under(st.tuples(same_groups)),
    "picks under several constraints": picks_under(few(constraints, 3)),
    "single picks": single_picks,
    "numbers": numbers,
    "orderings": orderings,
    "multisets": multisets,
    "assignments": assigns,
    "assignments in groups": grouped_assigns,
    "assignments that others cover": covered_assigns,
    "assignments with allowed tokens": matched_assigns,
    "assignments with both": narrow_assigns,
    "distributions": distributes,
    "forms": plain_forms,
    "forms with a field within another": nested_forms,
    "commands": commands,
}
spaces = st.one_of(*KINDS.values())


@singledispatch
def thinkable(space: AnySpace) -> Iterator[object]:
    """Every answer of the right shape, legal or not, each once in its plainest form."""
    raise TypeError(f"no brute force for {space!r}")


@thinkable.register
def _(space: Pick) -> Iterator[object]:
    if space.single:
        yield from (None, *space.options)
        return
    for size in range(len(space.options) + 1):
        yield from map(list, combinations(space.options, size))


@thinkable.register
def _(space: Number) -> Iterator[object]:
    yield from range(space.min - 2, space.max + 3)


@thinkable.register
def _(space: Ordering) -> Iterator[object]:
    yield from map(list, permutations(space.items))


@thinkable.register
def _(space: Flag) -> Iterator[object]:
    yield from (True, False)


@thinkable.register
def _(space: Multiset) -> Iterator[object]:
    for counts in product(*(range(n + 2) for n in space.kinds.values())):
        yield {kind: n for kind, n in zip(space.kinds, counts, strict=True) if n}


@thinkable.register
def _(space: Assign) -> Iterator[object]:
    for laid in product((None, *space.tokens), repeat=len(space.slots)):
        yield {slot: token for slot, token in zip(space.slots, laid, strict=True) if token}


@thinkable.register
def _(space: Form) -> Iterator[object]:
    for values in product(*(list(thinkable(field)) for field in space.fields.values())):
        yield {"type": space.type, **space.fixed, **dict(zip(space.fields, values, strict=True))}


@thinkable.register
def _(space: Commands) -> Iterator[object]:
    for form in space.forms:
        yield from thinkable(form)


@thinkable.register
def _(space: Distribute) -> Iterator[object]:
    roads = [(dest, kind) for dest in space.dests for kind in space.units]
    for counts in product(*(range(space.units[kind] + 1) for _, kind in roads)):
        moves: dict[str, dict[str, int]] = {}
        for (dest, kind), n in zip(roads, counts, strict=True):
            if n:
                moves.setdefault(dest, {})[kind] = n
        yield {"moves": moves, "token": False}
        yield {"moves": moves, "token": True}
