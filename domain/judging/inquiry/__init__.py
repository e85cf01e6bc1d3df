"""Inquiry: what a judge asks of a match. Everything is built on `chronicle`; nothing here changes a match."""
