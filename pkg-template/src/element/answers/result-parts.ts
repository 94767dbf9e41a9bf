import type { AgentCapabilities, ToolMessage } from "@ag-ui/core";
import { outcomeNote, outcomeText } from "../../calls/outcome-text.js";
import type { CallEnd } from "../../calls/run-call.js";
import { hasMedia, type ToolContentPart, textOfPart } from "../../execution/content-parts.js";
import { takes } from "../thread/within-capabilities.js";

/**
 * How media in a tool's result travel, as images:
 *
 * - `auto`: as parts where the agent's capabilities say that it takes them, or say nothing and the backend speaks AG-UI 1.0, in
 *   which results may have parts; else as text that says what is missing
 * - `always`: as parts
 * - `never`: as text
 */
export type ResultParts = "auto" | "always" | "never";

const policies: readonly unknown[] = ["auto", "always", "never"] satisfies ResultParts[];

/** The policy that a value names; what names none counts as `auto`, and is warned of. */
export function resultPartsOf(value: unknown): ResultParts {
  if (value === null || value === undefined || value === "") return "auto";
  if (policies.includes(value)) return value as ResultParts;
  const known = policies.map((policy) => `"${policy}"`).join(", ");
  console.warn(`<ag-ui-agent>: result-parts is one of ${known}; "auto" is used in place of`, value);
  return "auto";
}

/** What is known of the backend that a result goes to. */
export interface ResultReader {
  readonly resultParts: ResultParts;
  readonly capabilities: AgentCapabilities | undefined;
  /** What it said when it began a run. */
  readonly protocolVersion: string | undefined;
}

/** The content of the message that answers a call, for a certain backend. */
export function contentFor(end: CallEnd, reader: ResultReader): ToolMessage["content"] {
  const { outcome } = end;
  const parts = outcome.success ? outcome.parts : undefined;
  if (!parts || reader.resultParts === "never") return outcomeText(end);
  const content = parts.map((part) => (isTaken(part, reader) ? part : asText(part)));
  if (!hasMedia(content)) return outcomeText(end);
  const note = outcomeNote(end);
  return [...(note === "" ? [] : [{ type: "text" as const, text: note }]), ...content];
}

function isTaken(
  part: ToolContentPart,
  { resultParts, capabilities, protocolVersion }: ResultReader,
): boolean {
  if (resultParts === "always") return true;
  return takes(capabilities, part) ?? Number.parseInt(protocolVersion ?? "0", 10) >= 1;
}

function asText(part: ToolContentPart): ToolContentPart {
  return { type: "text", text: textOfPart(part) };
}
