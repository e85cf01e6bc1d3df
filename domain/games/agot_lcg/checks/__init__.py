"""The checks of the game's commands: one ordered list for each type of command, the rule book's conditions.

Read `command_context` (what a check reads), `ambush`, `challenges`, `answers`, then `lists` (CHECKS).
Checks of existence come first in a list; a check names the checks that it needs. Windows offer exactly the candidates
that pass all checks.
"""
