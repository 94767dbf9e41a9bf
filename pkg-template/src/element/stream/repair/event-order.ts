import { type BaseEvent, EventType } from "@ag-ui/core";
import { RunError } from "../../errors/run-error.js";
import { type EventKind, eventKinds } from "../../protocol/event-kinds.js";
import type { RawEvent } from "./plain-event.js";

/** Something that has begun and not ended. */
interface Open {
  readonly kind: EventKind;
  readonly id: string;
  /** Whose it is: the same step may be open in two subagents. */
  readonly owner: unknown;
}

/** Who a run is of, for events that do not say. */
export interface RunNames {
  readonly threadId: string;
  readonly runId: string;
}

/**
 * Puts the events of a stream into an order that `@ag-ui/client` takes, where what the backend means is plain: what is
 * begun twice has begun, what is still open when the run ends has ended, and the first word on how a run ended stands.
 *
 * | what came | what is made of it |
 * |---|---|
 * | anything before RUN_STARTED | a RUN_STARTED before it |
 * | RUN_STARTED within a run | nothing |
 * | the start of what is open, the end of what is not | nothing; of a call that was never begun it is a fault |
 * | text of a message that was not begun | its start before it |
 * | RUN_FINISHED while something is open | the end of that before it |
 * | anything but RUN_STARTED or RUN_ERROR after the end of a run | nothing; the console says so once |
 */
export class EventOrder {
  readonly #names: RunNames;
  readonly #open = new Map<string, Open>();
  /** What this run has begun and ended. */
  readonly #ended = new Set<string>();
  #run: "none" | "under way" | "finished" | "failed" = "none";
  #hasWarned = false;

  /** @param names of the run that was asked for. */
  constructor({ threadId, runId }: RunNames) {
    this.#names = { threadId, runId };
  }

  /** The events that go on for one that came. @throws {RunError} when it makes no sense. */
  incoming(event: BaseEvent): BaseEvent[] {
    switch (event.type) {
      case EventType.RUN_STARTED:
        return this.#started(event as RawEvent);
      case EventType.RUN_ERROR:
        return this.#failed(event);
      default:
        break;
    }
    if (this.#run === "finished" || this.#run === "failed") return this.#late(event);
    const before = this.#run === "none" ? this.#began() : [];
    if (event.type === EventType.RUN_FINISHED) {
      this.#run = "finished";
      return [...before, ...this.#closed(), { ...this.#names, ...event } as BaseEvent];
    }
    return [...before, ...this.#within(event as RawEvent)];
  }

  #started(event: RawEvent): BaseEvent[] {
    const named = { ...this.#names, ...event } as BaseEvent;
    if (this.#run === "under way") return [];
    this.#begin();
    return [named];
  }

  #began(): BaseEvent[] {
    this.#begin();
    return [{ type: EventType.RUN_STARTED, ...this.#names } as BaseEvent];
  }

  #begin(): void {
    this.#run = "under way";
    this.#open.clear();
    this.#ended.clear();
  }

  #failed(event: BaseEvent): BaseEvent[] {
    // The first word on a failure stands.
    if (this.#run === "failed") return [];
    this.#run = "failed";
    this.#open.clear();
    return [event];
  }

  #late(event: BaseEvent): BaseEvent[] {
    if (event.type === EventType.RUN_FINISHED || this.#hasWarned) return [];
    this.#hasWarned = true;
    console.warn(`<ag-ui-agent>: ${event.type} came after the end of its run, and is left out.`);
    return [];
  }

  #within(event: RawEvent): BaseEvent[] {
    const kind = kindOf.get(event.type);
    if (!kind) return [event];
    const id = event[kind.key];
    if (typeof id !== "string") return [event];
    const name = nameOf(kind, event);
    if (event.type === kind.start) {
      if (this.#open.has(name)) return [];
      this.#open.set(name, { kind, id, owner: event.subagentRunId });
      return [event];
    }
    if (this.#open.has(name)) {
      if (event.type !== kind.content) this.#end(name);
      return [event];
    }
    if (event.type === kind.content && kind.text) {
      const start = { type: kind.start, messageId: id, ...kind.text, ...ownerOf(event) };
      return [...this.#within(start as RawEvent), event];
    }
    const isEnd = event.type !== kind.content;
    if (isEnd && (kind.key !== "toolCallId" || this.#ended.has(name))) return [];
    throw new RunError("protocol", neverBegun(event, kind, id, this.#ended.has(name)));
  }

  #end(name: string): void {
    this.#open.delete(name);
    this.#ended.add(name);
  }

  /** The ends of all that is open. Of a call it is said that nobody said so. */
  #closed(): BaseEvent[] {
    const open = [...this.#open.values()];
    this.#open.clear();
    return eventKinds.flatMap((kind) =>
      open
        .filter((one) => one.kind === kind)
        .map(({ id, owner }) => {
          const end = { ...ownerOf({ subagentRunId: owner }), type: kind.end, [kind.key]: id };
          synthetic.add(end);
          return end as BaseEvent;
        }),
    );
  }
}

/** Ends that the backend did not write. */
const synthetic = new WeakSet<object>();

/** Whether an event is an end that the backend did not write: the run ended while something was open. */
export function isSynthetic(event: BaseEvent): boolean {
  return synthetic.has(event);
}

const kindOf = new Map<string, EventKind>(
  eventKinds.flatMap((kind) =>
    [kind.start, kind.content, kind.end, kind.alsoEnds].flatMap((type): [string, EventKind][] =>
      type ? [[type, kind]] : [],
    ),
  ),
);

function nameOf(kind: EventKind, event: RawEvent): string {
  const owner = kind.key === "stepName" ? event.subagentRunId : undefined;
  return JSON.stringify([kind.start, event[kind.key], owner]);
}

function ownerOf({ subagentRunId }: Record<string, unknown>): object {
  return subagentRunId === undefined ? {} : { subagentRunId };
}

function neverBegun(event: RawEvent, kind: EventKind, id: string, hasEnded: boolean): string {
  const what = hasEnded ? `has ended (${kind.end})` : `was not begun (no ${kind.start})`;
  return `The agent broke the AG-UI protocol: ${event.type} is for ${JSON.stringify(id)}, which ${what}.`;
}
