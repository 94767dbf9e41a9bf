import type { RunAgentInput } from "@ag-ui/core";
import { HttpError, type Issue } from "../http/http-error.js";

const ROLES = new Set([
  "developer",
  "system",
  "user",
  "assistant",
  "tool",
  "activity",
  "reasoning",
]);
const MAX_ISSUES = 20;

/** Checks that a body is a run input this agent can work with. Every fault is named with its place. */
export function readRunInput(body: unknown): RunAgentInput {
  if (!isRecord(body))
    throw new HttpError(422, "invalid_input", "The run input must be a JSON object.");
  const issues: Issue[] = [];
  for (const field of ["threadId", "runId"]) {
    if (typeof body[field] !== "string" || body[field] === "")
      issues.push({ path: field, message: "must be a string that is not empty" });
  }
  const messages = listOf(body, "messages", issues, true);
  const tools = listOf(body, "tools", issues, false);
  const context = listOf(body, "context", issues, false);
  for (const [i, message] of messages.entries()) checkMessage(message, `messages[${i}]`, issues);
  for (const [i, tool] of tools.entries()) checkTool(tool, `tools[${i}]`, issues);
  for (const [i, entry] of context.entries()) {
    checkStrings(entry, ["description", "value"], `context[${i}]`, issues);
  }
  if (issues.length > 0) {
    const shown = issues.slice(0, MAX_ISSUES);
    const summary = shown
      .slice(0, 3)
      .map(({ path, message }) => `${path} ${message}`)
      .join("; ");
    throw new HttpError(
      422,
      "invalid_input",
      `The run input is not valid: ${summary}${issues.length > 3 ? "; …" : ""}.`,
      { issues: shown },
    );
  }
  return { ...body, messages, tools, context } as unknown as RunAgentInput;
}

function checkMessage(value: unknown, path: string, issues: Issue[]): void {
  if (!checkStrings(value, ["id"], path, issues)) return;
  const { role, content, toolCalls } = value;
  if (typeof role !== "string" || !ROLES.has(role)) {
    issues.push({ path: `${path}.role`, message: `must be one of ${[...ROLES].join(", ")}` });
    return;
  }
  if (role === "user" || role === "tool") {
    if (typeof content !== "string" && !(Array.isArray(content) && content.every(isRecord))) {
      issues.push({
        path: `${path}.content`,
        message: "must be a string or a list of content parts",
      });
    }
  } else if (
    role !== "activity" &&
    content !== undefined &&
    content !== null &&
    typeof content !== "string"
  ) {
    issues.push({ path: `${path}.content`, message: "must be a string" });
  }
  if (role === "tool") checkStrings(value, ["toolCallId"], path, issues);
  if (role !== "assistant" || toolCalls === undefined || toolCalls === null) return;
  if (!Array.isArray(toolCalls)) {
    issues.push({ path: `${path}.toolCalls`, message: "must be a list" });
    return;
  }
  toolCalls.forEach((call: unknown, i) => {
    const at = `${path}.toolCalls[${i}]`;
    if (checkStrings(call, ["id"], at, issues))
      checkStrings(call.function, ["name", "arguments"], `${at}.function`, issues);
  });
}

function checkTool(value: unknown, path: string, issues: Issue[]): void {
  if (!checkStrings(value, ["name", "description"], path, issues)) return;
  if (value.parameters !== undefined && value.parameters !== null && !isRecord(value.parameters)) {
    issues.push({ path: `${path}.parameters`, message: "must be a JSON Schema object" });
  }
}

function checkStrings(
  value: unknown,
  fields: readonly string[],
  path: string,
  issues: Issue[],
): value is Record<string, unknown> {
  if (!isRecord(value)) {
    issues.push({ path, message: "must be an object" });
    return false;
  }
  for (const field of fields) {
    if (typeof value[field] !== "string")
      issues.push({ path: `${path}.${field}`, message: "must be a string" });
  }
  return true;
}

function listOf(
  body: Record<string, unknown>,
  field: string,
  issues: Issue[],
  required: boolean,
): unknown[] {
  const value = body[field];
  if (Array.isArray(value)) return value;
  if (required || (value !== undefined && value !== null))
    issues.push({ path: field, message: "must be a list" });
  return [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
