import type { StreamResponse, Task } from "@a2a-js/sdk";
import type { Client, RequestOptions } from "@a2a-js/sdk/client";
import { messageOf } from "../../codec/describe.js";
import { isError } from "../../codec/safe-read.js";
import { authRequired, inputRequired, isTerminal } from "../task-states.js";
import type { Outgoing } from "./outgoing.js";
import type { TaskEnd, TaskTeller } from "./task-teller.js";
import type { ThreadState } from "./thread-state.js";

/** Options for resuming a broken stream. */
export interface ResubscribeOptions {
  /** The maximum number of attempts in one run; 5 by default. */
  readonly attempts?: number;
  /** The delay before the first attempt in milliseconds, doubled for each further one; 250 by default. */
  readonly baseDelay?: number;
}

/** The parts that reading a task needs. */
export interface TaskStreamHost {
  readonly client: Client;
  readonly state: ThreadState;
  readonly teller: TaskTeller;
  readonly signal: AbortSignal;
  readonly resubscribe: ResubscribeOptions;
  /** Waits; ends early when the signal is aborted. */
  wait(milliseconds: number): Promise<void>;
}

/** The agent has refused a message: it has not begun to work on it. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  /** Whether the task that it was for can't go on. */
  readonly isOver: boolean;

  constructor(message: string, isOver: boolean, options: ErrorOptions) {
    super(message, options);
    this.isOver = isOver;
  }
}

/** The agent's task waits as it did before the message was sent, and does not know of it. */
export class NotArrivedError extends Error {
  override readonly name = "NotArrivedError";
}

/**
 * Sends a message and reports the events until the task ends or waits. A broken stream is resumed, never sent again:
 * only the task itself can show whether the message arrived.
 *
 * @param sent is called once the agent has the message.
 * @throws {RefusedError} if the agent refuses the message.
 * @throws {NotArrivedError} if the message did not arrive.
 */
export async function follow(
  { request }: Outgoing,
  host: TaskStreamHost,
  sent: () => void,
): Promise<TaskEnd> {
  const { client, teller, state } = host;
  const before = state.task?.id;
  let isHeard = false;
  let fault: unknown;
  try {
    for await (const event of client.sendMessageStream(request, options(host))) {
      if (!isHeard) sent();
      isHeard = true;
      const end = teller.take(event);
      if (end) return end;
      if (host.signal.aborted) break;
    }
  } catch (thrown) {
    fault = thrown;
    const why = refusal(thrown);
    if (why && !isHeard) throw new RefusedError(why, isTaskOver(thrown), { cause: thrown });
  }
  if (isHeard && state.task) return takeUp(host, fault);
  if (!isHeard && before !== undefined) {
    teller.snapshot = undefined;
    const end = await takeUp(host, fault);
    const { snapshot } = teller as { snapshot: Task | undefined };
    const isThere = snapshot?.history?.some(
      ({ messageId }) => messageId === request.message?.messageId,
    );
    if (snapshot?.status?.state === inputRequired && !isThere) throw new NotArrivedError();
    if (snapshot) sent();
    return end;
  }
  const reason = fault === undefined ? "the stream ended" : messageOf(fault);
  return broken(
    `The connection to the agent broke before it named a task, so it can't be asked what became of the message: ${reason}`,
  );
}

/** Goes on with a task whose stream broke off, as often as it may. */
export async function takeUp(host: TaskStreamHost, fault: unknown): Promise<TaskEnd> {
  const { client, teller, state, signal, resubscribe } = host;
  const { attempts = 5, baseDelay = 250 } = resubscribe;
  let reason = fault;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    await host.wait(baseDelay * 2 ** attempt);
    const id = state.task?.id;
    if (signal.aborted || id === undefined) break;
    let isHeard = false;
    try {
      for await (const event of client.resubscribeTask({ tenant: "", id }, options(host))) {
        isHeard = true;
        const end = teller.take(event);
        if (end) return end;
        if (signal.aborted) break;
      }
    } catch (thrown) {
      reason = thrown;
      if (isUnknown(thrown)) return gone(state, thrown);
    }
    if (signal.aborted) break;
    if (isHeard) continue;
    // A finished task can't be subscribed to, and some agents have no streams: the task itself has its state.
    const end = await asked(host, id).catch((thrown: unknown) => {
      reason = thrown;
      return isUnknown(thrown) ? gone(state, thrown) : undefined;
    });
    if (end) return end;
  }
  const why = reason === undefined ? "the stream ended too early" : messageOf(reason);
  return broken(
    `The connection to the agent broke, and ${attempts} tries to take it up again failed: ${why}. ` +
      "The task may still go on.",
  );
}

async function asked(host: TaskStreamHost, id: string): Promise<TaskEnd | undefined> {
  const task = await host.client.getTask({ tenant: "", id }, options(host));
  const state = task.status?.state;
  const hasEnded = isTerminal(state) || state === inputRequired || state === authRequired;
  const end = host.teller.take({ payload: { $case: "task", value: task } } as StreamResponse);
  return hasEnded ? end : undefined;
}

function options({ signal }: TaskStreamHost): RequestOptions {
  return { signal };
}

function gone(state: ThreadState, thrown: unknown): TaskEnd {
  state.task = undefined;
  return broken(`The agent knows nothing of its task any more: ${messageOf(thrown)}`);
}

function broken(message: string): TaskEnd {
  return { type: "failed", code: "a2a_connection", message };
}

/** The agent's own refusal of a message; `undefined` for connection errors. */
function refusal(thrown: unknown): string | undefined {
  const said = protocolError(thrown);
  return said && messageOf(said);
}

function isTaskOver(thrown: unknown): boolean {
  const name = protocolError(thrown)?.name ?? "";
  return name === "TaskNotFoundError" || name === "UnsupportedOperationError";
}

function isUnknown(thrown: unknown): boolean {
  return protocolError(thrown)?.name === "TaskNotFoundError";
}

/** The SDK's marker of a peer's errors, the same in all of its copies. */
const brand = Symbol.for("@a2a-js/sdk.A2AError");

function protocolError(thrown: unknown): Error | undefined {
  for (const error of [thrown, isError(thrown) ? thrown.cause : undefined]) {
    if (isError(error) && brand in error) return error;
  }
  return undefined;
}
