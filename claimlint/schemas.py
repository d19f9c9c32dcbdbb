"""JSON Schemas for what people write: settings, the blocks of a model, rule files.

Editors complete keys by them and underline what cannot load.  They are made from the tables by which the
loaders read, and never refuse what these accept: a scalar is text to a loader, whatever YAML takes it for,
so that `no`, `5.00` and `null` are allowed wherever text is.  The loaders say more, and with places.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Schema = dict[str, Any]

_TEXT: Schema = {"type": ["string", "number", "boolean", "null"]}
_VALUE: Schema = {
    "type": ["string", "number"],
    "description": "A number with an optional unit (`5.00 MiB`, `50%`), or after = a formula.",
}


def names() -> tuple[str, ...]:
    """The names of the schemas."""
    return tuple(_SCHEMAS)


def schema(name: str) -> Schema:
    """The schema of that name; KeyError when there is none."""
    title, make = _SCHEMAS[name]
    return {"$schema": "http://json-schema.org/draft-07/schema#", "title": title, **make()}


def to_json(name: str) -> str:
    """The text of the schema of that name, as docs/schemas/ has it."""
    import json

    return json.dumps(schema(name), ensure_ascii=False, indent=2) + "\n"


def _object(properties: Mapping[str, Schema], **more: Any) -> Schema:
    return {"type": "object", "properties": dict(properties), "additionalProperties": False, **more}


def _one_or_more(item: Schema) -> Schema:
    return {"anyOf": [item, {"type": "array", "items": item}]}


def _words(choices: tuple[str, ...]) -> Schema:
    """Words of which the loader folds white space."""
    spaced = "|".join(choice.replace(" ", r"\s+") for choice in choices)
    return {"anyOf": [{"enum": list(choices)}, {"type": "string", "pattern": rf"^\s*(?:{spaced})\s*$"}]}


def _about(schema: Schema, text: str) -> Schema:
    """A schema with what it is for; a `$ref` may have nothing beside it."""
    return {"description": text, "allOf": [schema]} if "$ref" in schema else {"description": text, **schema}


def _settings() -> Schema:
    from claimlint import rules
    from claimlint.findings import SEVERITIES
    from claimlint.rulefile import NAME
    from claimlint.rules import declared_options
    from claimlint.settings.keys import KEYS
    from claimlint.settings.record import ALL, OFF

    shipped = rules.load(examples=False)
    own: Schema = {"type": "string", "pattern": f"^{NAME.pattern}$"}
    rule = {"anyOf": [{"enum": [each.name for each in shipped]}, own]}
    options = {
        each.name: _object({name: _option(default) for name, default in declared_options(each.check).items()})
        for each in shipped
    }
    return {
        **_object({name: _about(key.schema, key.about) for name, key in KEYS.items()}),
        "type": ["object", "null"],
        "$defs": {
            "text": _TEXT,
            "texts": _one_or_more(_TEXT),
            "rule": rule,
            "names": _one_or_more({"$ref": "#/$defs/rule"}),
            "selected": _one_or_more({"anyOf": [{"const": ALL}, {"$ref": "#/$defs/rule"}]}),
            # YAML 1.1 takes `off` for false.
            "severity": {"enum": [*SEVERITIES, OFF, False]},
            "options": {
                "type": "object",
                "properties": options,
                "additionalProperties": {"type": "object"},
                "propertyNames": {"$ref": "#/$defs/rule"},
            },
        },
    }


def _option(default: object) -> Schema:
    if isinstance(default, tuple):
        return _one_or_more(_TEXT)
    if isinstance(default, bool):
        return {"enum": [True, False, "true", "false"]}
    if isinstance(default, int):
        return {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": "^[0-9]{1,9}$"}]}
    return _TEXT


def _quantities() -> Schema:
    from claimlint.model.entries import BOUNDS, KEYS, STATUSES

    data = {"$ref": "#/$defs/from"}
    cases: Schema = {
        "type": "object",
        "minProperties": 1,
        "additionalProperties": {"anyOf": [_VALUE, _object({"from": data}, required=["from"])]},
    }
    expected: Schema = {"anyOf": [_VALUE, {"type": "object", "additionalProperties": _VALUE}]}
    known = {
        "value": _VALUE,
        "cases": _about(cases, "One value for each named scenario."),
        "from": _about(data, "The value as a data file has it."),
        "unit": _about(_TEXT, "The unit for quoting, and the dimension of the quantity."),
        "expect": _about(expected, "Loading fails when the value does not round to this."),
        "status": _about(_words(STATUSES), "How the value is known; a formula is derived."),
        "bound": _about(_words(BOUNDS), "The value is a floor or a ceiling."),
        "aka": _about(_one_or_more(_TEXT), "Words that name the quantity in prose and labels."),
        "caveat": _about(_one_or_more(_TEXT), "Ids of caveats that whoever quotes it owes."),
        "quote": {
            "description": "How it may be quoted: `N digits`, or `orders of magnitude`.",
            "anyOf": [
                {"enum": ["orders of magnitude", "1 digit", "2 digits", "3 digits"]},
                {"type": "string", "pattern": r"^\s*(?:\d+\s+digits?|orders\s+of\s+magnitude)\s*$"},
            ],
        },
        "source": _about(_one_or_more(_TEXT), "Where the number comes from, for people."),
        "tolerance": _about(_VALUE, "A relative allowance for a measured number, as `15%`."),
    }
    quantity = _object(
        {name: known[name] for name in KEYS},
        oneOf=[{"required": [name]} for name in ("value", "cases", "from")],
    )
    return {
        "type": ["object", "null"],
        "propertyNames": {"pattern": "^[a-z][a-z0-9_]*$"},
        "additionalProperties": {"anyOf": [_VALUE, quantity]},
        "$defs": {"from": _from()},
    }


def _from() -> Schema:
    from claimlint.model.sources import KEYS, KINDS

    kinds = "|".join(kind.removeprefix(".") for kind in KINDS)
    where: Schema = {"type": "object", "minProperties": 1, "additionalProperties": _TEXT}
    # The loader tidies the path before it looks at its end.
    path: Schema = {"type": "string", "pattern": f"[.](?:{_any_case(kinds)})"}
    known = {
        "file": _about(path, "A JSON or CSV file of the repository, relative to the model."),
        "pointer": _about(_TEXT, "Where the value stands in a JSON file (RFC 6901)."),
        "where": _about(where, "Columns and the values by which the row of a CSV file is known."),
        "column": _about(_TEXT, "The column of a CSV file."),
        "unit": _about(_TEXT, "The unit of the number in the file."),
    }
    by_pointer = {"required": ["pointer"], "properties": {"column": False, "where": False}}
    by_column = {"required": ["column"], "properties": {"pointer": False}}
    return _object({name: known[name] for name in KEYS}, required=["file"], oneOf=[by_pointer, by_column])


def _any_case(pattern: str) -> str:
    return "".join(f"[{char}{char.upper()}]" if char.isalpha() else char for char in pattern)


def _caveats() -> Schema:
    from claimlint.model.forms import CAVEAT_KEYS, PLACES

    known = {
        "text": _about(_TEXT, "What stands in the documents, and what a fix inserts."),
        "accept": _about(_one_or_more(_TEXT), "Further wordings, as regular expressions."),
        "within": _about(_words(PLACES), "Where it must stand for each claim that owes it."),
    }
    caveat = _object({name: known[name] for name in CAVEAT_KEYS}, required=["text"])
    return {"type": ["object", "null"], "additionalProperties": {"anyOf": [_TEXT, caveat]}}


def _rules() -> Schema:
    from claimlint.findings import SEVERITIES
    from claimlint.rulefile import EXAMPLE_KEYS, FIXED, NAME, OPTIONAL, REQUIRED, RESERVED, checks

    def examples(doc: Schema, keys: tuple[str, ...], about: str) -> Schema:
        item = _object({key: doc if key == "doc" else _TEXT for key in keys}, required=["doc"])
        return {"description": about, "type": "array", "minItems": 1, "items": {"anyOf": [doc, item]}}

    text: Schema = {"type": ["string", "number"]}  # YAML 1.2 takes `1e3` for a number, the loader does not
    severity: Schema = {"enum": list(SEVERITIES)}
    name: Schema = {"type": "string", "pattern": f"^{NAME.pattern}$", "not": {"enum": sorted(RESERVED)}}
    good = _TEXT | {"pattern": "^[^«»]*$"}
    bad: Schema = {"type": "string", "pattern": "^[^«»]*(?:«[^«»]*»[^«»]*)+$"}
    unfixed = tuple(key for key in EXAMPLE_KEYS if key not in FIXED)
    known = {
        "rule": _about(name, "The name of the file without .yaml."),
        "check": _about({"enum": checks()}, "What is looked for."),
        "severity": severity,
        "summary": _about(text, "One sentence that says what holds when the rule is kept."),
        "why": _about(text, "Why that matters."),
        "message": _about(text, "What a finding says; {claim} and other fields of the check are filled in."),
        "good": examples(good, unfixed, "Pages in which the rule finds nothing."),
        "bad": examples(bad, EXAMPLE_KEYS, "Pages in which it finds what stands between « and »."),
        "without_model": _about(severity, "The severity on pages without a canonical model."),
        "options": _about({"type": "object"}, "Handed to the check."),
        "model": _about(text, "The CANONICAL-NUMBERS.md of all examples."),
    }
    return _object({key: known[key] for key in (*REQUIRED, *OPTIONAL)}, required=list(REQUIRED))


_SCHEMAS: dict[str, tuple[str, Callable[[], Schema]]] = {
    "settings": ("Settings of claimlint", _settings),
    "quantities": ("A `yaml quantities` block of a canonical model", _quantities),
    "caveats": ("A `yaml caveats` block of a canonical model", _caveats),
    "rules": ("A rule file of claimlint", _rules),
}
