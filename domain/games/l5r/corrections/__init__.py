"""Changes by hand where this game says more than every card game: areas, its facts, the repair of its frames."""
