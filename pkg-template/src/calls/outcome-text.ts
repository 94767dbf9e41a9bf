import type { CallEnd } from "./run-call.js";

/**
 * The text of an outcome for the model: the result or the error's message, after a notice of arguments that a person
 * changed.
 */
export function outcomeText(end: CallEnd): string {
  const { outcome } = end;
  return outcomeNote(end) + (outcome.success ? outcome.result : outcome.error.message);
}

/** The notice of arguments that a person changed; empty without changes. */
export function outcomeNote({ call }: CallEnd): string {
  return call.edited ? noteOfEdit(call.edited) : "";
}

/** The history keeps the model's arguments, as its backend does; so the answer has the ones that were used instead. */
function noteOfEdit(args: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(args, (_key, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
  return `The user changed the arguments before the tool ran: ${text}\n`;
}
