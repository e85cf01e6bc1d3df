"""What a name of a thing means, and what may have been meant by one that nothing has."""

from __future__ import annotations

import pytest

from service.files.names_in_commands import Candidate, Unclear, only_candidate

THINGS = [
    Candidate("c-1", "Jaime Lannister", "alice.hand"),
    Candidate("c-2", "Ser Gregor Clegane", "alice.play"),
    Candidate("c-3", "Ser Jaime's Steed", "bob.play"),
    Candidate("c-4", "Cersei Lannister", "bob.play"),
]


@pytest.mark.parametrize(
    ("name", "meant", "which"),
    [
        ("Jamie", "Jaime Lannister", ["c-1"]),
        ("jaime lanister", "Jaime Lannister", ["c-1"]),
        ("Gregr", "Ser Gregor Clegane", ["c-2"]),
        # a word of two of them means neither
        ("Lanister", "", ["c-1", "c-4"]),
        ("Xyzzy", "", []),
    ],
)
def test_of_a_name_that_nothing_has_those_that_are_close_may_be_meant(name: str, meant: str, which: list[str]) -> None:
    with pytest.raises(Unclear) as raised:
        only_candidate(name, THINGS)
    assert raised.value.meant == meant
    assert [each["card"] for each in raised.value.which] == which
