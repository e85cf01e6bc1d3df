"""The API of branches."""
