"""Parts of effects: bowing and honor, pools, conflicts and provinces, rings, duels, hidden cards, time."""
