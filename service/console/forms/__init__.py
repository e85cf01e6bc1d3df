"""Forms: controls, form data and how they are read, and refusals in the terms of a form."""
