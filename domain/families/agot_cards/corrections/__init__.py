"""Changes by hand at the tables of both games: their meaning, forms and words, and the repair of challenges."""
