"""Tests of the judge's desk: its questions and its actions, on every game."""
