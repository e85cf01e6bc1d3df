"""What every card game has, once: no rule of one game stands here, and no game is known here."""
