"""Names are found in words and links in every spelling, and nothing else is."""

from __future__ import annotations

import pytest

from service.app.players.name_finding import NameFinder, may_have, words_of_name


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("Ann", "Ann, ann and ANNE", ["Ann", "ann"]),
        ("Ann Ames", "ann\tAMES; Ann-Ames; Ann", ["ann\tAMES", "Ann-Ames"]),
        (
            "Ann Ames",
            "Ann\u00a0Ames, ann\u2011ames, A\u200bnn \u3000Ames",
            ["Ann\u00a0Ames", "ann\u2011ames", "A\u200bnn \u3000Ames"],
        ),
        ("Ann Ames", "Ann\u200bAmes and Ann\u2060 Ames, AnnAmes", ["Ann\u200bAmes", "Ann\u2060 Ames"]),
        ("Ann", "said\u200bAnn\u200band AnnE", ["Ann"]),
        ("Ann Ames", "Ann\u2800Ames \u3164ann \uffa0 ames", ["Ann\u2800Ames", "ann \uffa0 ames"]),
        ("Ann Ames", "https://x.test/Ann+Ames?of=ann_ames", ["Ann+Ames", "ann_ames"]),
        ("Ann Ames", "x/ANN%20AMES x/%41nn%2520Ames %ff%41nn ames", ["ANN%20AMES", "%41nn%2520Ames", "%41nn ames"]),
        ("Sean O'Hara", "Sean O\u2019Hara, sean o`hara", ["Sean O\u2019Hara", "sean o`hara"]),
        ("Strauß", "STRAUSS strauss strau%C3%9F Straus", ["STRAUSS", "strauss", "strau%C3%9F"]),
        ("Straus", "Strauß", []),
        ("Işık Ali", "IŞIK ALİ, ışık ali, I\u0327S\u0327IK ALI", ["IŞIK ALİ", "ışık ali"]),
        ("José", "JOSE\u0301, jose\u0301, Ｊｏｓé, Jose", ["JOSE\u0301", "jose\u0301", "Ｊｏｓé"]),
        ("王伟", "王伟说了, 小王伟", ["王伟", "王伟"]),
        ("김철수", "김철수가 \u1100\u1175\u11b7철수", ["김철수", "\u1100\u1175\u11b7철수"]),
        ("Zoë 🐉", "zoe\u0308🐉!", ["zoe\u0308🐉"]),
        ("a", "a man, a plan", []),
        ("A. (B)", "A. (B)", []),
        ("Bo", "Bo", []),
        ("王", "王", []),
        ("", "a", []),
        ("erased player 0123456789ab", "erased player 0123456789ab", []),
    ],
)
def test_whole_names_are_found_however_they_are_spelled(name: str, text: str, found: list[str]) -> None:
    assert [text[each.begin : each.end] for each in NameFinder([name]).find(text)] == found
    if found:
        assert may_have(words_of_name(name), text.encode())


def test_the_longer_name_is_found_first() -> None:
    finder = NameFinder(["Ann", "Ann Ames", "Ames"])
    assert [each.name for each in finder.find("Ann, Ann Ames, Ames Ann")] == ["Ann", "Ann Ames", "Ames", "Ann"]
    assert (
        finder.replace("see ANN AMES or ann", lambda name, text: f"<{name}:{text}>")
        == "see <Ann Ames:ANN AMES> or <Ann:ann>"
    )


def test_links_are_unquoted_a_few_times_only() -> None:
    """Else a long text would take a day."""
    assert not list(NameFinder(["Ann"]).find("%" + "25" * 4000 + "41nn"))
