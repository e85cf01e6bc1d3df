"""The checks of each command in order (`lists`), and the moments of each command."""
