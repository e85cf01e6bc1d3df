"""Positions: a table written and read as a document. `reading`, `building`, `export`; `expectations` of scenarios."""
