"""Forms of texts: patterns for the whole text of a field.

Python's `$` matches before a line end too, that of JSON Schema only at the end. So `form` ends a pattern in another
way, and `with_json_schema_patterns` writes it for the document.
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
    """The constraint of a text that matches a pattern as a whole, with a description and other limits."""
    return Meta(pattern=f"^{pattern}{END}", description=description, **limits)


def line(most: int) -> Meta:
    """The constraint of a name: one line of at most `most` characters, no control, no space at its ends, not empty."""
    return form(LINE, NAMED, min_length=1, max_length=most)


BROKEN = re.compile(rf"[{BREAKS}]|\A\s+|\s+\Z")
PICTURES = {**{n: chr(0x2400 + n) for n in range(0x21)}, 0x7F: "\u2421"}  # of controls, of a space
NO_PICTURE = "\ufffd"


def mark_line(text: str) -> str:
    """A text as a name of one line that is as long: what may not stand in one is written by its picture."""
    return BROKEN.sub(lambda found: "".join(PICTURES.get(ord(each), NO_PICTURE) for each in found.group()), text)


def with_json_schema_patterns(schema: Json) -> Json:
    """The schema of msgspec with the patterns of its forms as JSON Schema writes them."""
    if isinstance(schema, list | tuple):
        return [with_json_schema_patterns(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    whole = {name: with_json_schema_patterns(each) for name, each in schema.items()}
    pattern = whole.get("pattern")
    if not isinstance(pattern, str) or not pattern.endswith(END):
        return whole
    return {**whole, "pattern": f"{pattern.removesuffix(END)}$"}
