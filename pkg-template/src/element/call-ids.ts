import type { AbstractAgent, MiddlewareFunction } from "@ag-ui/client";
import {
  type BaseEvent,
  EventType,
  type Interrupt,
  type Message,
  type RunAgentInput,
} from "@ag-ui/core";
import { concatMap } from "rxjs";

/**
 * Tells calls apart whose backend uses an id again.
 *
 * A call is its id within its assistant message, and backends count from `call_0` in every turn. `@ag-ui/client` 1.0
 * takes an id for unique in the whole thread: it would add the second call's arguments to the first call. So
 * the second call of an id is known to the client by an alias. Backend and page only ever see the id itself.
 */
export class CallIds {
  /** By alias. */
  readonly #ids = new Map<string, string>();

  /** The id the backend gave a call. */
  idOf(alias: string): string {
    return this.#ids.get(alias) ?? alias;
  }

  /** Messages as the backend knows them. */
  restore(messages: readonly Message[]): Message[] {
    return messages.map((message) => rename(message, (id) => this.idOf(id)));
  }

  /** An event's detail as the page knows the calls in it. */
  shown<Detail extends object>(detail: Detail): Detail {
    if (this.#ids.size === 0) return detail;
    const { toolCallId, messages, interrupts } = detail as CallDetail;
    return {
      ...detail,
      ...(toolCallId !== undefined && { toolCallId: this.idOf(toolCallId) }),
      ...(messages && { messages: this.restore(messages) }),
      ...(interrupts && { interrupts: this.restoreInterrupts(interrupts) }),
    };
  }

  /** Interrupts as the backend sent them. */
  restoreInterrupts(interrupts: readonly Interrupt[]): Interrupt[] {
    return interrupts.map((interrupt) => renameInterrupt(interrupt, (id) => this.idOf(id)));
  }

  /** Messages of a backend or a page, with an alias for each further call that has the id of an earlier one. */
  distinguish(messages: readonly Message[]): Message[] {
    const latest = new Map<string, string>();
    return messages.map((message) => {
      if (message.role === "assistant") {
        for (const { id } of message.toolCalls ?? [])
          latest.set(id, this.#next(id, latest.get(id)));
      }
      return rename(message, (id) => latest.get(id) ?? id);
    });
  }

  /** For `agent.use()`: restores what goes out, distinguishes what comes in. */
  readonly middleware: MiddlewareFunction = (input, next) => {
    const run = new RunIds(this, input);
    const messages = this.restore(input.messages);
    return next.run({ ...input, messages }).pipe(concatMap((event) => run.incoming(event)));
  };

  /** The alias after `latest`; the id itself when there was none. */
  #next(id: string, latest: string | undefined): string {
    if (latest === undefined) return id;
    const count = latest === id ? 2 : Number(latest.slice(latest.lastIndexOf("#") + 1)) + 1;
    const alias = `${id}#${count}`;
    this.#ids.set(alias, id);
    return alias;
  }

  /** The alias for a new call, when these messages hold the calls so far. */
  fresh(id: string, messages: readonly Message[]): string {
    return this.#next(id, this.latest(id, messages)?.alias);
  }

  /** The last call that has an id. */
  latest(id: string, messages: readonly Message[]): KnownCall | undefined {
    for (let at = messages.length - 1; at >= 0; at -= 1) {
      const message = messages[at] as Message;
      const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
      const call = calls.find((candidate) => this.idOf(candidate.id) === id);
      if (call) return { alias: call.id, messageId: message.id, later: messages.slice(at + 1) };
    }
    return undefined;
  }
}

/** The places of a detail where a call's id may stand. */
interface CallDetail {
  readonly toolCallId?: string;
  readonly messages?: readonly Message[];
  readonly interrupts?: readonly Interrupt[];
}

interface KnownCall {
  readonly alias: string;
  readonly messageId: string;
  readonly later: readonly Message[];
}

const agents = new WeakMap<AbstractAgent, CallIds>();

/** The ids of an agent's calls; the agent is taught to tell them apart when it is first seen. */
export function callIdsOf(agent: AbstractAgent): CallIds {
  const known = agents.get(agent);
  if (known) return known;
  const ids = new CallIds();
  agents.set(agent, ids);
  agent.use(ids.middleware);
  return ids;
}

/** An event with any of the places where a call's id may stand. */
type CallEvent = BaseEvent & {
  toolCallId?: string;
  parentMessageId?: string;
  parentToolCallId?: string;
  messages?: Message[];
  input?: RunAgentInput;
  outcome?: { pendingToolCallIds?: string[]; interrupts?: Interrupt[] };
};

/** The ids within one run. */
class RunIds {
  readonly #ids: CallIds;
  readonly #history: readonly Message[];
  /** By the backend's id; `undefined` for a replayed call, whose events are dropped. */
  readonly #aliases = new Map<string, string | undefined>();

  constructor(ids: CallIds, input: RunAgentInput) {
    this.#ids = ids;
    this.#history = input.messages;
  }

  incoming(event: BaseEvent): BaseEvent[] {
    const { type, toolCallId } = event as CallEvent;
    if (toolCallId === undefined) return [this.#renamed(event as CallEvent)];
    const begins = type === EventType.TOOL_CALL_START || type === EventType.TOOL_CALL_CHUNK;
    if (begins && !this.#aliases.has(toolCallId)) this.#begin(event as CallEvent, toolCallId);
    const writes = begins || type === EventType.TOOL_CALL_ARGS || type === EventType.TOOL_CALL_END;
    const isReplay = this.#aliases.has(toolCallId) && this.#aliases.get(toolCallId) === undefined;
    return writes && isReplay ? [] : [this.#renamed(event as CallEvent)];
  }

  #begin({ parentMessageId }: CallEvent, id: string): void {
    const known = this.#ids.latest(id, this.#history);
    const isSame =
      known !== undefined &&
      (parentMessageId === undefined
        ? !known.later.some((message) => message.role === "user")
        : parentMessageId === known.messageId);
    const isAnswered = known?.later.some(
      (message) => message.role === "tool" && message.toolCallId === known.alias,
    );
    if (!isSame) this.#aliases.set(id, this.#ids.fresh(id, this.#history));
    // Replayed: the client would write its arguments a second time behind the first.
    else this.#aliases.set(id, isAnswered ? undefined : known.alias);
  }

  readonly #alias = (id: string): string =>
    this.#aliases.get(id) ?? this.#ids.latest(id, this.#history)?.alias ?? id;

  #renamed(event: CallEvent): BaseEvent {
    const { toolCallId, parentToolCallId, messages, input, outcome } = event;
    const pending = outcome?.pendingToolCallIds?.map(this.#alias);
    const interrupts = outcome?.interrupts?.map((one) => renameInterrupt(one, this.#alias));
    return {
      ...event,
      ...(toolCallId !== undefined && { toolCallId: this.#alias(toolCallId) }),
      ...(parentToolCallId !== undefined && { parentToolCallId: this.#alias(parentToolCallId) }),
      ...(Array.isArray(messages) && { messages: this.#ids.distinguish(messages) }),
      ...(Array.isArray(input?.messages) && {
        input: { ...input, messages: this.#ids.distinguish(input.messages) },
      }),
      ...(outcome && {
        outcome: {
          ...outcome,
          ...(pending && { pendingToolCallIds: pending }),
          ...(interrupts && { interrupts }),
        },
      }),
    };
  }
}

function rename(message: Message, name: (id: string) => string): Message {
  if (message.role === "tool") return { ...message, toolCallId: name(message.toolCallId) };
  if (message.role !== "assistant" || !message.toolCalls) return message;
  const toolCalls = message.toolCalls.map((call) => ({ ...call, id: name(call.id) }));
  return { ...message, toolCalls };
}

function renameInterrupt(interrupt: Interrupt, name: (id: string) => string): Interrupt {
  const { toolCallId } = interrupt;
  return toolCallId === undefined ? interrupt : { ...interrupt, toolCallId: name(toolCallId) };
}
