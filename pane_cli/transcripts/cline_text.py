"""Text of Cline's prompts: calls as XML, results in the user's name, the host's words.

`<read_file><path>a.py</path></read_file>` in an answer is a call; the user's message
behind it begins with `[read_file for 'a.py'] Result:`, and the result follows.
"""

from __future__ import annotations

import re

from pane_cli.session.numbering import Draft, note
from pane_cli.transcripts.odd_calls import OpenCalls
from pane_cli.transcripts.response_items import call_draft

#: Tools of the prompts that carry calls in their text, of Cline, Roo and Kilo.
_TOOLS = """
read_file write_to_file replace_in_file apply_diff insert_content search_and_replace
edit_file search_files list_files list_code_definition_names execute_command
browser_action use_mcp_tool access_mcp_resource ask_followup_question
attempt_completion new_task switch_mode fetch_instructions plan_mode_respond
update_todo_list codebase_search load_mcp_documentation web_fetch condense
"""
_NAMES = "|".join(_TOOLS.split())
_CALL = re.compile(rf"<({_NAMES})>\s*(.*?)\s*</\1>", re.DOTALL)
_ARGUMENT = re.compile(r"<(\w+)>(.*?)</\1>", re.DOTALL)
_THOUGHT = re.compile(r"<thinking>\s*(.*?)\s*</thinking>\s*", re.DOTALL)
_RESULT = re.compile(rf"\[({_NAMES})\b[^\n]*?\] Result:\s*")
#: The host's words, each from its tag to the end of it.
_HOST = re.compile(
    r"\s*<(environment_details|SYSTEM_NOTICE|system_notice|notice|explicit_instructions"
    r"|file_content|folder_content|url_content)\b[^>]*>.*?</\1>\s*",
    re.DOTALL,
)
_HOSTS = {"environment_details": "environment"}
#: The user's words, in what the host puts around them.
_WORDS = re.compile(
    r"<(task|feedback|answer|user_message|user_feedback)>\s*(.*?)\s*</\1>", re.DOTALL
)
_NOTICES = ("[ERROR]", "[TASK RESUMPTION]", "[NOTE]", "The user denied this operation")
ANSWERED = "answered"
"""Marks a result while its parts are still read."""


def answer_text(text: str, calls: OpenCalls, last: int) -> list[Draft]:
    """An answer's words and calls in their order; `last` is the entry before."""
    drafts: list[Draft] = []
    position = 0
    for found in _CALL.finditer(text):
        drafts += _words(text[position : found.start()])
        args = {key: value.strip("\n") for key, value in _ARGUMENT.findall(found[2])}
        id = calls.asked(found[1], last + len(drafts) + 1)
        drafts.append(call_draft(found[1], args, id, "assistant"))
        position = found.end()
    return drafts + _words(text[position:]) or [note("empty", text, "assistant")]


def _words(text: str) -> list[Draft]:
    thoughts = [
        Draft(kind="thinking", role="assistant", text=thought)
        for thought in _THOUGHT.findall(text)
    ]
    rest = _THOUGHT.sub("", text)
    if not rest.strip():
        return thoughts
    is_all = not thoughts and rest == text
    words = rest if is_all else rest.strip()
    return [*thoughts, Draft(kind="text", role="assistant", text=words)]


def user_text(text: str, calls: OpenCalls, result: Draft | None) -> list[Draft]:
    """A user's part: words, a result, the host. `result` is one that still goes on."""
    begun = _RESULT.match(text)
    if begun is not None:
        draft = Draft(kind="result", role="tool", text=text[begun.end() :].strip())
        draft["tool"], draft["data"] = begun[1], ANSWERED
        draft["call"] = calls.answered(begun[1])
        return _split(draft)
    notes = [_host(found) for found in _HOST.finditer(text)]
    words = _HOST.sub("\n", text).strip() if notes else text
    if not words.strip():
        return notes or [note("empty", text, "user")]
    if words.startswith(_NOTICES):
        return [note("notice", words, "user"), *notes]
    told = [found[2] for found in _WORDS.finditer(words)]
    if told:
        return [_said(one) for one in told] + notes
    if result is not None:
        result["text"] = "\n".join(filter(None, (result["text"], words)))
        return notes
    return [_said(words), *notes]


def _split(result: Draft) -> list[Draft]:
    """What the user says in a result, when asked or to correct it, is the user's."""
    found = list(_WORDS.finditer(result["text"]))
    if "denied this operation" in result["text"][:80]:
        result["error"] = True
    return [result, *(_said(one[2]) for one in found)] if found else [result]


def _host(found: re.Match[str]) -> Draft:
    what = _HOSTS.get(found[1], found[1].lower().replace("_", "-"))
    return note(what, found[0].strip(), "user")


def _said(text: str) -> Draft:
    return Draft(kind="text", role="user", text=text)
