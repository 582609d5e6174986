"""The calls that Claude Code makes, played on the work tree."""

from dataclasses import asdict

from parts import Args, Call, Json, Outcome, block, prose
from worktree import Tree, hunks

ROOT = "/home/dev/ferry"


def camel(patch: list[Json]) -> list[Json]:
    names = {
        "old_start": "oldStart",
        "old_lines": "oldLines",
        "new_start": "newStart",
        "new_lines": "newLines",
        "lines": "lines",
    }
    return [{names[key]: value for key, value in hunk.items()} for hunk in patch]


def read(path: str, reminder: str = "") -> Call:
    def run(tree: Tree) -> Outcome:
        content = tree.files[path]
        count = len(content.split("\n"))
        text = tree.numbered(path)
        if reminder:
            text += f"\n\n<system-reminder>\n{prose(reminder)}\n</system-reminder>\n"
        file = {
            "filePath": f"{ROOT}/{path}",
            "content": content,
            "numLines": count,
            "startLine": 1,
            "totalLines": count,
        }
        return Outcome(text, rich={"type": "text", "file": file})

    return Call("Read", {"file_path": f"{ROOT}/{path}"}, run)


def grep(pattern: str, glob: str = "") -> Call:
    args: Args = {"pattern": pattern}
    if glob:
        args["glob"] = f"*{glob}"
    args |= {"output_mode": "content", "-n": True}

    def run(tree: Tree) -> Outcome:
        found = tree.grep(pattern, glob=glob)
        text = "\n".join(found)
        rich = {
            "mode": "content",
            "numFiles": 0,
            "filenames": [],
            "content": text,
            "numLines": len(found),
        }
        return Outcome(text, rich=rich)

    return Call("Grep", args, run)


def edit(path: str, old: str, new: str, times: int = 1) -> Call:
    full = f"{ROOT}/{path}"
    args = {
        "replace_all": times > 1,
        "file_path": full,
        "old_string": block(old),
        "new_string": block(new),
    }

    def run(tree: Tree) -> Outcome:
        before = tree.edit(path, block(old), block(new), times)
        patch = [asdict(hunk) for hunk in hunks(before, tree.files[path])]
        rich = {
            "filePath": full,
            "oldString": block(old),
            "newString": block(new),
            "originalFile": None,
            "structuredPatch": camel(patch),
            "userModified": False,
            "replaceAll": times > 1,
        }
        return Outcome(f"The file {full} has been updated successfully.", rich=rich)

    return Call("Edit", args, run)


def failed_edit(path: str, old: str, new: str) -> Call:
    full = f"{ROOT}/{path}"
    args = {
        "replace_all": False,
        "file_path": full,
        "old_string": block(old),
        "new_string": block(new),
    }
    why = f"String to replace not found in file.\nString: {block(old)}"

    def run(tree: Tree) -> Outcome:
        if block(old) in tree.files[path]:
            raise ValueError(f"{path}: the edit would have worked")
        text = f"<tool_use_error>{why}</tool_use_error>"
        return Outcome(text, error=True, rich=f"Error: {why}")

    return Call("Edit", args, run)


def write(path: str, content: str) -> Call:
    full = f"{ROOT}/{path}"
    text = block(content) + "\n"

    def run(tree: Tree) -> Outcome:
        tree.files[path] = text
        rich: Json = {
            "type": "create",
            "filePath": full,
            "content": text,
            "structuredPatch": [],
            "originalFile": None,
        }
        return Outcome(f"File created successfully at: {full}", rich=rich)

    return Call("Write", {"file_path": full, "content": text}, run)


def bash(
    command: str,
    description: str,
    output: str = "",
    status: int = 0,
    progress: tuple[str, ...] = (),
) -> Call:
    shown = block(output)

    def run(_tree: Tree) -> Outcome:
        if status:
            text = f"Exit code {status}\n{shown}"
            return Outcome(text, error=True, rich=f"Error: {text}")
        rich = {
            "stdout": shown,
            "stderr": "",
            "interrupted": False,
            "isImage": False,
            "noOutputExpected": not shown,
        }
        return Outcome(shown, rich=rich)

    args = {"command": block(command), "description": description}
    return Call("Bash", args, run, progress)


def todo(before: list[tuple[str, str]], after: list[tuple[str, str]]) -> Call:
    def items(pairs: list[tuple[str, str]]) -> list[Json]:
        return [
            {"content": what, "status": status, "activeForm": what}
            for what, status in pairs
        ]

    def run(_tree: Tree) -> Outcome:
        rich: Json = {"oldTodos": items(before), "newTodos": items(after)}
        return Outcome("The todo list is saved.", rich=rich)

    return Call("TodoWrite", {"todos": items(after)}, run)
