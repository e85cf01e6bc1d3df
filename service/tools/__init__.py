"""Development tools: benchmarks, perft, rule coverage, the mutation run, random play, generated pages."""
