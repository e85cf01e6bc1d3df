"""File formats: records, decks, pairings, positions, scenarios and exports, read strictly and written in one form."""
