"""The calls that Codex makes, played on the work tree."""

from parts import Args, Call, Outcome, block
from worktree import Tree, hunks


def run(command: str, output: str = "", status: int = 0, file: str = "") -> Call:
    """A command; with `file` it prints that file as the tree has it."""

    def play(tree: Tree) -> Outcome:
        shown = tree.numbered(file, "\t") if file else block(output)
        text = (
            "Wall time: 0.4 seconds\n"
            f"Process exited with code {status}\n"
            f"Output:\n{shown}\n"
        )
        return Outcome(text, error=status != 0)

    args: Args = {"cmd": command, "workdir": "/home/dev/ferry", "yield_time_ms": 10000}
    return Call("exec_command", args, play)


def patch(path: str, *edits: tuple[str, str]) -> Call:
    """One apply_patch; its text is made of the edits when it is played."""
    args: Args = {}

    def play(tree: Tree) -> Outcome:
        before = tree.files[path]
        for old, new in edits:
            tree.edit(path, block(old), block(new))
        lines = ["*** Begin Patch", f"*** Update File: {path}"]
        for hunk in hunks(before, tree.files[path]):
            lines += ["@@", *hunk.lines]
        args["input"] = "\n".join([*lines, "*** End Patch"])
        return Outcome(f"Success. Updated the following files:\nM {path}\n")

    return Call("apply_patch", args, play)
