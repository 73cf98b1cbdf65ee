"""What is made from the sources and committed: the documentation of the functions, workbooks, and their pictures."""
