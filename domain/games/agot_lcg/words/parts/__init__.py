"""The parts of effects: what abilities do.

A part that acts on cards says on which (`on`, by default the target), whether it affects a given card (a card that it
would not affect is no eligible target), and what happens to it. Each ends with its happening or reports what it did.
"""
