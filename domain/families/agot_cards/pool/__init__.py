"""What is printed on the cards of both games, and how it is read; each game adds its own fields."""
