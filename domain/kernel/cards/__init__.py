"""Cards in zones: who sees them, the table that they lie on, the facts of their moves, and how games move them."""
