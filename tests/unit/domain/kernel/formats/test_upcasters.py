"""Stored events of an older shape are brought to today's."""

import msgspec
import pytest

from domain.kernel.formats import upcasters
from domain.kernel.formats.name_tokens import SIGN
from domain.kernel.formats.upcasters import upcast, upcast_all, upcaster

OLD = b'{"kind":"action","engine":"1","facts":[{"fact":"x.gold_gained","amount":2},{"fact":"x.other"}]}'


@pytest.fixture(autouse=True)
def no_upcasters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upcasters, "UPCASTERS", [])


def test_without_upcasters_the_bytes_stay() -> None:
    assert upcast(OLD) is OLD


def test_an_old_shape_is_changed_and_nothing_else() -> None:
    @upcaster("x.gold_gained", engine=2)
    def amount_is_called_gold(raw: upcasters.Raw) -> upcasters.Raw:
        return {"fact": raw["fact"], "gold": raw["amount"]}

    facts = msgspec.json.decode(upcast(OLD))["facts"]
    assert facts == [{"fact": "x.gold_gained", "gold": 2}, {"fact": "x.other"}]


def test_upcasters_apply_in_the_order_of_engines_to_older_events_only() -> None:
    upcaster("x.gold_gained", engine=3)(lambda raw: {**raw, "gold": raw["gold"] * 10})
    upcaster("x.gold_gained", engine=2)(lambda raw: {"fact": raw["fact"], "gold": raw["amount"]})
    assert msgspec.json.decode(upcast(OLD))["facts"][0]["gold"] == 20
    newer = OLD.replace(b'"engine":"1"', b'"engine":"3"')
    assert upcast(newer) is newer


def test_many_are_read_as_each_alone_with_upcasters_and_without() -> None:
    named = OLD.replace(b"x.other", f"{SIGN}1:0123456789ab:AA{SIGN}".encode())
    stored = [OLD, named]
    assert list(upcast_all(stored)) == [upcast(OLD), upcast(named)] != stored
    upcaster("x.gold_gained", engine=2)(lambda raw: {"fact": raw["fact"], "gold": raw["amount"]})
    assert list(upcast_all(stored)) == [upcast(OLD), upcast(named)]
    assert all(b'gold":2' in each for each in upcast_all(stored))
