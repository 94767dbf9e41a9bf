import type { Run } from "../run/run.js";

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
  /** The id the run gave it, once started. */
  started?: string;
}

/** Puts streamed fragments together: a call starts once its name is known, which is when its arguments or another call begin. */
export class ToolCallAssembler {
  readonly #run: Run;
  readonly #calls: Call[] = [];

  constructor(run: Run) {
    this.#run = run;
  }

  get count(): number {
    return this.#calls.length;
  }

  async add(delta: ToolCallDelta): Promise<void> {
    const known = this.#find(delta);
    const call = known ?? { index: delta.index, id: delta.id ?? "", name: "", held: "" };
    if (!known) {
      const previous = this.#calls.at(-1);
      if (previous) await this.#start(previous);
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
      await this.#start(call);
      if (call.started) await this.#run.callArgs(call.started, args);
    }
  }

  /** Starts what never got arguments. The run closes the calls. */
  async finish(): Promise<void> {
    for (const call of this.#calls) await this.#start(call);
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

  async #start(call: Call): Promise<void> {
    if (call.started || call.name === "") return;
    call.started = await this.#run.callStart(call.name, call.id);
    await this.#run.callArgs(call.started, call.held);
  }
}
