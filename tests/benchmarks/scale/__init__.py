"""What a hundred thousand matches take: `python -m tests.benchmarks.scale COMMAND`, of which each has a module.

A figure is one line. Times are those of the processor, user and system, so that the load of the machine counts for
little; where seconds by the clock are meant, the line says so.
"""
