"""The parts of effects: what abilities do.

A part that acts on cards names them (`on`, by default the target), decides whether it affects a given card (else the
card is not an eligible target), and carries out the change. Each ends with its occurrence, or reports its result.
"""
