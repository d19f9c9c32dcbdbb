"""The rule files: read strictly, every mistake reported with its place.

`python -m claimlint.rulefile` compiles them into claimlint/_rules.json and claimlint/_examples.json.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import yaml

from claimlint import rules
from claimlint.document import DecodeError, decode
from claimlint.findings import SEVERITIES, Problem
from claimlint.rules import Example, Rule

REQUIRED = ("rule", "check", "severity", "summary", "why", "message", "good", "bad")
OPTIONAL = ("without_model", "options", "model")
NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
RESERVED = frozenset(("all", "false", "n", "no", "null", "off", "on", "true", "y", "yes"))
"""No rule has such a name: settings know `all`, and YAML may take the others for no text."""
FIXED = ("fixed", "fixed_unsafely")
EXAMPLE_KEYS = ("doc", "model", "file", *FIXED)


class RuleError(ValueError):
    """The mistakes of all rule files, one `file:line:column: message` a line."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(f"{p.path}:{p.line}:{p.column}: {p.message}" for p in problems))
        self.problems = tuple(problems)


def parse_all(files: Mapping[str, bytes]) -> tuple[Rule, ...]:
    """The rules of the files (content by file name); RuleError tells every mistake."""
    mistakes: list[Problem] = []
    found = []
    for name, content in files.items():
        reader = _Reader(name, mistakes)
        try:
            text = decode(content)
        except DecodeError as error:
            mistakes.append(Problem(name, error.line, error.column, error.message))
            continue
        rule = reader.rule(text)
        if rule is not None:
            found.append(rule)
    if mistakes:
        raise RuleError(mistakes)
    return tuple(found)


def checks() -> list[str]:
    """The names of the checks, as rule files write them."""
    modules = os.listdir(os.path.join(rules.PACKAGE, "checks"))
    names = (module.removesuffix(".py") for module in modules if module.endswith(".py"))
    return sorted(name.replace("_", "-") for name in names if name != "flaw" and not name.startswith("_"))


class _Reader:
    """Reads one rule file; mistakes are added to the list."""

    def __init__(self, file: str, mistakes: list[Problem]) -> None:
        self.file = file
        self.mistakes = mistakes

    def error(self, node: yaml.Node | None, message: str) -> None:
        mark = node.start_mark if node is not None else None
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        self.mistakes.append(Problem(self.file, line, column, message))

    def rule(self, text: str) -> Rule | None:
        loader = yaml.SafeLoader(text)
        try:
            root = loader.get_single_node()
            keys = self.mapping(root, (*REQUIRED, *OPTIONAL), "a rule")
            data: Any = loader.construct_document(root) if root is not None else None
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark
            place = (mark.line + 1, mark.column + 1) if mark else (1, 1)
            self.mistakes.append(Problem(self.file, *place, str(error.problem)))
            return None
        except (yaml.YAMLError, ValueError, RecursionError) as error:
            self.mistakes.append(Problem(self.file, 1, 1, f"not YAML: {error}"))
            return None
        finally:
            loader.dispose()
        if keys is None:
            return None
        before = len(self.mistakes)
        for key in REQUIRED:
            if key not in keys:
                self.error(root, f"the key {key!r} is missing")
        for key in ("rule", "check", "severity", "summary", "why", "message", "without_model", "model"):
            if key in keys and not isinstance(data[key], str):
                self.error(keys[key], f"{key!r} must be text")
        if len(self.mistakes) > before:
            return None
        stem = os.path.basename(self.file).removesuffix(".yaml")
        if data["rule"] != stem:
            self.error(keys["rule"], f"the rule in {self.file} must be named {stem!r}")
        if not NAME.fullmatch(data["rule"]):
            self.error(keys["rule"], "the name of a rule is lower-case words joined by hyphens")
        if data["rule"] in RESERVED:
            self.error(keys["rule"], f"{data['rule']!r} means something else where rules are named")
        self.choice(keys["check"], data["check"], checks(), "check")
        for key in ("severity", "without_model"):
            if key in keys:
                self.choice(keys[key], data[key], SEVERITIES, "severity")
        if not isinstance(data.get("options", {}), dict):
            self.error(keys["options"], "'options' must be a mapping")
        examples = {key: self.examples(keys[key], key, data.get("model")) for key in ("good", "bad")}
        if len(self.mistakes) > before:
            return None
        return Rule(
            name=data["rule"],
            check=data["check"],
            severity=data["severity"],
            without_model=data.get("without_model", data["severity"]),
            summary=data["summary"],
            why=data["why"],
            options=data.get("options", {}),
            message=data["message"],
            good=examples["good"],
            bad=examples["bad"],
        )

    def examples(self, node: yaml.Node, key: str, model: str | None) -> tuple[Example, ...]:
        if not isinstance(node, yaml.SequenceNode) or not node.value:
            self.error(node, f"{key!r} must be a list of examples")
            return ()
        found = []
        for item in node.value:
            parts: dict[str, Any] = {"file": "page.md", "model": model}
            if isinstance(item, yaml.ScalarNode):
                parts["doc"] = item.value
            else:
                keys = self.mapping(item, EXAMPLE_KEYS, "an example")
                if keys is None:
                    continue
                if "doc" not in keys:
                    self.error(item, "the example lacks its 'doc'")
                    continue
                odd = [name for name, value in keys.items() if not isinstance(value, yaml.ScalarNode)]
                for name in odd:
                    self.error(keys[name], f"{name!r} must be text")
                if odd:
                    continue
                parts.update((name, value.value) for name, value in keys.items())
                # `model:` left empty takes away the model that all examples of the file share.
                parts["model"] = parts["model"] or None
            example = Example(**parts, line=item.start_mark.line + 1)
            marks = re.sub("[^«»]", "", example.doc)
            if key == "good" and (example.fixed, example.fixed_unsafely) != (None, None):
                self.error(item, "in a good example there is nothing to fix")
            if key == "good" and marks:
                self.error(item, "a good example has nothing between « and »")
            if key == "bad" and (not marks or marks != "«»" * (len(marks) // 2)):
                self.error(item, "a bad example marks what is flagged with « and »")
            found.append(example)
        return tuple(found)

    def mapping(
        self, node: yaml.Node | None, known: tuple[str, ...], what: str
    ) -> dict[str, yaml.Node] | None:
        if not isinstance(node, yaml.MappingNode):
            self.error(node, f"{what} must be a mapping")
            return None
        found: dict[str, yaml.Node] = {}
        for key, value in node.value:
            if key.value in found:
                self.error(key, f"the key {key.value!r} stands twice")
            elif key.value not in known:
                self.error(key, f"unknown key {key.value!r}{_nearest(key.value, known)}")
            else:
                found[key.value] = value
        return found

    def choice(self, node: yaml.Node, value: str, known: tuple[str, ...] | list[str], what: str) -> None:
        if value not in known:
            self.error(node, f"unknown {what} {value!r}{_nearest(value, known)}")


def _nearest(name: object, known: tuple[str, ...] | list[str]) -> str:
    """`; did you mean …?`, or the choice when nothing is near."""
    import difflib

    near = difflib.get_close_matches(str(name), known, 1)
    return f"; did you mean {near[0]!r}?" if near else f"; one of {', '.join(known)}"


def compiled() -> dict[str, str]:
    """The texts of the compiled files, by their path, for the rule files as they are."""
    import json

    files = rules.sources()
    both = [rules.to_json(rule) for rule in parse_all(files)]
    made = {}
    for at, path in enumerate((rules.COMPILED, rules.EXAMPLES)):
        data = {"digest": rules.digest(files), "rules": [pair[at] for pair in both]}
        made[path] = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    return made


def main() -> None:
    """Compile the rule files."""
    try:
        made = compiled()
    except RuleError as error:
        sys.exit(str(error))
    for path, text in made.items():
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)


if __name__ == "__main__":
    main()
