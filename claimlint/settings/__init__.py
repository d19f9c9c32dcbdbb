"""Settings files: `.claimlint.yaml`, `claimlint.yaml`, or `[tool.claimlint]` of `pyproject.toml`."""
