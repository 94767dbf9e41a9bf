import type { Interrupt } from "@ag-ui/core";
import { html, nothing, type TemplateResult } from "lit";
import type { InterruptAnswer } from "../../element/answers/resume.js";
import type { ApprovalStrings } from "../../texts/approval/strings.js";
import { type InterruptQuestion, isYes } from "./interrupt-answers.js";

/** The message of an interrupt, or a default. */
export function messageText({ message }: Interrupt, strings: ApprovalStrings): string {
  const text = message?.trim() ?? "";
  return text === "" ? strings.interruptQuestion : text;
}

/** The remaining time for an answer to an interrupt. */
export function expiryView(left: number, strings: ApprovalStrings): TemplateResult {
  const text = left === 0 ? strings.interruptExpired : strings.interruptExpiresIn(left);
  // Not a live region: a screen reader should not announce every second.
  return html`<p class="about" part="expiry" role="timer" aria-live="off">${text}</p>`;
}

/**
 * The answer that was given.
 *
 * @param change reverts it; `undefined` if that is no longer possible.
 */
export function answerView(
  { isApproval }: InterruptQuestion,
  answer: InterruptAnswer,
  strings: ApprovalStrings,
  change: (() => void) | undefined,
): TemplateResult {
  const [yesText, noText] = isApproval
    ? [strings.approved, strings.declined]
    : [strings.interruptConfirmed, strings.interruptCancelled];
  const isGiven = isYes(answer);
  return html`<p class="outcome ${isGiven ? "approved" : "declined"}" part="outcome" tabindex="-1">${isGiven ? yesText : noText}</p>
    ${
      change
        ? html`<div class="actions"><button class="button" part="button" type="button" @click=${change}>${strings.interruptChange}</button></div>`
        : nothing
    }`;
}

/** A text that identifies the questions of interrupts. */
export function textOf(interrupts: readonly Interrupt[]): string {
  return JSON.stringify(
    interrupts.map(({ id, reason, message, expiresAt }) => [id, reason, message, expiresAt]),
  );
}
