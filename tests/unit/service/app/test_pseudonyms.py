"""A player's pseudonym: one for every spelling of the name, another under every key."""

from service.app.pseudonyms import player_pseudonym

KEY, OTHER = bytes(32), bytes(range(32))


def test_a_pseudonym_is_the_same_for_every_spelling_of_a_name() -> None:
    found = {player_pseudonym(KEY, name) for name in ("Ann O'Hara", "ann  o’hara", "ANN O'HARA ")}
    assert len(found) == 1
    [pseudonym] = found
    assert pseudonym.startswith("p-")
    assert "ann" not in pseudonym


def test_names_and_keys_give_different_pseudonyms() -> None:
    assert len({player_pseudonym(key, name) for key in (KEY, OTHER) for name in ("Ann", "Bert")}) == 4
