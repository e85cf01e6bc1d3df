"""The board: borders and transport, who controls what, supply, units and orders; and the doors of every change."""
