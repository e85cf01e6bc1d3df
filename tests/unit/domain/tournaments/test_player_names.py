"""Spellings of one name have one spoken form, and other names have another."""

from __future__ import annotations

import pytest

from domain.tournaments.player_names import spoken_form


@pytest.mark.parametrize(
    ("name", "spelling"),
    [
        ("Ann Ames", "ANN \u3000 a\u200bmes "),
        ("Sean O'Hara", "sean o\u2019hara"),
        ("Anne-Marie", "ANNE\u2011MARIE"),
        ("Anne-Marie", "anne\u2013marie"),
        ("Strauß", "STRAUSS"),
        ("Işık", "IŞIK"),
        ("İnci", "inci"),
        ("José", "JOSE\u0301"),
        ("ﬁn", "Fin"),
    ],
)
def test_a_name_is_the_same_in_every_spelling(name: str, spelling: str) -> None:
    assert spoken_form(name) == spoken_form(spelling)


@pytest.mark.parametrize(("name", "other"), [("Ann", "Anne"), ("José", "Jose"), ("Anne-Marie", "Anne Marie")])
def test_other_names_are_others(name: str, other: str) -> None:
    assert spoken_form(name) != spoken_form(other)
