"""Families: what the games of one line share beside what every card game has."""
