"""Which games are laid out as a card table, and who does it: a view and the printed cards in, the table out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from service.present.tables import agot_lcg
from service.present.tables.laid import TableLayout

TABLES: dict[str, Callable[[dict[str, Any], Any], TableLayout]] = {"agot_lcg": agot_lcg.lay_out_table}
