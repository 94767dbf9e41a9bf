import type { AbstractAgent, AgentStateMutation, AgentSubscriber } from "@ag-ui/client";
import {
  type ActivityDeltaEvent,
  type ActivityMessage,
  type BaseEvent,
  EventType,
  type JsonPatch,
  type Message,
  type RunAgentInput,
  type RunFinishedEvent,
  type State,
  type StateDeltaEvent,
  type StateSnapshotEvent,
} from "@ag-ui/core";
import { LiveProperty } from "../../values/live-property.js";
import { withoutNull } from "./apply-lists.js";
import { applyToMessages, detailsOf } from "./apply-messages.js";
import { MessageList } from "./message-list.js";
import { WrittenState } from "./written-state.js";

/**
 * Who hears of a run: of every event by `onEvent` and by the event's own hook, and of what it changed. Answers at once;
 * an answer's `state` is not looked at.
 */
export interface LiveSubscriber extends AgentSubscriber {
  /** An activity message came or changed: the messages show it. */
  onActivityChanged?(message: Readonly<ActivityMessage>): void;
}

type Hook = (seen: object) => AgentStateMutation | undefined;

/**
 * A run's messages and state while its events come. Does what `defaultApplyEvents` of `@ag-ui/client` does: an event is
 * announced, and then applied. What it changed is announced when `flush()` is called, so what comes together is announced once.
 */
export class RunState {
  readonly #agent: AbstractAgent;
  readonly #input: RunAgentInput;
  readonly #subscribers: readonly LiveSubscriber[];
  readonly #messages: MessageList;
  readonly #state: WrittenState;
  readonly #shownMessages: LiveProperty<Message[]>;
  readonly #shownState: LiveProperty<State>;
  #hasNewMessages = false;
  #hasNewState = false;
  #newActivity: string | undefined;
  /** The kind of the last event. */
  #kind: string | undefined;

  constructor(agent: AbstractAgent, input: RunAgentInput, subscribers: readonly LiveSubscriber[]) {
    this.#agent = agent;
    this.#input = input;
    this.#subscribers = subscribers;
    this.#messages = new MessageList(agent.messages);
    this.#state = new WrittenState(input.state);
    this.#shownMessages = new LiveProperty(agent, "messages", () => [...this.#messages.all]);
    this.#shownState = new LiveProperty(agent, "state", () => this.#state.value);
  }

  /** Announces an event and applies it. Throws a `RunError` when it is a change of the state that does not apply. */
  apply(event: BaseEvent): void {
    const kind = kindOf(event);
    // Changes by one kind of event are announced together, before another kind is announced.
    if (kind !== this.#kind) this.flush();
    this.#kind = kind;
    if (!this.#announce("onEvent", event)) return;
    const details = detailsOf(this.#messages, event);
    if (!details || !this.#announce(hookOf(event.type), event, details)) return;
    if (applyToMessages(this.#messages, event, details)) this.#messagesChanged(event);
    this.#applyToState(event);
    if (event.type === EventType.RUN_FINISHED) this.#finish(event as RunFinishedEvent);
  }

  /** The page has changed the state. @throws when an operation does not apply. */
  write(patch: JsonPatch): State {
    this.#state.write(patch);
    this.#shownState.renew();
    return this.#state.value;
  }

  /** Announces what has changed since the last time. */
  flush(): void {
    if (this.#hasNewMessages) {
      this.#hasNewMessages = false;
      this.#announce("onMessagesChanged");
    }
    if (this.#newActivity !== undefined) this.#announceActivity(this.#newActivity);
    if (this.#hasNewState) {
      this.#hasNewState = false;
      this.#announce("onStateChanged");
    }
  }

  /** The run is over. */
  close(): void {
    this.#shownMessages.close();
    this.#shownState.close();
    this.flush();
  }

  #announceActivity(id: string): void {
    this.#newActivity = undefined;
    const message = this.#messages.find(id);
    if (message?.role !== "activity") return;
    this.#messages.draft.share();
    for (const subscriber of this.#subscribers) subscriber.onActivityChanged?.(message);
  }

  #messagesChanged(event: BaseEvent): void {
    this.#hasNewMessages = true;
    this.#shownMessages.renew();
    if (isOfActivity(event)) this.#newActivity = event.messageId;
  }

  #applyToState(event: BaseEvent): void {
    if (event.type === EventType.STATE_SNAPSHOT) {
      this.#state.snapshot((event as StateSnapshotEvent).snapshot);
    } else if (event.type === EventType.STATE_DELTA) {
      this.#state.delta((event as StateDeltaEvent).delta);
    } else return;
    this.#hasNewState = true;
    this.#shownState.renew();
  }

  #finish({ outcome }: RunFinishedEvent): void {
    const interrupts = outcome?.type === "interrupt" ? outcome.interrupts : [];
    this.#agent.pendingInterrupts = interrupts.map(withoutNull);
  }

  /** Calls everybody's hook. Says whether the event is to be applied. */
  #announce(hook: string, event?: BaseEvent, details?: object): boolean {
    const [messages, state] = [this.#messages, this.#state];
    const seen = {
      event,
      agent: this.#agent,
      input: this.#input,
      // Only looking costs.
      get messages() {
        return messages.all;
      },
      get state() {
        return state.value;
      },
      ...details,
    };
    for (const subscriber of this.#subscribers) {
      const call = (subscriber as Readonly<Record<string, Hook | undefined>>)[hook];
      const mutation = call?.call(subscriber, seen);
      if (mutation?.messages) messages.replace(mutation.messages);
      if (mutation?.stopPropagation) return false;
    }
    return true;
  }
}

/** TEXT_MESSAGE_START is announced as `onTextMessageStartEvent`, and so is every other event. */
function hookOf(type: EventType): string {
  const known = hooks.get(type);
  if (known) return known;
  const words = type.toLowerCase().split("_");
  const hook = `on${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")}Event`;
  hooks.set(type, hook);
  return hook;
}

const hooks = new Map<EventType, string>();

/** Groups events that are announced together: all that is written into messages; the rest by type, or by activity. */
function kindOf(event: BaseEvent): string {
  if (isOfActivity(event)) return `${event.type} ${event.messageId}`;
  return /^(TEXT|TOOL_CALL|REASONING)_/.test(event.type) ? "writing" : event.type;
}

function isOfActivity(event: BaseEvent): event is ActivityDeltaEvent {
  return event.type === EventType.ACTIVITY_SNAPSHOT || event.type === EventType.ACTIVITY_DELTA;
}
