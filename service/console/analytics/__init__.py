"""Figures for analysts and organizers: numbers with their intervals as tables and charts, and the rows behind them.

Read `pages`, then `figure_tables` (numbers in words), then `charts` (the same numbers as Vega-Lite).
"""
