"""`python -m claimlint`."""

from claimlint.cli import main

if __name__ == "__main__":
    main()
