"""What the guides of api_docs/contributing show, as code, data and scenarios that tests run."""
