"""The checks of each command, in the order in which they are asked (`lists`), and the moments of each command."""
