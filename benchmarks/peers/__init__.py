"""Other packages that score bridge: fetched for the benchmarks alone, and asked the same as xlvp."""
