import type { RunAgentInput } from "@ag-ui/core";
import { HttpProblem, type RequestIssue } from "./http-problem.js";
import type { Protocol } from "./protocol.js";

/** Faults that a client is told. */
const MOST_ISSUES = 20;

/** Checks that a body is what the protocol's own schema says. @throws {HttpProblem} 422 that names each fault's place. */
export function runInputOf(body: unknown, { RunAgentInputSchema }: Protocol): RunAgentInput {
  const read = RunAgentInputSchema.safeParse(body);
  const issues: RequestIssue[] = read.success
    ? emptyIds(read.data)
    : read.error.issues.map(({ path, message }) => ({ path: pathText(path), message }));
  if (read.success && issues.length === 0) return read.data as RunAgentInput;
  const shown = issues.slice(0, MOST_ISSUES);
  const words = shown.slice(0, 3).map(({ path, message }) => `${path}: ${message}`);
  const rest = issues.length > 3 ? "; …" : "";
  const message = `The body is no AG-UI RunAgentInput: ${words.join("; ")}${rest}`;
  throw new HttpProblem(422, "invalid_input", message, { issues: shown });
}

/** The schema allows empty ones, by which nothing can be told apart. */
function emptyIds({ threadId, runId }: { threadId: string; runId: string }): RequestIssue[] {
  return Object.entries({ threadId, runId })
    .filter(([, id]) => id === "")
    .map(([path]) => ({ path, message: "must not be empty" }));
}

function pathText(path: readonly PropertyKey[]): string {
  const text = path.reduce<string>((before, key) => {
    if (typeof key === "number") return `${before}[${key}]`;
    return before === "" ? String(key) : `${before}.${String(key).slice(0, 100)}`;
  }, "");
  return text === "" ? "body" : text;
}
