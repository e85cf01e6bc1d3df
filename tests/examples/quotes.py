"""The pieces of files that a guide quotes: `python -m tests.examples.quotes` writes them anew.

A guide says above a block of code which file it is from, and with which text a line of the piece begins; without that
text it quotes the whole file:

    <!-- tests/examples/cairn/turns.py: def begin_turn -->

A piece is the paragraph in which that line stands, decorators included, with the paragraphs after it that are indented
more. A piece of a class is moved to the margin; of YAML it is a document.
"""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).resolve().parents[2]
GUIDES = ROOT / "api_docs" / "contributing"
QUOTE = re.compile(r"(<!-- (?P<path>[\w./-]+)(?:: (?P<start>.+?))? -->\n\n?```\w*\n)(?P<text>.*?)(?=```\n)", re.DOTALL)
ENDS = ("", "---")
CLOSES = (")", "]", "}")


def guides() -> list[Path]:
    return sorted(GUIDES.glob("*.md"))


def piece_of(text: str, start: str) -> str:
    """The piece of a text in which a line begins with `start`; ValueError where there is none, or several."""
    lines = text.splitlines()
    found = [number for number, line in enumerate(lines) if line.strip().startswith(start)]
    if len(found) != 1:
        raise ValueError(f"{len(found)} lines begin with {start!r}")
    first = last = found[0]
    while first and lines[first - 1].strip() not in ENDS:
        first -= 1
    margin = indent(lines[first])
    while (following := next_line(lines, last, margin)) is not None:
        last = following
    return dedent("\n".join(lines[first : last + 1])) + "\n"


def indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def next_line(lines: list[str], last: int, margin: int) -> int | None:
    """The next line that belongs to a piece; None where it ends."""
    rest = range(last + 1, len(lines))
    following = next((number for number in rest if lines[number].strip()), None)
    if following is None or lines[following] in ENDS:
        return None
    line = lines[following]
    inside = indent(line) > margin or line.lstrip().startswith(CLOSES)
    return following if following == last + 1 or inside else None


def quoted(path: str, start: str | None) -> str:
    """What a guide quotes of a file, as it stands there now."""
    text = (ROOT / path).read_text(encoding="utf-8")
    return piece_of(text, start) if start else text


def with_quotes(guide: str) -> str:
    """The text of a guide with every piece as it stands in its file."""
    return QUOTE.sub(lambda each: each[1] + quoted(each["path"], each["start"]), guide)


if __name__ == "__main__":
    for path in guides():
        path.write_text(with_quotes(path.read_text(encoding="utf-8")), encoding="utf-8")
