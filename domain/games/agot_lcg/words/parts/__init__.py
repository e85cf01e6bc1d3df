"""Parts of effects that this game adds: killing, kneeling and standing, power, gold, challenges, plots, duplicates."""
