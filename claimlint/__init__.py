"""claimlint: a linter for the numbers in technical documents."""

__version__ = "0.1.0"
