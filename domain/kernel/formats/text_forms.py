"""Forms of texts: what the whole text of a field is like.

A pattern is of the whole text. Python's `$` fits before a line end too, that of JSON Schema at the end alone: so `form`
ends a pattern otherwise, and `with_json_schema_patterns` writes it for the document.
"""

from __future__ import annotations

import re
from typing import Any

from msgspec import Meta

from domain.kernel.refusals import Json

END = r"\Z"
# what breaks a line or is no character to read: controls, the separators of lines and of paragraphs
BREAKS = r"\u0000-\u001f\u007f-\u009f\u2028\u2029"
NAMED = "a name of one line with no space before or behind it, as `Ann Ames`"
LINE = rf"[^\s{BREAKS}]([^{BREAKS}]*[^\s{BREAKS}])?"


def form(pattern: str, description: str, **limits: Any) -> Meta:
    """Texts of which the whole is of a pattern, as the description says, within other limits."""
    return Meta(pattern=f"^{pattern}{END}", description=description, **limits)


def line(most: int) -> Meta:
    """Names of one line of at most so many characters: no control, no space before or behind, not empty."""
    return form(LINE, NAMED, min_length=1, max_length=most)


BROKEN = re.compile(rf"[{BREAKS}]|\A\s+|\s+\Z")
PICTURES = {**{n: chr(0x2400 + n) for n in range(0x21)}, 0x7F: "\u2421"}  # of controls, of a space
NO_PICTURE = "\ufffd"


def mark_line(text: str) -> str:
    """A text as a name of one line that is as long: what may not stand in one is written by its picture."""
    return BROKEN.sub(lambda found: "".join(PICTURES.get(ord(each), NO_PICTURE) for each in found.group()), text)


def with_json_schema_patterns(schema: Json) -> Json:
    """A schema of msgspec with the patterns of its forms as JSON Schema writes them."""
    if isinstance(schema, list | tuple):
        return [with_json_schema_patterns(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    whole = {name: with_json_schema_patterns(each) for name, each in schema.items()}
    pattern = whole.get("pattern")
    if not isinstance(pattern, str) or not pattern.endswith(END):
        return whole
    return {**whole, "pattern": f"{pattern.removesuffix(END)}$"}
