"""How cards enter play and are paid for, and how they are placed on piles when they leave it."""
