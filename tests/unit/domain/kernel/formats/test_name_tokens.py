"""Tokens in the place of names, as several readers open them."""

import pytest

from domain.kernel.formats import name_tokens
from domain.kernel.formats.name_tokens import SIGNED, read_names

REFERENCE = "0123456789ab"
TOKEN = SIGNED + f"1:{REFERENCE}:abc".encode() + SIGNED


class Known:
    """A reader that knows one name, or nobody."""

    def __init__(self, name: str | None) -> None:
        self.name = name

    def open(self, reference: str, sealed: str) -> str | None:
        return self.name


class Gone:
    """A reader whose store does not answer."""

    def open(self, reference: str, sealed: str) -> str | None:
        raise OSError("no such store")


def test_a_reader_that_cannot_be_asked_counts_where_no_other_has_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(name_tokens, "READERS", [Gone(), Known(None), Known("Ann")])
    assert read_names(TOKEN) == b"Ann"
    monkeypatch.setattr(name_tokens, "READERS", [Gone(), Known(None)])
    with pytest.raises(OSError, match="no such store"):
        read_names(TOKEN)
    monkeypatch.setattr(name_tokens, "READERS", [Known(None)])
    assert read_names(TOKEN) == f"player {REFERENCE}".encode()
