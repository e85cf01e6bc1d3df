"""Tables of card games for the console: `laid` (the values that a page lays out), `registry`, and each game's own."""
