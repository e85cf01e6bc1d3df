"""What both games count of abilities and their limits."""
