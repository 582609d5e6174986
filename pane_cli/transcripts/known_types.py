"""Types of records that agents are known to write and a reader makes notes of.

A type that is not here is no error: its record keeps its number and its bytes. `pane
ingest` counts such records, and `pane check` names them (P304). Of agents that are not
here only what a reader itself calls unknown is told. Types are those of the agents'
sources and of real files; those of messages, calls and results need none.
"""

from __future__ import annotations

from pane_cli.session.types import Entry

_OURS = (
    "caveat command compact-summary copy duplicate empty error file-mention interrupted"
    " meta notification reminder session session-title synthetic system title"
)
"""What readers call notes that they made of messages, or of what tells of a session."""

_PI = (
    "aborted branch-summary compact compaction custom custom-message label"
    " model-change thinking-level-change session-info"
)

_CODEX_EVENTS = (
    "agent_message_content_delta agent_message_delta agent_reasoning_delta"
    " agent_reasoning_raw_content_delta agent_reasoning_section_break"
    " apply_patch_approval_request background_event collab_agent_interaction_begin"
    " collab_agent_interaction_end collab_agent_spawn_begin collab_agent_spawn_end"
    " collab_close_begin collab_close_end collab_compact_begin collab_compact_end"
    " collab_resume_begin collab_resume_end collab_waiting_begin collab_waiting_end"
    " context_compacted deprecation_notice dynamic_tool_call_request"
    " dynamic_tool_call_response elicitation_request entered_review_mode"
    " exec_approval_request exec_command_begin exec_command_end"
    " exec_command_output_delta exited_review_mode get_history_entry_response"
    " guardian_assessment guardian_warning hook_completed hook_started"
    " image_generation_begin image_generation_end item_completed item_started"
    " list_custom_prompts_response list_skills_response mcp_list_tools_response"
    " mcp_startup_complete mcp_startup_update mcp_tool_call_begin mcp_tool_call_end"
    " model_reroute patch_apply_begin patch_apply_end patch_apply_updated plan_delta"
    " plan_update raw_response_item realtime_conversation_closed"
    " realtime_conversation_realtime realtime_conversation_started"
    " reasoning_content_delta reasoning_raw_content_delta request_permissions"
    " request_user_input session_configured shutdown_complete skills_update_available"
    " stream_error sub_agent_activity task_complete task_started terminal_interaction"
    " thread_goal_updated thread_name_updated thread_rolled_back"
    " thread_settings_applied token_count tool_call turn_complete turn_diff"
    " turn_started undo_completed undo_started view_image_tool_call warning"
    " web_search_begin web_search_end"
)

_CODEX_ITEMS = (
    "CollabAgentToolCall CommandExecution ContextCompaction DynamicToolCall"
    " EnteredReviewMode ExitedReviewMode Extension FileChange HookPrompt"
    " ImageGeneration ImageView McpToolCall SubAgentActivity WebSearch"
)
_COMPLETED = "item_completed:"
"""How the reader calls a turn item of Codex; no other type has a colon."""

_COPILOT = " ".join(
    f"{group}.{name}"
    for group, names in {
        "assistant": "intent message_delta reasoning_delta streaming_delta turn_end"
        " turn_start usage",
        "command": "completed execute queued",
        "elicitation": "completed requested",
        "exit_plan_mode": "completed requested",
        "external_tool": "completed requested",
        "hook": "end start",
        "permission": "completed requested",
        "session": "auto_mode_resolved background_tasks_changed compaction_start"
        " context_changed context_cleared custom_agents_updated error"
        " extensions_loaded handoff idle info mcp_servers_loaded mode_changed"
        " model_change model_deselected plan_changed remote_steerable_changed resume"
        " shutdown skills_loaded snapshot_rewind start task_complete title_changed"
        " tools_updated truncation usage_checkpoint usage_info warning"
        " workspace_file_changed",
        "skill": "invoked",
        "subagent": "completed deselected failed selected started",
        "system": "message notification",
        "tool": "execution_partial_result execution_progress execution_start"
        " user_requested",
        "user_input": "completed requested",
    }.items()
    for name in names.split()
)

_BY_AGENT = {
    "claude-code": (
        "agent-name ai-title api_error api_refusal atis-latch attachment away_summary"
        " bridge-session compact_boundary content-replacement custom-title"
        " file-history-snapshot frame-link informational last-prompt local_command mode"
        " model_refusal_fallback permission-mode pr-link progress queue-operation"
        " relocated result session_start started stop_hook_summary summary"
        " turn_duration worktree-state"
    ),
    "pi": _PI,
    "oh-my-pi": (
        f"{_PI} credential-pin mode-change reset-boundary service-tier-change"
        " session-init title-change ttsr-injection"
    ),
    "codex": (
        f"{_CODEX_EVENTS} {_CODEX_ITEMS} agent-message environment ghost_snapshot"
        " instructions inter_agent_communication inter_agent_communication_metadata"
        " item_reference label permissions plan session_meta skill state"
        " subagent-notification turn_context user-action user-shell-command"
        " world_state"
    ),
    "copilot": f"{_COPILOT} abort",
    "gemini": "info rewind set warning",
    "qwen": (
        "at-command chat-compression custom-title rewind session-artifact-snapshot"
        " slash-command ui-telemetry"
    ),
    "antigravity": "context conversation-history generic system-message",
    "opencode": (
        "agent compaction ignored message patch retry revert snapshot step-finish"
        " step-start subtask synthetic"
    ),
    "openhands": (
        "agent_state_changed change_agent_state condensation condensation_request"
        " finish initialize loop_detection message null recall reject user_rejected"
    ),
    "kimi": (
        "config.update full_compaction.begin full_compaction.complete llm.request"
        " llm.tools_snapshot metadata permission.record_approval_result"
        " permission.set_mode plan_mode plan_mode.enter plan_mode.exit"
        " plugin.session_start runtime.set_binding step.begin step.end"
        " todo_list_reminder token_counting.measured token_counting.turn_recorded"
        " tools.set_active_tools turn.cancel turn.ended turn.prompt turn.steer"
        " usage.record"
    ),
    "goose": (
        "actionRequired agent-only contextLengthExceeded summarizationRequested"
        " systemNotification toolConfirmationRequest"
    ),
    "droid": "completion todo-state",
    "cursor": "context context-replaced redacted turn_ended",
    "grok": "environment_context",
}

KNOWN: dict[str, frozenset[str]] = {
    agent: frozenset(f"{names} {_OURS}".split()) for agent, names in _BY_AGENT.items()
}
"""By agent: the sorts of notes that are no surprise."""

_EXTENDED = ("pi", "oh-my-pi")
"""Agents whose extensions write records of their own, called `maker.name`."""


def unknown_type(agent: str | None, entry: Entry) -> str | None:
    """The type of a record that nobody expects; None where it is known, or not judged.

    "unknown" is that of a record which names none.
    """
    what = entry.what
    if entry.kind != "note" or what is None:
        return None
    sort, _, name = what.partition(":")
    if sort in ("unknown", "role"):
        return name or "unknown"
    known = KNOWN.get(agent or "")
    if known is None or what in known or sort in ("unreadable", "partial"):
        return None
    if agent in _EXTENDED and "." in what:
        return None
    return None if what.removeprefix(_COMPLETED) in known else what
