"""Cards in play and on piles: which constant abilities apply, and who orders what comes to a pile."""
