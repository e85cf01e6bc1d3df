"""Scenarios: a position, commands and expectations, which are read and played. Read `scenario`, then `runner`."""
