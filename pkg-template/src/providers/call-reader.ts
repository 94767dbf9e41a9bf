import { ArgumentsReader } from "../arguments/index.js";
import type { RawCallStream, RawProvider } from "../models/raw.js";
import type { CallEvent } from "./calls.js";
import { asking, toText } from "./crossing.js";
import type { ProviderForms } from "./forms.js";

/** An event as it comes from the module. */
type Told = CallEvent | { readonly type: "args"; readonly toolCallId: string; delta: string };

/**
 * The calls of an answer that still arrives: give it each event of the vendor's stream, and `end()` once there are no more.
 * A call that was cut off ends with an `issue`, and must not run.
 */
export class CallReader<Name extends keyof ProviderForms> {
  readonly #provider: RawProvider;
  readonly #stream: RawCallStream;
  readonly #arguments = new Map<string, ArgumentsReader>();

  /** @internal */
  constructor(provider: RawProvider) {
    this.#provider = provider;
    this.#stream = provider.stream();
  }

  /**
   * What an event says of calls; nothing for one that is about something else.
   *
   * @throws {NotInitializedError} before the core is loaded, which reads the arguments.
   * @throws {TypeError} for what is no plain data. The stream can go on.
   */
  push(event: ProviderForms[Name]["event"]): CallEvent[] {
    const text = toText("an event", event);
    return this.#told(asking("push()", () => this.#provider.push(this.#stream, text)));
  }

  /** There are no more events. */
  end(): CallEvent[] {
    return this.#told(asking("end()", () => this.#provider.end(this.#stream)));
  }

  #told(told: readonly Told[]): CallEvent[] {
    return told.map((one) => {
      if (one.type === "start") this.#arguments.set(one.toolCallId, new ArgumentsReader());
      if (one.type === "end") this.#forget(one.toolCallId);
      if (one.type !== "args") return one;
      const reader = this.#arguments.get(one.toolCallId);
      reader?.push(one.delta);
      return { ...one, partialArgs: reader?.value ?? {} };
    });
  }

  #forget(toolCallId: string): void {
    this.#arguments.get(toolCallId)?.free();
    this.#arguments.delete(toolCallId);
  }
}
