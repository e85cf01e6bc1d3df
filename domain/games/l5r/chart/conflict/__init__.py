"""One conflict, from its declaration to the return home (framework steps 3.2 to 3.2.8).

Read `steps` (the flat list), then `declaration`, `defense`, `outcome`, `ring_effects`, `return_home`.
"""
