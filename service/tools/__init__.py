"""Tools of the development: measurements, perft, rule coverage, the mutation run, random play, generated pages."""
