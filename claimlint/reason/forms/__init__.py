"""Forms of statement: each module reads one, and yields the relations that the page's text states."""
