/** A tool call the agent has decided on. `args` is the JSON text to stream, as written. */
export interface PlannedCall {
  readonly name: string;
  readonly args: string;
}

/** What the agent does next: says something, calls tools, or both in that order. */
export interface Plan {
  readonly say?: string;
  readonly calls?: readonly PlannedCall[];
}

/** A call with its arguments written as JSON. */
export function callWith(name: string, args: Readonly<Record<string, unknown>>): PlannedCall {
  return { name, args: JSON.stringify(args) };
}
