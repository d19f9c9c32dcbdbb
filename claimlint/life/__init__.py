"""The life of a model: who quotes it, what a change of it would do, and how one begins."""
