"""The API of matches: opening, commands, reads, questions, records."""
