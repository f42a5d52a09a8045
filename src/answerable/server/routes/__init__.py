"""One file per group of routes; each only takes a request apart and hands it to the desk."""
