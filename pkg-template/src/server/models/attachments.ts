import type { LiftedCall } from "../../providers/calls.js";

/** So many answers have their attachments kept. */
const MOST_ANSWERS = 10_000;

/**
 * Attachments of a conversation's answers: data that an API wants back with its calls, such as the signature of its reasoning. AG-UI's
 * history has no place for it that a client could be trusted with, so it stays in this process. APIs go on without it.
 */
export interface Attachments {
  of(calls: readonly LiftedCall[]): readonly object[];
  keep(calls: readonly LiftedCall[], attachments: readonly object[]): void;
}

/** The attachments of all conversations of one model; those of the oldest answers are dropped first. */
export class AttachmentStore {
  readonly #kept = new Map<string, { readonly shape: string; readonly attachments: object[] }>();

  /** The attachments of a conversation. No other conversation reads them, whatever ids its calls have. */
  in(conversation: string): Attachments {
    const keyOf = ([first]: readonly LiftedCall[]): string =>
      JSON.stringify([conversation, first?.toolCallId]);
    return {
      of: (calls) => {
        const kept = this.#kept.get(keyOf(calls));
        return kept?.shape === shapeOf(calls) ? kept.attachments : [];
      },
      keep: (calls, attachments) => {
        if (calls.length === 0 || attachments.length === 0) return;
        const key = keyOf(calls);
        this.#kept.delete(key);
        this.#kept.set(key, { shape: shapeOf(calls), attachments: [...attachments] });
        for (const oldest of this.#kept.keys()) {
          if (this.#kept.size <= MOST_ANSWERS) break;
          this.#kept.delete(oldest);
        }
      },
    };
  }
}

/** Distinguishes two answers that begin with the same id, as far as an API's signature covers it. */
function shapeOf(calls: readonly LiftedCall[]): string {
  return JSON.stringify(calls.map(({ toolCallId, toolCallName }) => [toolCallId, toolCallName]));
}
