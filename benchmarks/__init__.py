"""What xlvp costs, as ratios against a plain alternative measured beside it in the same run."""
