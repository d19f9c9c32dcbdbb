"""The commands, one module each: a module `NAME.py` holds `command`, a click command."""
