import type { ComposerStrings } from "../../texts/chat/composer-strings.js";
import type { Draft } from "./drafts.js";
import type { ComposerLimits } from "./limits.js";
import type { ComposerAgent } from "./types.js";

/** Why a draft can't be sent now, for people; `undefined` when it can. */
export function obstacleTo(
  draft: Draft,
  agent: ComposerAgent | undefined,
  interrupts: boolean,
  limits: ComposerLimits,
  texts: ComposerStrings,
): string | undefined {
  const { text, attachments } = draft;
  const { loading, failed } = attachments;
  if (!agent) return texts.composerNoAgent;
  if (!interrupts && isBusy(agent)) {
    return agent.isRunning ? texts.composerRunning : texts.composerInterrupted;
  }
  if (text.length > limits.maxTextLength) {
    return texts.composerTooLong(text.length, limits.maxTextLength);
  }
  if (loading > 0) return texts.composerWaiting(loading);
  if (failed > 0) return texts.composerUnsent(failed);
  const isEmpty = attachments.items.length === 0 && text.trim() === "";
  return isEmpty ? texts.composerEmpty : undefined;
}

/** Returns true if an agent runs or waits for an answer: a message must interrupt that. */
export function isBusy({ isRunning, pendingInterrupts }: ComposerAgent): boolean {
  return isRunning || (pendingInterrupts?.length ?? 0) > 0;
}
