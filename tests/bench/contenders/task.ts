/** The one task of every contender: validate these arguments and run a handler that does nothing. */
/** 169 bytes. */
export const text =
  '{"guest":"Ada Lovelace","email":"ada@example.com","nights":3,"room":{"kind":"double",' +
  '"beds":["queen","single"]},"breakfast":true,"note":"Arrives late, no smoking room."}';

/** The same with a value that the schema refuses. */
export const invalidText = text.replace('"nights":3', '"nights":"three"');

export const toolName = "book_room";
export const description = "Books a room.";

/** What the handler returns, and so what a contender must give back. */
export const result = "booked";

export const jsonSchema = {
  type: "object",
  properties: {
    guest: { type: "string", minLength: 1, maxLength: 100 },
    email: { type: "string", maxLength: 100 },
    nights: { type: "integer", minimum: 1, maximum: 30 },
    room: {
      type: "object",
      properties: {
        kind: { enum: ["single", "double", "suite"] },
        beds: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 4 },
      },
      required: ["kind", "beds"],
      additionalProperties: false,
    },
    breakfast: { type: "boolean" },
    note: { type: "string", maxLength: 500 },
  },
  required: ["guest", "email", "nights", "room", "breakfast", "note"],
  additionalProperties: false,
};

/** What the handlers and listeners saw: checked once, and the reason why no engine can leave the work out. */
export const seen = { args: undefined as unknown, calls: 0, events: 0, last: undefined as unknown };

export async function handler(args: unknown): Promise<string> {
  seen.args = args;
  seen.calls += 1;
  return result;
}

/** Notes that an event came, and a value from the depth of its detail. */
export function hear(value: unknown): void {
  seen.events += 1;
  seen.last = value;
}

let calls = 0;

/** An id as a backend gives one, new for each call. */
export function nextCallId(): string {
  calls += 1;
  return `call_${calls}`;
}
