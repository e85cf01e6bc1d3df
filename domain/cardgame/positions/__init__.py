"""Positions of any card game: a table written as a document, and what a scenario expects of it."""
