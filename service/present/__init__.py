"""A match for people: in words (`text`), as tables (`tables`), drawn (`svg`)."""
