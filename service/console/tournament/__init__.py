"""Pages of tournaments, and the forms of the staff's commands."""
