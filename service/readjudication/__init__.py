"""Many matches decided again under other rules: where they come from, who decides them, what is written of them."""
