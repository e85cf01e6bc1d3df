"""The checks of commands that both games have; each game puts them into its own lists."""
