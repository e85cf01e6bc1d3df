"""Cases: the state of a dispute, who may enter what, who reads what. Read `case`, then `deciding`."""
