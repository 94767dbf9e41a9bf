import { type BaseEvent, EventType } from "@ag-ui/core";
import { RunError } from "../../errors/run-error.js";
import type { RawEvent } from "./plain-event.js";

/** What begins, goes on and ends: by the events that say so, and the field that names it. */
interface Kind {
  readonly start: EventType;
  readonly content?: EventType;
  readonly end: EventType;
  readonly key: "messageId" | "toolCallId" | "stepName" | "subagentRunId";
  /** Begun by its first content, when it was not begun before. */
  readonly begun?: (event: RawEvent) => object;
  /** What ends it beside `end`. */
  readonly alsoEnds?: EventType;
}

/** What is within another comes first: it is ended first. */
const kinds: readonly Kind[] = [
  {
    start: EventType.TOOL_CALL_START,
    content: EventType.TOOL_CALL_ARGS,
    end: EventType.TOOL_CALL_END,
    key: "toolCallId",
  },
  {
    start: EventType.TEXT_MESSAGE_START,
    content: EventType.TEXT_MESSAGE_CONTENT,
    end: EventType.TEXT_MESSAGE_END,
    key: "messageId",
    begun: () => ({ role: "assistant" }),
  },
  {
    start: EventType.REASONING_MESSAGE_START,
    content: EventType.REASONING_MESSAGE_CONTENT,
    end: EventType.REASONING_MESSAGE_END,
    key: "messageId",
    begun: () => ({ role: "reasoning" }),
  },
  { start: EventType.REASONING_START, end: EventType.REASONING_END, key: "messageId" },
  { start: EventType.STEP_STARTED, end: EventType.STEP_FINISHED, key: "stepName" },
  {
    start: EventType.SUBAGENT_STARTED,
    end: EventType.SUBAGENT_FINISHED,
    alsoEnds: EventType.SUBAGENT_ERROR,
    key: "subagentRunId",
  },
];

/** Something that has begun and not ended. */
interface Open {
  readonly kind: Kind;
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
    if (event.type === kind.content && kind.begun) {
      const start = { type: kind.start, messageId: id, ...kind.begun(event), ...ownerOf(event) };
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
    return kinds.flatMap((kind) =>
      open
        .filter((one) => one.kind === kind)
        .map(({ id, owner }) => {
          const end = { ...ownerOf({ subagentRunId: owner }), type: kind.end, [kind.key]: id };
          unsaid.add(end);
          return end as BaseEvent;
        }),
    );
  }
}

/** Ends that the backend did not write. */
const unsaid = new WeakSet<object>();

/** Whether an event is an end that the backend did not write: the run ended while something was open. */
export function isSynthetic(event: BaseEvent): boolean {
  return unsaid.has(event);
}

const kindOf = new Map<string, Kind>(
  kinds.flatMap((kind) =>
    [kind.start, kind.content, kind.end, kind.alsoEnds].flatMap((type): [string, Kind][] =>
      type ? [[type, kind]] : [],
    ),
  ),
);

function nameOf(kind: Kind, event: RawEvent): string {
  const owner = kind.key === "stepName" ? event.subagentRunId : undefined;
  return JSON.stringify([kind.start, event[kind.key], owner]);
}

function ownerOf({ subagentRunId }: Record<string, unknown>): object {
  return subagentRunId === undefined ? {} : { subagentRunId };
}

function neverBegun(event: RawEvent, kind: Kind, id: string, hasEnded: boolean): string {
  const what = hasEnded ? `has ended (${kind.end})` : `was not begun (no ${kind.start})`;
  return `The agent broke the AG-UI protocol: ${event.type} is for ${JSON.stringify(id)}, which ${what}.`;
}
