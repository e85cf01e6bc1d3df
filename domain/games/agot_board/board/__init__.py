"""The board: borders and transport, control, supply, units and orders; and the functions for every change of it."""
