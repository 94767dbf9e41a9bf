import type { CallEnd } from "./run-call.js";

/** Words an outcome for the model: the result or the error's message, after a note of arguments that a person has changed. */
export function outcomeText(end: CallEnd): string {
  const { outcome } = end;
  return outcomeNote(end) + (outcome.success ? outcome.result : outcome.error.message);
}

/** The note of arguments that a person has changed; empty where nobody has. */
export function outcomeNote({ call }: CallEnd): string {
  return call.edited ? noteOfEdit(call.edited) : "";
}

/** The history keeps what the model wrote, as its backend does; so the answer says what was run in its place. */
function noteOfEdit(args: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(args, (_key, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
  return `The user changed the arguments before the tool ran: ${text}\n`;
}
