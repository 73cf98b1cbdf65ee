"""Template workbooks: a scorecard for a match, a Swiss event, a league, a pairs session, and scales to pin up."""
