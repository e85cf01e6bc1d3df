"""Pages of cases, and the forms of their commands."""
