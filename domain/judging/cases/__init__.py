"""Cases: what a dispute has come to, who may enter what, who reads what. Read `case`, then `deciding`."""
