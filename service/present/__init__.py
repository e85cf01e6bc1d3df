"""Presentation of a match for people: in words (`text`), as tables (`tables`), as pictures (`svg`)."""
