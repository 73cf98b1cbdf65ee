"""The rules once more, computed another way, to check the package against."""
