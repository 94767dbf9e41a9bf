/** How a test looks at what the package does, in a page as in Node. */
import {
  categorizeError,
  type ToolErrorCategory,
  type ToolExecutionEventMap,
  ToolExecutionManager,
  ToolRegistry,
} from "ag-ui-lit";
import type { AgUiAgentEventMap } from "ag-ui-lit/element";

export interface Recorded {
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  readonly detail: any;
}

/** Notes every event of these types as it comes, until the signal: its type without the prefix, and its detail. */
export function record(
  target: EventTarget,
  prefix: string,
  types: readonly string[],
  signal?: AbortSignal,
): Recorded[] {
  const recorded: Recorded[] = [];
  const options = signal && { signal };
  for (const type of types) {
    const note = (event: Event): void => {
      recorded.push({ type, detail: (event as CustomEvent).detail });
    };
    target.addEventListener(prefix + type, note, options);
  }
  return recorded;
}

/** The longest wait for something, in milliseconds: less than for a test, so that the failure names what is missing. */
const longest = 30_000;

/** The machine's own timers, whatever a test puts in their place. */
const { setTimeout, clearTimeout } = globalThis;

type KnownEvents = AgUiAgentEventMap & ToolExecutionEventMap;

/** The next event of a type. Where none comes it rejects with the events that came instead. */
export function eventOf<Type extends string>(
  target: EventTarget,
  type: Type,
): Promise<Type extends keyof KnownEvents ? KnownEvents[Type] : Event> {
  const came: string[] = [];
  const known = [
    ...eventTypes.agent.map((each) => `ag-ui-${each}`),
    ...eventTypes.execution.map((each) => `tool-execution-${each}`),
  ];
  const note = (event: Event): void => void came.push(event.type);
  for (const each of known) target.addEventListener(each, note);
  const next = new Promise<Event>((resolve) => {
    target.addEventListener(type, resolve, { once: true });
  });
  const missing = () => `no ${type} came, but: ${came.join(", ") || "nothing"}`;
  return inTime(missing, next).finally(() => {
    for (const each of known) target.removeEventListener(each, note);
  }) as never;
}

/** The value of a promise. If it does not settle, rejects with a message before the test's own time is over. */
export function inTime<Value>(
  wrong: string | (() => string),
  promise: Promise<Value>,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const what = typeof wrong === "string" ? wrong : wrong();
      reject(new Error(`After ${longest / 1000} s: ${what}.`));
    }, longest);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * One turn of the event loop. What was queued before it has run by then: microtasks, records of a `MutationObserver`, and
 * timers without a delay. It stands for no time.
 */
export function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Waits, turn by turn, until something is so. Where it never is, it rejects with what is not. */
export function until(what: string, isSo: () => unknown): Promise<void> {
  let isOver = false;
  const waiting = async (): Promise<void> => {
    while (!isOver && !(await isSo())) await turn();
  };
  return inTime(`it is not so that ${what}`, waiting()).finally(() => {
    isOver = true;
  });
}

/** `Type` without the prefix; nothing where it does not begin with it. */
type Unprefixed<Type, Prefix extends string> = Type extends `${Prefix}${infer Rest}` ? Rest : never;

/** The types of all events of a map, without their prefix: the compiler refuses a list that lacks one or has one too many. */
function typesOf<Type extends string>(types: Readonly<Record<Type, true>>): Type[] {
  return Object.keys(types) as Type[];
}

/** The types of a manager's and of an element's events, without their prefixes. */
export const eventTypes = {
  execution: typesOf<Unprefixed<keyof ToolExecutionEventMap, "tool-execution-">>({
    started: true,
    validating: true,
    executing: true,
    progress: true,
    retrying: true,
    "orphan-settled": true,
    succeeded: true,
    failed: true,
    cancelled: true,
  }),
  agent: typesOf<Unprefixed<keyof AgUiAgentEventMap, "ag-ui-">>({
    "messages-changed": true,
    "history-changed": true,
    "state-changed": true,
    "state-snapshot": true,
    "state-delta": true,
    "activity-changed": true,
    "step-started": true,
    "step-finished": true,
    "subagent-started": true,
    "subagent-finished": true,
    "subagent-error": true,
    "capabilities-changed": true,
    usage: true,
    event: true,
    custom: true,
    raw: true,
    "text-start": true,
    "text-content": true,
    "text-end": true,
    "run-started": true,
    reconnecting: true,
    reconnected: true,
    "run-failed": true,
    "run-finalized": true,
    "reasoning-start": true,
    "reasoning-content": true,
    "reasoning-end": true,
    interrupt: true,
    "approval-request": true,
    "approval-settled": true,
    "open-calls": true,
    "tool-call-start": true,
    "tool-call-args": true,
    "tool-call-invalid": true,
    "tool-call-end": true,
    "tool-call-error": true,
    "tool-status-changed": true,
    "tool-retrying": true,
  }),
};

/** What `categorizeError` makes of a thrown value, without the cause, which a test outside the page can't get. */
export function errorOf(thrown: unknown, category: ToolErrorCategory = "execution") {
  const { cause, ...error } = categorizeError(thrown, category);
  return { ...error, keepsCause: cause === thrown };
}

/** What comes of a tool whose handler returns this. */
export async function resultOf(value: unknown) {
  const { tool } = new ToolRegistry().register({
    name: "it",
    description: "Returns it.",
    schema: {},
    handler: () => value,
  });
  const result = await new ToolExecutionManager().execute(tool, "1", "{}");
  if (!result.success) throw new Error(result.error.message);
  return result;
}
