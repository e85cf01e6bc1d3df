"""Changes by hand where this game says more than its family: duplicates, names of areas, the repair of its frames."""
