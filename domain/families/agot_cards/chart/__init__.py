"""What the steps of the timing chart do in both games; a game lists them under its own numbers and adds its own.

A module for each phase, as in a game; `framework` carries out what a step causes.
"""
