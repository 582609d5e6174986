// What pane knows and the window does not, at every prompt of OpenCode.
// From `pane init --agent opencode`.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { homedir } from "node:os";
import { join } from "node:path";

// Gives `pane hook` an event, and returns what it adds to the window: "" for nothing.
const pane = (event) =>
  new Promise((done) => {
    const child = spawn("pane", ["hook"], {
      cwd: event.cwd,
      stdio: ["pipe", "pipe", "ignore"],
      timeout: 5000,
    });
    let printed = "";
    child.stdout.on("data", (bytes) => (printed += bytes));
    child.stdin.on("error", () => {});
    child.on("error", () => done(""));
    child.on("close", () => {
      try {
        done(JSON.parse(printed).hookSpecificOutput.additionalContext);
      } catch {
        done("");
      }
    });
    child.stdin.end(JSON.stringify(event));
  });

const data = process.env.XDG_DATA_HOME ?? join(homedir(), ".local", "share");
const about = (name, session, cwd, more = {}) => ({
  agent: "opencode",
  hook_event_name: name,
  session_id: session,
  transcript_path: join(data, "opencode", "opencode.db", session),
  cwd,
  ...more,
});

export const Pane = async ({ directory }) => ({
  "chat.message": async (input, output) => {
    const said = output.parts.filter((part) => part.type === "text");
    const prompt = said.map((part) => part.text).join("\n");
    const session = input.sessionID;
    const event = about("UserPromptSubmit", session, directory, { prompt });
    const text = await pane(event);
    if (!text) return;
    output.parts.push({
      id: `prt_${randomUUID()}`,
      sessionID: session,
      messageID: output.message.id,
      type: "text",
      text,
      synthetic: true,
    });
  },
  event: async ({ event }) => {
    if (!["session.idle", "session.compacted"].includes(event.type)) return;
    await pane(about("Stop", event.properties.sessionID, directory));
  },
});
