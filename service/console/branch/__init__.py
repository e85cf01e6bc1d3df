"""Pages of branches."""
