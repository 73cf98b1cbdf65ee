"""The Excel add-in for Windows."""
