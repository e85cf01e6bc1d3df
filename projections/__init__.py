"""Read models: each a fold of stored events into tables, with its queries beside it."""
