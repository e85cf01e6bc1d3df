"""The abilities of this game's cards: which there are, from where they work, what keywords do, what cards gain."""
