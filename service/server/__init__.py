"""The processes of `praetor serve`: the arbiter, its workers, the projector beside them."""
