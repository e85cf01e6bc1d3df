"""The documentation page, `/v1/docs`: Swagger UI over the OpenAPI document, from files of this service alone.

A browser runs only files with the hash that the page names: of Swagger UI the published hash, which `vendored.toml`
lists.
"""

from __future__ import annotations

import tomllib
from base64 import b64encode
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.resources import files
from threading import Lock

from flask import Blueprint, Response, render_template
from msgspec import Struct

from service.http.document import OpenApiDocument
from service.web.problems import Problem
from service.web.responses import JSON, static_response

HOME = files("service.http")
STATIC = HOME.joinpath("static")
VENDORED = {each["name"]: each["sha256"] for each in tomllib.loads(HOME.joinpath("vendored.toml").read_text())["file"]}
TYPES = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"}
TEXT = "text/plain; charset=utf-8"
STYLES = ("swagger-ui.css", "docs.css")
SCRIPTS = ("swagger-ui-bundle.js", "docs.js")
POLICY = "; ".join(
    (
        "default-src 'none'",
        *(f"{kind} 'self'" for kind in ("script-src", "style-src", "connect-src")),
        "img-src 'self' data:",  # the style of Swagger UI holds its icons
        *(f"{kind} 'none'" for kind in ("form-action", "frame-ancestors", "base-uri")),
    )
)
SAFETY = {"Referrer-Policy": "no-referrer", "Content-Security-Policy": POLICY}


class PageFile(Struct, frozen=True):
    """A file that the page loads or names: its bytes, its type, and the SHA-256 that it must have, in hexadecimal."""

    name: str
    content: bytes
    type: str
    sha256: str

    @property
    def address(self) -> str:
        """Its path, which changes with its content: browsers may keep what they have."""
        return f"/v1/docs/{self.name}?v={self.sha256[:16]}"

    @property
    def integrity(self) -> str:
        """The hash for browsers."""
        return f"sha256-{b64encode(bytes.fromhex(self.sha256)).decode()}"


def read_file(name: str) -> PageFile:
    """A file of the page; a file of Swagger UI has the listed hash, even where its content has changed."""
    content = (STATIC.joinpath("swagger-ui") if name in VENDORED else STATIC).joinpath(name).read_bytes()
    kind = TYPES.get(name.rpartition(".")[2], TEXT)
    return PageFile(name, content, kind, VENDORED.get(name) or sha256(content).hexdigest())


@cache
def page_files() -> dict[str, PageFile]:
    """Every file of the page by its name, read when the first is asked for."""
    return {name: read_file(name) for name in dict.fromkeys((*VENDORED, *STYLES, *SCRIPTS))}


def docs_views(document: Callable[[], OpenApiDocument]) -> Blueprint:
    """The blueprint with the OpenAPI document, its page and the page's files; the document is made on first request."""
    views = Blueprint("docs", __name__, url_prefix="/v1", template_folder="templates")
    making = Lock()

    @cache
    def render_docs() -> str:
        found = page_files()
        return render_template(
            "docs.html", styles=[found[name] for name in STYLES], scripts=[found[name] for name in SCRIPTS]
        )

    @views.get("/openapi.json")
    def openapi() -> Response:
        # whoever asks while it is made waits for it: each would make one of its own
        with making:
            content = document().document_bytes
        return static_response(Response(content, content_type=JSON))

    @views.get("/docs")
    def page() -> Response:
        return static_response(Response(render_docs(), headers=SAFETY, content_type="text/html; charset=utf-8"))

    @views.get("/docs/<name>")
    def page_file(name: str) -> Response:
        found = page_files().get(name)
        if found is None:
            raise Problem(404, "request.unknown-path")
        return static_response(Response(found.content, content_type=found.type))

    return views
