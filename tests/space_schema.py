"""`python -m tests.space_schema` writes the published schema of spaces of answers anew (api_docs/schemas)."""

from __future__ import annotations

import json
from pathlib import Path

from domain.kernel.spaces.codec import schema

FILE = Path(__file__).parents[1] / "api_docs" / "schemas" / "space.schema.json"


def schema_text() -> str:
    """The schema as it stands in the file."""
    return json.dumps(schema(), indent=2) + "\n"


if __name__ == "__main__":
    FILE.write_text(schema_text(), encoding="utf-8")
