"""Changes by hand at this table: their meaning, forms and words, and the repair of the running frames."""
