"""Documents and texts read strictly: places in errors, closed lists of names, forms of texts, upcasters."""
