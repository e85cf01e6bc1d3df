"""How cards of both games enter play: marshalled, as duplicates, barred by a copy in the dead pile."""
