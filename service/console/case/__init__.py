"""Pages of cases, and the forms of what may be done in one."""
