"""Counting words: the part of the unit table that counts things, as plain data."""

from __future__ import annotations

from claimlint.claim.unit_table import words

COUNTING = {
    "token": "tok toks",
    "request": "req reqs",
    "query": "",
    "transaction": "txn txns tx",
    "message": "msg msgs",
    "event": "",
    "packet": "pkt pkts",
    "op": "operation operations ops",
    "instruction": "",
    "core": "",
    "thread": "",
    "vCPU": "vCPUs vcpu vcpus",
    "CPU": "",
    "GPU": "",
    "TPU": "",
    "node": "",
    "server": "",
    "lane": "",
    "page": "",
    "row": "",
    "block": "",
    "line": "LOC loc",
    "parameter": "param params",
    "layer": "",
    "head": "",
    "image": "",
    "frame": "",
    "sample": "",
    "step": "",
    "epoch": "",
    "connection": "conn conns",
    "user": "",
    "file": "",
    "entry": "",
    "record": "",
    "key": "",
    "document": "docs",
    "pixel": "px",
    "inference": "",
    "call": "",
    "hit": "",
    "miss": "",
    "partition": "",
    "shard": "",
    "replica": "",
    "vector": "",
    "dimension": "dims",
    "iteration": "iter iters",
    "job": "",
    "task": "",
    "hop": "",
    "device": "",
    "cycle": "clk clks",
    "attempt": "",
    "host": "",
    "transfer": "",
    "instance": "",
    "rack": "",
    "sequence": "",
    "kernel": "",
    "worker": "",
    "test": "",
    "gas": "",
}
"""Counting base (its singular): further spellings.  The regular plural is understood."""

INVARIANT = words("tok req tx msg pkt param px LOC loc iter op gas clk conn txn")
"""Counting words that stand unchanged beside any number."""

MACHINES = words("CPU GPU TPU vCPU core node server instance device worker host replica")
"""Counting bases that multiply with a time (`GPU hours`)."""
