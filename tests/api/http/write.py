"""What is generated: `python -m tests.api.http.write` writes the document anew."""

from __future__ import annotations

import json
from typing import Any

from service.http.app import routed
from tests.api.cli import ROOT

DOCUMENT = ROOT / "api_docs" / "openapi.json"


def document() -> dict[str, Any]:
    """The document as it is served."""
    app = routed()
    served: dict[str, Any] = app.test_client().get("/v1/openapi.json").json
    return served


if __name__ == "__main__":
    DOCUMENT.write_text(json.dumps(document(), indent=1) + "\n")
