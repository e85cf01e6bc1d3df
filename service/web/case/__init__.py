"""What the API and the console share about cases: who reads what of them, and their documents."""
