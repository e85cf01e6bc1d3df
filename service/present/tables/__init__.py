"""Tables of card games for the console: `laid` (the values that a page lays out), and one module for each game."""
