"""The history of matches for analysts: tables declared as structs, and readers that fill them from a replayed match.

Read `tables` (what is declared), then `reading` (what a reader is told).
"""
