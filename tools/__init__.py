"""What is made from the sources and committed: the documentation with its drawing, workbooks, and their pictures."""
