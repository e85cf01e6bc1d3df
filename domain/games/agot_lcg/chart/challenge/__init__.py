"""One challenge, from its initiation to its end (framework steps 4.2 to 4.2.6).

Read `steps` (the flat list), then `initiation`, `defense`, `outcome`, `claim`, `keywords`, `ending`."""
