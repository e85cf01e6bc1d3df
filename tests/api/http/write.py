"""What is generated: `python -m tests.api.http.write` writes the document anew."""

from __future__ import annotations

import json
from typing import Any

from service.web.app import document as made
from tests.api.cli import ROOT

DOCUMENT = ROOT / "api_docs" / "openapi.json"


def document() -> dict[str, Any]:
    """The document as it is served."""
    served: dict[str, Any] = json.loads(made().document_bytes)
    return served


if __name__ == "__main__":
    DOCUMENT.write_text(json.dumps(document(), indent=1) + "\n")
