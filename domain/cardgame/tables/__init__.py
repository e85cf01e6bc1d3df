"""What follows from the description of a card game's table: changes by hand of the fields of cards and players."""
