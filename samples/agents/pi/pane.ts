// What pane knows and the window does not, at every prompt of Pi.
// From `pane init --agent pi`.
import { spawn } from "node:child_process";

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

const about = (name, ctx, more = {}) => ({
  agent: "pi",
  hook_event_name: name,
  session_id: ctx.sessionManager.getSessionId(),
  transcript_path: ctx.sessionManager.getSessionFile() ?? null,
  cwd: ctx.cwd,
  ...more,
});

export default function (pi) {
  pi.on("before_agent_start", async (event, ctx) => {
    const text = await pane(about("UserPromptSubmit", ctx, { prompt: event.prompt }));
    if (!text) return;
    return { message: { customType: "pane", content: text, display: false } };
  });
  const save = async (_event, ctx) => {
    await pane(about("Stop", ctx));
  };
  pi.on("agent_end", save);
  pi.on("session_compact", save);
}
