import { buildResumeArray, isInterruptExpired } from "@ag-ui/client";
import type { Interrupt, ResumeEntry } from "@ag-ui/core";
import { describe } from "../codec/describe.js";
import { isObject } from "../codec/safe-read.js";
import { checkPayload } from "./response-schema.js";

/** A page's answer to one interrupt. */
export type InterruptAnswer = Pick<ResumeEntry, "status" | "payload">;

/**
 * What is sent to answer interrupts.
 *
 * @throws an `Error` when none is open, or an answer is missing, unknown, none at all, or too late, and an
 * `InvalidAnswerError` when a payload is not what its interrupt's `responseSchema` asks for.
 */
export function resumeEntries(
  open: readonly Interrupt[],
  answers: Record<string, InterruptAnswer>,
): ResumeEntry[] {
  if (open.length === 0) throw new Error("<ag-ui-agent>: no interrupt waits for an answer.");
  if (!isObject(answers)) throw new TypeError(`${needed}, but these are ${describe(answers)}.`);
  for (const [id, answer] of Object.entries(answers)) checkStatus(id, answer);
  const entries = buildResumeArray([...open], answers);
  const expired = open.filter(
    (interrupt) => isInterruptExpired(interrupt) && answers[interrupt.id]?.status !== "cancelled",
  );
  if (expired.length > 0) {
    const names = expired.map((interrupt) => `${interrupt.id} (${interrupt.expiresAt})`).join(", ");
    throw new Error(`<ag-ui-agent>: expired, and can only be cancelled: ${names}.`);
  }
  for (const [index, { status, payload }] of entries.entries()) {
    if (status === "resolved") checkPayload(open[index] as Interrupt, payload);
  }
  return entries;
}

const needed =
  '<ag-ui-agent>: resume() takes { [interruptId]: { status: "resolved" or "cancelled", payload? } }';

function checkStatus(id: string, answer: unknown): void {
  const status: unknown = isObject(answer) ? (answer as { status?: unknown }).status : answer;
  if (status === "resolved" || status === "cancelled") return;
  throw new TypeError(`${needed}, but the status of ${JSON.stringify(id)} is ${describe(status)}.`);
}
