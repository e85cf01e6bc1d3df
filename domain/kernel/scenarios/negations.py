"""Keys of expectations that are none, and negative ones: what was meant, also where it negates in words of its own."""

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

    For a negation it is a key that negates too; for fields within fields the key, with points, of the first of them.
    """
    if isinstance(key.value, dict) and (inner := first_within(name, key.value)) in keys:
        return key.wrong("what lies within is named in one key, with points", f"{inner}: ...")
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


def expected_refusal(at: DocumentNode) -> dict[str, DocumentNode]:
    """The command that cannot be given, and the rule that says so. Raises Unreadable where either is missing."""
    fields = at.mapping() if isinstance(at.value, dict) else {}
    if fields.keys() == {"command", "rule"}:
        return fields
    if "command" in fields:
        at.mapping(("command", "rule"))
        raise at.wrong("rule: missing")
    said = ", ".join(f"{name}: ..." for name in fields)
    command = f"{{{said}}}" if said else str(at.value)
    raise at.wrong("expected a command with the rule that refuses it", f"{{command: {command}, rule: ...}}")


def first_within(name: str, value: dict[object, object]) -> str:
    """The key, with points, of the first value that lies within nested fields."""
    inner: object = value
    while isinstance(inner, dict) and inner:
        first, inner = next(iter(inner.items()))
        name = f"{name}.{first}"
    return name
