import { buildResumeArray, isInterruptExpired } from "@ag-ui/client";
import type { Interrupt, ResumeEntry } from "@ag-ui/core";

/** A page's answer to one interrupt. */
export type InterruptAnswer = Pick<ResumeEntry, "status" | "payload">;

/**
 * What is sent to answer interrupts.
 *
 * @throws {Error} when none is open, or an answer is missing, unknown, or too late.
 */
export function resumeEntries(
  open: readonly Interrupt[],
  answers: Record<string, InterruptAnswer>,
): ResumeEntry[] {
  if (open.length === 0) throw new Error("<ag-ui-agent>: no interrupt waits for an answer.");
  const entries = buildResumeArray([...open], answers);
  const expired = open.filter(
    (interrupt) => isInterruptExpired(interrupt) && answers[interrupt.id]?.status !== "cancelled",
  );
  if (expired.length > 0) {
    const names = expired.map((interrupt) => `${interrupt.id} (${interrupt.expiresAt})`).join(", ");
    throw new Error(`<ag-ui-agent>: expired, and can only be cancelled: ${names}.`);
  }
  return entries;
}
