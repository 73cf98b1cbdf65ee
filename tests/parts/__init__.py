"""Parts that tests of several routes share."""
