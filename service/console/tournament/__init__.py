"""Pages of tournaments, and the forms of what their staff may do."""
