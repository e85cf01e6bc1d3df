"""Ids and moments as people type them: a phone begins them with a capital and leaves spaces, pages write v41 for 41."""

from __future__ import annotations

import re

ID = re.compile(r"[bcem]-[a-z0-9-]{1,60}")
PLACE = r"v?(?P<place>[1-9][0-9]*(?:\.[1-9][0-9]*)?)"
TYPED = re.compile(rf"\s*(?P<id>{ID.pattern})(?:@{PLACE})?\s*", re.IGNORECASE | re.ASCII)
MOMENT = re.compile(rf"\s*@?{PLACE}\s*", re.IGNORECASE | re.ASCII)
# the address of a page of the console or of a resource of the API; what follows the id may say at which moment
ADDRESS = re.compile(
    rf"\s*(?:\S*/)?(?:console/|v1/)(?:cases/(?P<case>c-[a-z0-9-]{{1,60}})|matches/(?P<match>m-[a-z0-9-]{{1,60}}))"
    rf"(?:(?:\S*[?&]at=|/actions/|@){PLACE}(?![\w.@])|(?![a-z0-9-]))\S*\s*",
    re.IGNORECASE | re.ASCII,
)
# the dashes that a phone, a sheet or a text program writes in the place of a hyphen
DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d", "-"))


def read_id(text: str) -> str:
    """The id of a match, case, branch or event, or the moment of a match, as the store keeps it: `M-1@v41` is `m-1@41`.

    Any other text is returned unchanged.
    """
    found = TYPED.fullmatch(text.translate(DASHES))
    if found is None:
        return text
    return found["id"].lower() + (f"@{found['place']}" if found["place"] else "")


def read_moment_alone(text: str) -> str:
    """The moment in a text that names one without its match, as `v41.2` or `@41.2`; empty for any other text."""
    found = MOMENT.fullmatch(text)
    return found["place"] if found else ""


def read_address(text: str) -> str:
    """The case, match or moment that the address of one of its pages or resources names, as the store keeps it.

    `/console/matches/m-1?at=v41.2` is `m-1@41.2`, and so is the moment itself. Any other text is returned unchanged.
    """
    found = ADDRESS.fullmatch(text.translate(DASHES))
    if found is None:
        return read_id(text)
    if found["case"]:
        return found["case"].lower()
    return found["match"].lower() + (f"@{found['place']}" if found["place"] else "")
