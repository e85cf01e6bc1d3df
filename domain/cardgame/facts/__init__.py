"""The facts of card games, each with its fold. Moves of cards, learning and windows are the kernel's."""
