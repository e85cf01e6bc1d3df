"""Whether what is stored is whole, and what today's engine decides of it."""
