"""Matches decided again under other rules: what is changed, and where each match parts from its record."""
