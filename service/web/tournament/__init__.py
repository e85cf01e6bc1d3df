"""What the API and the console share about tournaments: who reads what of them."""
