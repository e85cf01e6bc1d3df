"""Negative expectations: the key that an unknown one means, where it negates in words of its own."""

from __future__ import annotations

from collections.abc import Collection

from domain.kernel.formats.reading import DocumentNode, Unreadable, meant_by

# The keys that have a negative form, with it.
NEGATIVE = {"can": "cannot", "offers": "offers_not", "happened": "not_happened", "knows": "knows_not"}
# Words that say no, with what is left of each when it does not.
SAY_NO = {
    **dict.fromkeys(("no", "not", "never", "dont", "doesnt", "didnt", "isnt", "wasnt", "wont"), ""),
    **dict.fromkeys(("cant", "cannot"), "can"),
}


def unknown_key(key: DocumentNode, why: str, name: str, keys: Collection[str]) -> Unreadable:
    """The error for an unknown key: what may have been meant, first the same parts in another order.

    For a negation it is a key that negates too.
    """
    if turned := next((each for each in keys if sorted(each.split(".")) == sorted(name.split("."))), ""):
        return key.wrong(why, turned)
    close = meant_by(without_negation(name), keys)
    root, *path = close.split(".")
    if not close or without_negation(name) == name:
        return key.unknown_word(why, name, keys)
    if root not in NEGATIVE:
        return key.wrong(f"{why}; {close} has no negative form: say what is found there instead")
    return key.wrong(why, ".".join((NEGATIVE[root], *path)))


def without_negation(name: str) -> str:
    """The key without the words of negation before its first point."""
    root, point, path = name.partition(".")
    words = [SAY_NO.get(word, word) for word in root.replace("'", "").replace(" ", "_").split("_")]
    return "_".join(word for word in words if word) + point + path
