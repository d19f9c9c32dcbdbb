"""The language server: what `claimlint check` says, while a page is written.  One module per feature."""
