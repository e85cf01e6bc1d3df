"""Scenarios: a position, commands and expectations are read and played. Read `scenario`, then `runner`."""
