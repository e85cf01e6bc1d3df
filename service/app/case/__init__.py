"""Cases of the store: opened, moved, found; the desks of judges, and precedents."""
