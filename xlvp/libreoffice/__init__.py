"""The extension for LibreOffice Calc."""
