"""Positions of any card game: read (`reading`), built (`building`), written (`writing`); what scenarios expect."""
