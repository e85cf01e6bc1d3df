"""What a card enters play as, what bars a unique one, and ambush."""
