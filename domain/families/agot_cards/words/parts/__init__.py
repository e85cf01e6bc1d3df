"""Parts of effects: killing, kneeling and standing, power, gold, joining and leaving a challenge."""
