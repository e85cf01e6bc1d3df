"""The checks of the game's commands: one ordered list for each type of command, the rule book's conditions.

Read `conflicts`, `playing`, then `lists` (CHECKS) and `command_moments`. Windows offer exactly the candidates that pass
all checks.
"""
