"""The configuration for Neovim that docs/editors.md shows, in a real Neovim without a screen."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

ROOT = Path(__file__).parents[1]
NVIM = os.environ.get("NVIM_FOR_TESTS") or shutil.which("nvim")
MODEL = """\
```yaml quantities
copy_time: {value: 200 s, aka: [copying]}
```
"""
STEPS = """
local told = {}
local function wait(what, holds)
  if not vim.wait(60000, holds, 50) then error("waited for " .. what) end
end
local function diagnostics() return vim.diagnostic.get(0) end

vim.cmd.edit("page.md")
wait("diagnostics", function() return #diagnostics() == 1 end)
told.first = diagnostics()[1]
vim.api.nvim_buf_set_text(0, 0, 0, 0, 0, { "😀 So: " })
wait("the change", function() return #diagnostics() == 1 and diagnostics()[1].col > told.first.col end)
told.second = diagnostics()[1]
local column = told.second.col
vim.api.nvim_win_set_cursor(0, { 1, column })
local client = vim.lsp.get_clients({ bufnr = 0 })[1]
local at = vim.lsp.util.make_position_params(0, client.offset_encoding)
local function ask(method, params)
  local answer = client.request_sync("textDocument/" .. method, params, 60000, 0)
  return assert(answer and not answer.err and answer.result, method)
end
told.hover = ask("hover", at).contents.value
told.definition = ask("definition", at)[1].targetUri
local range = vim.lsp.util.make_range_params(0, client.offset_encoding)
range.context = { diagnostics = vim.lsp.diagnostic.get_line_diagnostics(0, 0) }
local actions = ask("codeAction", range)
told.titles = vim.tbl_map(function(action) return action.title end, actions)
vim.lsp.util.apply_workspace_edit(actions[1].edit, client.offset_encoding)
wait("the fix", function() return #diagnostics() == 0 end)
told.text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\\n")
vim.fn.writefile({ vim.json.encode(told) }, "told.json")
vim.cmd("qall!")
"""


def version() -> tuple[int, ...]:
    if NVIM is None:
        return ()
    first = subprocess.run([NVIM, "--version"], capture_output=True, text=True, timeout=60).stdout
    found = re.search(r"v(\d+)\.(\d+)", first)
    return tuple(map(int, found.groups())) if found else ()


@pytest.mark.skipif(version() < (0, 10), reason="there is no Neovim 0.10 or later")
def test_neovim(tmp_path: Path) -> None:
    snippets = re.findall(r"```lua\n(.*?)```", (ROOT / "docs" / "editors.md").read_text(), re.S)
    assert len(snippets) == 1
    (tmp_path / "init.lua").write_text(snippets[0])
    (tmp_path / "steps.lua").write_text(STEPS)
    (tmp_path / "CANONICAL-NUMBERS.md").write_text(MODEL)
    (tmp_path / "page.md").write_text("Copying takes 300 s.\n")
    (tmp_path / "bin").mkdir()
    command = tmp_path / "bin" / "claimlint"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m claimlint "$@"\n')
    command.chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "NVIM"))}
    assert NVIM is not None
    done = subprocess.run(
        [NVIM, "--headless", "-n", "-i", "NONE", "-u", "init.lua", "-S", "steps.lua"],
        cwd=tmp_path,
        env={**kept, "HOME": str(tmp_path), "PATH": f"{command.parent}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=300,
        stdin=subprocess.DEVNULL,
    )
    assert (tmp_path / "told.json").exists(), done.stderr
    told = json.loads((tmp_path / "told.json").read_text())
    assert told["first"]["code"] == "canonical-drift"
    assert told["second"]["message"].startswith("300 s disagrees with the model: copy_time is 200 s")
    assert "**`copy_time`** = 200 s" in told["hover"]
    assert told["definition"] == (tmp_path / "CANONICAL-NUMBERS.md").as_uri()
    assert [title.startswith("Ignore canonical-drift") for title in told["titles"]] == [False, True]
    assert told["text"] == "😀 So: Copying takes 200 s."
