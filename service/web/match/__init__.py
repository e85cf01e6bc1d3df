"""What the API and the console share about matches: opening, places, questions, the list."""
