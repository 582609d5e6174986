"""Writes stories as the plain messages of the two APIs; they carry no times."""

from chance import Chance
from lines import compact
from parts import Call, Json, Say, Think, Turn
from worktree import Tree


def openai_chat(system: str, turns: list[Turn], tree: Tree) -> Json:
    chance = Chance("openai-chat")
    messages: list[Json] = [{"role": "system", "content": system}]
    for turn in turns:
        messages.append({"role": "user", "content": turn.request})
        for said in turn.answers:
            texts = [part.text for part in said.parts if isinstance(part, Say)]
            message: Json = {"role": "assistant", "content": "\n".join(texts) or None}
            results = []
            if said.calls:
                message["tool_calls"] = []
            for call in said.calls:
                name = chance.name("call_", 24)
                function = {"name": call.tool, "arguments": compact(call.args)}
                message["tool_calls"].append(
                    {"id": name, "type": "function", "function": function}
                )
                text = call.run(tree).text
                results.append({"role": "tool", "tool_call_id": name, "content": text})
            messages += [message, *results]
    return {"messages": messages}


def openai_responses(turns: list[Turn], tree: Tree) -> list[Json]:
    chance = Chance("openai-responses")
    items: list[Json] = []

    def message(role: str, text: str) -> None:
        kind = "output_text" if role == "assistant" else "input_text"
        content = [{"type": kind, "text": text}]
        items.append({"type": "message", "role": role, "content": content})

    def function_call(call: Call) -> Json:
        name = chance.name("call_", 24)
        head = {"type": "function_call", "id": chance.name("fc_", 32), "call_id": name}
        items.append(head | {"name": call.tool, "arguments": compact(call.args)})
        output = call.run(tree).text
        return {"type": "function_call_output", "call_id": name, "output": output}

    for turn in turns:
        message("user", turn.request)
        for said in turn.answers:
            outputs = []
            for part in said.parts:
                if isinstance(part, Say):
                    message("assistant", part.text)
                elif isinstance(part, Think):
                    head = {"type": "reasoning", "id": chance.name("rs_", 32)}
                    summary = [{"type": "summary_text", "text": part.text}]
                    seal = chance.sealed(b"\x80\x00\x00\x00\x00", 180)
                    items.append(head | {"summary": summary, "encrypted_content": seal})
                else:
                    outputs.append(function_call(part))
            items += outputs
    return items


def anthropic(system: str, turns: list[Turn], tree: Tree) -> Json:
    chance = Chance("anthropic-messages")
    messages: list[Json] = []
    for turn in turns:
        messages.append({"role": "user", "content": turn.request})
        for said in turn.answers:
            content: list[Json] = []
            results: list[Json] = []
            for part in said.parts:
                if isinstance(part, Say):
                    content.append({"type": "text", "text": part.text})
                elif isinstance(part, Think):
                    seal = chance.sealed(b"\x12\xb4\x02\x0a", 150)
                    block = {"type": "thinking", "thinking": part.text}
                    content.append(block | {"signature": seal})
                else:
                    name = chance.name("toolu_01")
                    block = {"type": "tool_use", "id": name, "name": part.tool}
                    content.append(block | {"input": part.args})
                    text = part.run(tree).text
                    result = {"type": "tool_result", "tool_use_id": name}
                    results.append(result | {"content": text})
            messages.append({"role": "assistant", "content": content})
            if results:
                messages.append({"role": "user", "content": results})
    return {"system": system, "messages": messages}
