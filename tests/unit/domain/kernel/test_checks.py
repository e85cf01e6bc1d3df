"""Lists of checks: a game puts its own into the list of a shared floor."""

import pytest

from domain.kernel.checks import Check, insert_check, replace_checks


def passes(name: str, rule: str = "shared") -> Check:
    return Check(name, rule, lambda context: None)


SHARED = (passes("is_here"), passes("is_yours"))


def test_a_games_own_check_stands_in_the_place_of_the_one_of_its_name() -> None:
    own = passes("is_yours", "own")
    assert replace_checks(SHARED, own) == (SHARED[0], own)
    assert replace_checks(SHARED) == SHARED


def test_a_check_that_the_list_has_no_place_for_is_an_error() -> None:
    with pytest.raises(KeyError, match="is_active"):
        replace_checks(SHARED, passes("is_active"))


def test_a_further_check_stands_after_the_one_that_is_named() -> None:
    own = passes("is_active")
    assert insert_check(SHARED, own, after=SHARED[0]) == (SHARED[0], own, SHARED[1])
    with pytest.raises(ValueError, match="not in tuple"):
        insert_check(SHARED, SHARED[0], after=own)
