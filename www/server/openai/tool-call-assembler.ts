import type { ModelEvent } from "ag-ui-lit/server";

/** A streamed fragment of a tool call; services leave out what they please. */
export interface ToolCallDelta {
  readonly index?: number | undefined;
  readonly id?: string | null;
  readonly function?: { readonly name?: string | null; readonly arguments?: string | null };
}

interface Call {
  readonly index: number | undefined;
  id: string;
  name: string;
  /** Arguments that came before the name was complete. */
  held: string;
  /** What it is known by, once started. */
  started?: string;
}

/** Puts streamed fragments together: a call starts once its name is known, which is when its arguments or another call begin. */
export class ToolCallAssembler {
  readonly #calls: Call[] = [];

  get count(): number {
    return this.#calls.length;
  }

  *add(delta: ToolCallDelta): Generator<ModelEvent> {
    const known = this.#find(delta);
    const call = known ?? { index: delta.index, id: delta.id ?? "", name: "", held: "" };
    if (!known) {
      const previous = this.#calls.at(-1);
      if (previous) yield* this.#start(previous);
      this.#calls.push(call);
    }
    call.id ||= delta.id ?? "";
    const name = delta.function?.name ?? "";
    // A service either sends the name once, in pieces, or repeats it whole with every fragment.
    if (!call.started && name !== call.name) call.name += name;
    const args = delta.function?.arguments ?? "";
    if (args === "") return;
    if (call.name === "") call.held += args;
    else {
      yield* this.#start(call);
      if (call.started) yield { type: "tool_call_args", id: call.started, delta: args };
    }
  }

  /** Starts what never got arguments, and ends all. */
  *finish(): Generator<ModelEvent> {
    for (const call of this.#calls) yield* this.#start(call);
    for (const { started } of this.#calls) {
      if (started !== undefined) yield { type: "tool_call_end", id: started };
    }
  }

  #find({ index, id }: ToolCallDelta): Call | undefined {
    if (id) {
      const sameId = this.#calls.find(
        (call) => call.id === id && (index === undefined || call.index === index),
      );
      if (sameId) return sameId;
    }
    const candidate =
      index === undefined
        ? this.#calls.at(-1)
        : this.#calls.findLast((call) => call.index === index);
    // Some services number every call 0 and tell them apart by id only.
    return candidate && id && candidate.id && candidate.id !== id ? undefined : candidate;
  }

  *#start(call: Call): Generator<ModelEvent> {
    if (call.started || call.name === "") return;
    const isTaken = this.#calls.some(({ started }) => started === call.id);
    call.started = call.id && !isTaken ? call.id : `call_${crypto.randomUUID()}`;
    yield { type: "tool_call_start", id: call.started, name: call.name };
    if (call.held !== "") yield { type: "tool_call_args", id: call.started, delta: call.held };
  }
}
