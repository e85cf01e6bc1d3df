"""The rule book of agot_lcg, the list of rules that a joust does not exercise, and the loader of both."""

import tomllib
from importlib.resources import files

import pytest

from domain.kernel.rulebook import RuleBook, RuleBookError, UnknownRule, kernel_rules, load_rules, read_rules

GAME = "domain.games.agot_lcg"
ATTACKER = "agot_lcg.step.4-2-attacker-eligibility"


def book() -> RuleBook:
    return read_rules(GAME)


def listed(kind: str) -> list[dict[str, str]]:
    text = files(GAME).joinpath("not_mechanical.toml").read_text(encoding="utf-8")
    rows: list[dict[str, str]] = tomllib.loads(text)[kind]
    return rows


def unexercised() -> list[str]:
    return [row["id"] for kind in ("melee", "not_mechanical") for row in listed(kind)]


def rule(**changes: str | None) -> str:
    row = {"id": "g.a.b", "title": "T", "text": "S.", "kind": "limit"} | changes
    lines = [f'{key} = "{value}"' for key, value in row.items() if value is not None]
    return "\n".join(["[[rule]]", *lines, ""])


def test_the_book_has_so_many_rules_all_of_its_own_game() -> None:
    assert len(book()) == len(set(book().ids)) == 642
    assert all(id.startswith("agot_lcg.") for id in book().ids)


def test_a_rule_is_found_by_its_id() -> None:
    assert book()[ATTACKER].kind == "legality"
    assert ATTACKER in book()


def test_an_unknown_id_is_named_by_the_error() -> None:
    assert "agot_lcg.step.9-9" not in book()
    with pytest.raises(UnknownRule, match=r"no rule has the id 'agot_lcg.step.9-9'"):
        book()["agot_lcg.step.9-9"]


def test_a_prefix_selects_whole_segments() -> None:
    both = load_rules(rule(id="g.deck.a") + rule(id="g.deck-limit.a"))
    assert [rule.id for rule in both.of("g.deck")] == ["g.deck.a"]
    assert both.of("g") == tuple(both)
    assert [rule.id for rule in both.of("g.deck-limit.a")] == ["g.deck-limit.a"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (rule() + rule(), "'g.a.b' is defined twice"),
        (rule(text=None), r"'g.a.b' \(number 1\).*`text`"),
        (rule() + rule(id=None), r"\(number 2\).*`id`"),
        (rule(title=""), "'g.a.b'.*title"),
        (rule(id="No id"), "'No id'.*id"),
        (rule(source="x"), "'g.a.b'.*source"),
        ('game = "h"\n' + rule(), "'g.a.b' stands in the book of 'h'"),
        ("rules = 1", "rules"),
        ("[[rule]", "not a rule book"),
    ],
)
def test_a_faulty_book_is_refused_with_the_rule_and_the_field(text: str, complaint: str) -> None:
    with pytest.raises(RuleBookError, match=complaint):
        load_rules(text)


def test_books_merge_and_clash_by_id() -> None:
    one, other = load_rules(rule()), load_rules(rule(id="g.a.c"))
    assert one.merge(other).ids == ("g.a.b", "g.a.c")
    with pytest.raises(RuleBookError, match=r"'g\.a\.b' is defined twice"):
        one.merge(other, one)


def test_the_rules_of_no_game_stand_beside_those_of_a_game() -> None:
    assert len(kernel_rules().merge(book())) == len(kernel_rules()) + len(book())


def test_every_listed_rule_exists_and_is_listed_once() -> None:
    ids = unexercised()
    assert len(ids) == len(set(ids))
    assert [id for id in ids if id not in book()] == []


def test_the_lists_stay_as_short_as_they_were_reviewed() -> None:
    assert (len(listed("melee")), len(listed("not_mechanical"))) == (36, 26)


def test_every_reason_is_a_sentence_of_its_own() -> None:
    reasons = [row["reason"] for row in listed("not_mechanical")]
    assert len(reasons) == len(set(reasons))
    assert all(reason[0].isupper() and reason.endswith(".") for reason in reasons)
    assert min(len(reason.split()) for reason in reasons) >= 8
    assert not {reason for reason in reasons for rule in book() if reason == rule.text}


def test_a_reason_that_names_another_rule_names_one_that_must_be_exercised() -> None:
    words = " ".join(row["reason"] for row in listed("not_mechanical")).split()
    named = {f"agot_lcg.{word.strip('.,;')}" for word in words if "." in word[:-1]}
    assert named
    assert [id for id in sorted(named) if id not in book() or id in unexercised()] == []


def test_titles_rivals_supports_and_redirects_wait_for_the_melee() -> None:
    later = {row["id"] for row in listed("melee")}
    families = ("agot_lcg.titles", "agot_lcg.rivals", "agot_lcg.supports", "agot_lcg.redirect")
    assert {rule.id for family in families for rule in book().of(family)} <= later


def test_what_a_joust_skips_is_not_put_off_to_the_melee() -> None:
    later = {row["id"] for row in listed("melee")}
    assert "agot_lcg.joust.no-titles" not in later
    assert "agot_lcg.step.1-4-melee-only" not in later
    assert "agot_lcg.timing-chart.melee-only-events" not in later
