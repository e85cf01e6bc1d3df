"""Which games have a board that can be drawn, and who draws it: a view in, an SVG document out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from service.drawing import board

DRAWINGS: dict[str, Callable[[dict[str, Any]], str]] = {"agot_board": board.drawn}
