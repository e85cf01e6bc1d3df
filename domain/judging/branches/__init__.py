"""Branches: a match played on from one of its versions, with other decisions or corrections."""
