"""The words in which abilities of cards are declared, and their form as plain data."""
