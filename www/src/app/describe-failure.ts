import type { RunNotice } from "../chat/chat-log.js";

const WORDS: Readonly<Record<string, string>> = {
  network: "The agent can't be reached. Is its server running?",
  http: "The agent refused the request",
  protocol: "The agent's answer couldn't be read.",
  backend: "The agent reported an error.",
  truncated: "The agent's answer was cut off.",
  max_rounds: "The agent kept calling tools without end, so the page stopped it.",
};

/** What went wrong with a run, for a visitor: a sentence, and the details in small. */
export function describeFailure(error: unknown): RunNotice {
  const { code, status, message } = (error ?? {}) as Record<"code" | "status" | "message", unknown>;
  const known = typeof code === "string" && Object.hasOwn(WORDS, code) ? WORDS[code] : undefined;
  const text = known ?? "Something went wrong while the agent was answering.";
  const detail = typeof message === "string" ? serverMessage(message) : "";
  return {
    kind: "failed",
    text: code === "http" ? `${text}${status === undefined ? "" : ` (HTTP ${status})`}.` : text,
    ...(detail !== "" && { detail }),
  };
}

/** What a server says in `{"error":{"message":…}}` reads better than the JSON around it. */
function serverMessage(message: string): string {
  const start = message.indexOf("{");
  if (start < 0) return message;
  try {
    const { error } = JSON.parse(message.slice(start)) as { error?: { message?: unknown } };
    return typeof error?.message === "string" ? error.message : message;
  } catch {
    return message;
  }
}
