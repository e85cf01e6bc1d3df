"""One challenge: `initiation`, `defense`, `comparison` of strength, `outcome`, `claim`, `ending`."""
