"""What the store tells a caller whom it could not serve: it did not answer in time, or others were always first."""


class Unavailable(Exception):
    """The store did not answer in time; the request may have been stored: repeat it under the same key."""


class Contended(Exception):
    """Other writers were first at every try, and the wait stayed open: repeat the request."""
