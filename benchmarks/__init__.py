"""What xlvp costs and how often it is right, against what else one could use, measured beside it in the same run."""
