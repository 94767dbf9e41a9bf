import { wellFormed } from "../codec/truncate.js";
import { WholeCharacters as CharactersOf, endsInHalf } from "../codec/whole-characters.js";
import type { ReasonerEvent } from "./reasoner-event.js";

/** Texts of one kind that a delta has cut within a character, by the id of the message or call. */
type Halves = Map<string, CharactersOf>;

/**
 * Events whose deltas consist of whole characters. A delta may end between the two UTF-16 halves of a character, which no UTF-8 can
 * carry: the first half is held back until the second arrives. A half without the other becomes U+FFFD when its message or call ends.
 */
export class WholeCharacters {
  readonly #texts: Halves = new Map();
  readonly #reasoning: Halves = new Map();
  readonly #args: Halves = new Map();

  /** The event as it is passed on, after what was held back and is due before it. */
  of(event: ReasonerEvent): readonly ReasonerEvent[] {
    switch (event.type) {
      case "text":
        return whole(this.#texts, event.messageId, event);
      case "reasoning":
        return whole(this.#reasoning, event.messageId, event);
      case "call_args":
        return whole(this.#args, event.toolCallId, event);
      case "call_end":
        return [...this.#restOfCalls(event.toolCallId), event];
      case "message_end":
        return [...this.#restOfMessages(event.messageId), ...this.#restOfCalls(), event];
      case "call_prepared":
      case "end":
        return [...this.rest(), event];
      case "call_result":
        return [...this.#restOfCalls(event.call.toolCallId), event];
      default:
        return [event];
    }
  }

  /** Releases the held-back half, as no more follows. */
  rest(): ReasonerEvent[] {
    return [...this.#restOfMessages(), ...this.#restOfCalls()];
  }

  #restOfMessages(only?: string): ReasonerEvent[] {
    const reasoning = taken(this.#reasoning, only).map(([messageId, delta]) => {
      return { type: "reasoning", messageId, delta } as const;
    });
    const texts = taken(this.#texts, only).map(([messageId, delta]) => {
      return { type: "text", messageId, delta } as const;
    });
    return [...reasoning, ...texts];
  }

  #restOfCalls(only?: string): ReasonerEvent[] {
    return taken(this.#args, only).map(([toolCallId, delta]) => {
      return { type: "call_args", toolCallId, delta };
    });
  }
}

/** A delta after the half that was held back before it, and without the one at its end. */
function whole<Event extends ReasonerEvent & { readonly delta: string }>(
  halves: Halves,
  id: string,
  event: Event,
): readonly Event[] {
  const { delta } = event;
  // A reasoner may be anybody's: what is not a delta is judged where it is written.
  if (typeof delta !== "string" || delta === "") return [event];
  const held = halves.get(id);
  if (!held && !endsInHalf(delta)) {
    const text = wellFormed(delta);
    return [text === delta ? event : { ...event, delta: text }];
  }
  const characters = held ?? new CharactersOf();
  halves.set(id, characters);
  const complete = characters.push(delta);
  return complete === "" ? [] : [{ ...event, delta: complete }];
}

/** Releases the halves held for all ids, or for one. */
function taken(halves: Halves, only: string | undefined): readonly [id: string, delta: string][] {
  if (halves.size === 0) return none;
  const ids = only === undefined ? [...halves.keys()] : [only];
  return ids.flatMap((id): [string, string][] => {
    const delta = halves.get(id)?.end() ?? "";
    halves.delete(id);
    return delta === "" ? [] : [[id, delta]];
  });
}

const none: readonly [id: string, delta: string][] = [];
