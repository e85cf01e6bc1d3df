"""Changes by hand at this table: what each means, its forms and words, and what becomes of the frames under way."""
