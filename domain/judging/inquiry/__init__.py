"""Inquiry: what a judge asks of a match. Everything stands on `chronicle`; nothing here changes a match."""
