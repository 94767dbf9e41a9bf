import { ArgumentsReader } from "../arguments/index.js";
import { wellFormed } from "../codec/truncate.js";
import { WholeCharacters } from "../codec/whole-characters.js";
import type { RawCallStream, RawProvider } from "../models/raw.js";
import type { CallEvent } from "./calls.js";
import { asking, toText } from "./crossing.js";
import type { ProviderForms } from "./forms.js";
import { carried, restored, withoutHalves } from "./halves.js";

/** An event as it comes from the module. */
type Told = CallEvent | { readonly type: "args"; readonly toolCallId: string; delta: string };

/** The arguments of a call under way. */
interface Arriving {
  readonly reader: ArgumentsReader;
  readonly characters: WholeCharacters;
}

/**
 * Reads the calls of a streamed answer: pass it each event of the vendor's stream, and call `end()` once there are no
 * more. A call that was cut off ends with an `issue`, and must not run.
 */
export class CallReader<Name extends keyof ProviderForms> {
  readonly #provider: RawProvider;
  readonly #stream: RawCallStream;
  readonly #arriving = new Map<string, Arriving>();

  /** @internal */
  constructor(provider: RawProvider) {
    this.#provider = provider;
    this.#stream = provider.stream();
  }

  /**
   * The events of calls in a stream's event; empty for an event about anything else.
   *
   * @throws {NotInitializedError} before the core is loaded, which reads the arguments.
   * @throws {TypeError} if it is not plain data. The stream can go on.
   */
  push(event: ProviderForms[Name]["event"]): CallEvent[] {
    const text = carried(toText("an event", event));
    const push = (): string => restored(this.#provider.push(this.#stream, text));
    return this.#told(asking("push()", push));
  }

  /** There are no more events. */
  end(): CallEvent[] {
    return this.#told(asking("end()", () => restored(this.#provider.end(this.#stream))));
  }

  #told(told: readonly Told[]): CallEvent[] {
    return told.flatMap((one) => {
      if (one.type === "args") return this.#args(one.toolCallId, one.delta);
      if (one.type === "start") {
        const reader = new ArgumentsReader();
        this.#arriving.set(one.toolCallId, { reader, characters: new WholeCharacters() });
      }
      const last = one.type === "end" ? this.#last(one.toolCallId) : [];
      return [...last, wellFormedTexts(one)];
    });
  }

  /** A piece of arguments, in whole characters: half of one waits for the next piece. */
  #args(id: string, piece: string): CallEvent[] {
    const arriving = this.#arriving.get(id);
    const delta = arriving?.characters.push(piece) ?? wellFormed(piece);
    if (delta === "") return [];
    arriving?.reader.push(delta);
    const partialArgs = arriving?.reader.value ?? {};
    return [{ type: "args", toolCallId: wellFormed(id), delta, partialArgs }];
  }

  /** The rest of a call's arguments when it ends. */
  #last(id: string): CallEvent[] {
    const arriving = this.#arriving.get(id);
    if (!arriving) return [];
    const half = arriving.characters.end();
    const last = half === "" ? [] : this.#args(id, half);
    this.#arriving.delete(id);
    arriving.reader.free();
    return last;
  }
}

/** An event with U+FFFD for each half of a character that is left. */
function wellFormedTexts(event: CallEvent): CallEvent {
  const json = JSON.stringify(event);
  const whole = withoutHalves(json);
  return whole === json ? event : (JSON.parse(whole) as CallEvent);
}
