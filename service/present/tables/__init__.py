"""Tables of card games for the console: `laid` (the values that a page lays out), and each game's own."""
