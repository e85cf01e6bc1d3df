"""The facts of the family: what happens and how it is folded. Each game has each of them under a tag of its own."""
