import type { Task } from "@a2a-js/sdk";
import type { AgentExecutor, ExecutionEventBus, RequestContext } from "@a2a-js/sdk/server";
import type { UserMessage } from "@ag-ui/core";
import { isObject } from "../../codec/safe-read.js";
import { checkOptions } from "../../options/check-options.js";
import { aCount, aFunction } from "../../options/rules.js";
import type { AgentContext } from "../../server/agent-context.js";
import type { AgentLog } from "../../server/agent-log.js";
import { hashOf, keyOf } from "../../server/key.js";
import { partyWithoutId } from "../../server/party-without-id.js";
import type { Reasoner } from "../../server/reasoner-event.js";
import { dataPart, listsOf, textPart } from "../parts.js";
import { canceled, failed, inputRequired, rejected, working } from "../task-states.js";
import { aLog } from "./a-log.js";
import { clientTools } from "./client-tools.js";
import { A2aConversations, type ServerConversation } from "./conversations.js";
import { addMessage } from "./history.js";
import { A2aNotes } from "./log.js";
import { type ClientMessage, readMessage, toolMessage } from "./read-message.js";
import { TaskEvents } from "./task-events.js";
import { TaskRun } from "./task-run.js";

/** The default memory in bytes for tasks, and the same again for conversations. */
export const DEFAULT_STORED_BYTES = 64 * 1024 * 1024;

/** The caller, as authenticated by the server. */
export type A2aCaller = Partial<Omit<AgentContext, "conversation">>;

/** The options of an `A2aAgentExecutor`. */
export interface A2aExecutorOptions {
  /**
   * Returns the caller of a request. By default the user that the SDK's server has authenticated, if any. Conversations
   * of different users are kept apart, regardless of their `contextId`.
   */
  readonly context?: (request: RequestContext) => A2aCaller | PromiseLike<A2aCaller>;
  /** Receives log entries. By default failures go to the console. */
  readonly log?: AgentLog;
  /** The maximum number of kept conversations; 1,000 by default. */
  readonly maxConversations?: number;
  /** The maximum number of kept messages of a conversation; 1,000 by default. Older turns are removed. */
  readonly maxMessages?: number;
  /**
   * The memory for all conversations in bytes, a quarter of it for each; 64 MiB by default. Conversations in progress
   * stay; of the others, the user with the most data loses the oldest first.
   */
  readonly maxStoredBytes?: number;
}

/**
 * A reasoner behind the official SDK's server: its `AgentExecutor`. `serveA2a` has one inside; use it by itself with
 * the SDK's own handlers.
 *
 * @example
 * ```ts
 * const handler = new DefaultRequestHandler(card, new InMemoryTaskStore(), new A2aAgentExecutor(reasoner));
 * app.use("/a2a", jsonRpcHandler({ requestHandler: handler, userBuilder }));
 * ```
 */
export class A2aAgentExecutor implements AgentExecutor {
  readonly #reasoner: Reasoner;
  readonly #callerOf: (request: RequestContext) => A2aCaller | PromiseLike<A2aCaller>;
  readonly #log: AgentLog | undefined;
  readonly #conversations: A2aConversations;
  readonly #runs = new Map<string, TaskRun>();
  /** Tasks that are accepted and whose run has not begun. */
  readonly #accepted = new Map<string, Accepted>();

  /** @throws {OptionError} if an option is invalid. */
  constructor(reasoner: Reasoner, options: A2aExecutorOptions = {}) {
    checkOptions<A2aExecutorOptions>("A2aAgentExecutor", options, {
      context: aFunction,
      log: aLog,
      maxConversations: aCount,
      maxMessages: aCount,
      maxStoredBytes: aCount,
    });
    this.#reasoner = reasoner;
    this.#callerOf = options.context ?? authenticated;
    this.#log = options.log;
    const { maxConversations = 1000, maxMessages = 1000 } = options;
    this.#conversations = new A2aConversations({
      most: maxConversations,
      mostMessages: maxMessages,
      mostBytes: options.maxStoredBytes ?? DEFAULT_STORED_BYTES,
    });
  }

  /** Returns true if a task is in progress. */
  isRunning(taskId: string): boolean {
    return this.#runs.has(taskId) || this.#accepted.has(taskId);
  }

  /** Answers a message for the SDK's server. Never rejects: the SDK would send the reason to the client. */
  async execute(asked: RequestContext, bus: ExecutionEventBus): Promise<void> {
    const { taskId, contextId, task } = asked;
    const events = new TaskEvents(bus, taskId, contextId);
    const accepted: Accepted = { isCancelled: false };
    this.#accepted.set(taskId, accepted);
    events.begin(task, asked.userMessage);
    try {
      await this.#answer(asked, { events, accepted });
    } catch (thrown) {
      const { message } = new A2aNotes(this.#log, undefined, taskId).failed(thrown);
      if (!accepted.isCancelled) events.state(failed, [textPart(message)]);
    } finally {
      this.#accepted.delete(taskId);
    }
  }

  async #answer(
    asked: RequestContext,
    { events, accepted }: Pick<Begun, "events" | "accepted">,
  ): Promise<void> {
    const caller = await this.#callerOf(asked);
    const context = await contextOf(caller, asked);
    const owner = keyOf("a2a.owner", caller.organisation?.id, caller.user?.id);
    const used = this.#conversations.use({ key: context.conversation.id, owner });
    try {
      await this.#follow(asked, { conversation: used.conversation, context, events, accepted });
    } finally {
      used.release();
    }
  }

  /** Reads a message, and acts on it. */
  async #follow(
    asked: RequestContext,
    begun: Pick<Begun, "conversation" | "context" | "events" | "accepted">,
  ): Promise<void> {
    const { conversation, context, events, accepted } = begun;
    const { taskId, task } = asked;
    const message = readMessage(asked.request);
    const notes = new A2aNotes(this.#log, context, taskId);
    for (const fault of message.faults) {
      notes.ignored("bad_result", `A client sent what is no tool result: ${fault}.`);
    }
    if (message.tools) conversation.tools = await clientTools(message.tools, notes);
    // From here on nothing is awaited until the run has begun.
    if (accepted.isCancelled) return;
    const open = task ? openCalls(task) : new Map<string, unknown>();
    if (open.size > 0 && conversation.messages.length === 0) {
      // The conversation was dropped, or the server has restarted: the task still has the pending calls.
      restore(conversation, task as Task);
    }
    const isPassed = task !== undefined && conversation.waitingTask !== taskId;
    this.#gather(message, conversation, { open, isPassed, notes });
    notes.count();
    const { content } = message;
    if (content === undefined) {
      if (open.size === 0) return events.state(rejected, [textPart(nothingSaid)]);
      if (isPassed) return events.state(canceled, [textPart(passed)]);
      const missing = [...open].filter(([id]) => !conversation.gathered.has(id));
      if (missing.length > 0) {
        const toolCalls = missing.map(([, call]) => call);
        return events.state(inputRequired, [dataPart({ toolCalls })]);
      }
    }
    await this.#run(asked, { ...begun, content, notes });
  }

  /** Stops a task. The SDK's server calls it, for a caller that may. */
  async cancelTask(taskId: string, bus: ExecutionEventBus): Promise<void> {
    const run = this.#runs.get(taskId);
    if (run) return run.cancel("The task was cancelled.");
    const accepted = this.#accepted.get(taskId);
    if (accepted) accepted.isCancelled = true;
    new TaskEvents(bus, taskId, "").state(canceled, [textPart("The task was cancelled.")]);
  }

  async #run(asked: RequestContext, begun: Begun): Promise<void> {
    const { taskId, userMessage } = asked;
    const { conversation, context, events, content, notes } = begun;
    // One request of a conversation at a time: a newer one takes over.
    conversation.run?.cancel("A newer message of the conversation took its place.");
    const ended = (): void => {
      if (this.#runs.get(taskId) === run) this.#runs.delete(taskId);
    };
    const run: TaskRun = new TaskRun({ taskId, conversation, events, notes, ended });
    conversation.run = run;
    for (const result of conversation.gathered.values()) addMessage(conversation.messages, result);
    conversation.gathered.clear();
    conversation.waitingTask = undefined;
    if (content !== undefined) {
      addMessage(conversation.messages, { id: userMessage.messageId, role: "user", content });
    }
    this.#conversations.trim(conversation);
    this.#runs.set(taskId, run);
    this.#accepted.delete(taskId);
    // A resumed task was reported as working already.
    if (!asked.task) events.state(working);
    await run.go(this.#reasoner, {
      context,
      messages: [...conversation.messages],
      clientTools: conversation.tools,
    });
  }

  /** Takes the results that are waited for; the others change nothing. */
  #gather({ results }: ClientMessage, { gathered }: ServerConversation, by: Gathering): void {
    const { open, isPassed, notes } = by;
    for (const result of results) {
      const { toolCallId } = result;
      const call = JSON.stringify(toolCallId.slice(0, 100));
      if (!isPassed && gathered.has(toolCallId)) {
        notes.ignored("double_result", `The call ${call} has its result already.`);
      } else if (!open.has(toolCallId)) {
        notes.ignored("foreign_result", `No call ${call} of this task waits for a result.`);
      } else if (isPassed) {
        notes.ignored("late_result", `The conversation went on without the result of ${call}.`);
      } else gathered.set(toolCallId, toolMessage(result, crypto.randomUUID()));
    }
  }
}

interface Gathering {
  readonly open: ReadonlyMap<string, unknown>;
  readonly isPassed: boolean;
  readonly notes: A2aNotes;
}

interface Begun {
  readonly conversation: ServerConversation;
  readonly context: AgentContext;
  readonly events: TaskEvents;
  readonly content: UserMessage["content"] | undefined;
  readonly notes: A2aNotes;
  readonly accepted: Accepted;
}

/** A task whose run has not begun: its caller is being determined, and the client's tools are being read. */
interface Accepted {
  isCancelled: boolean;
}

const nothingSaid =
  "The message says nothing: it needs a text, a file or data, or toolResults of calls that its task waits for.";
const passed = "The conversation went on without the results of these calls.";

function authenticated({ context }: RequestContext): A2aCaller {
  const { user } = context;
  return user?.isAuthenticated ? { user: { id: user.userName } } : {};
}

/**
 * The caller's context, with the conversation's owner. The conversation's id contains the caller: a `contextId` is no
 * secret, and the same one of another caller is another conversation.
 */
async function contextOf(
  caller: A2aCaller,
  { contextId, context, taskId }: RequestContext,
): Promise<AgentContext> {
  const { user, organisation, session, ...others } = caller;
  const party = partyWithoutId(caller);
  if (party !== undefined) throw new TypeError(`The caller's ${party} must have an id.`);
  const key = keyOf(
    "a2a.context",
    context.tenant || undefined,
    organisation?.id,
    user?.id,
    contextId,
  );
  const id = await hashOf(key);
  return {
    ...others,
    ...(user && { user }),
    ...(organisation && { organisation }),
    conversation: { id, contextId, protocol: "a2a" },
    session: session ?? { id: taskId },
  };
}

/** The calls that a task waits for, by their ids. */
function openCalls({ status }: Task): Map<string, unknown> {
  const calls = new Map<string, unknown>();
  if (status?.state !== inputRequired) return calls;
  for (const call of listsOf(status.message?.parts, "toolCalls")) {
    const id = isObject(call) ? (call as { id?: unknown }).id : undefined;
    if (typeof id === "string") calls.set(id, call);
  }
  return calls;
}

/** Restores a conversation from its task: the user's messages, and the calls that were handed over. */
function restore(conversation: ServerConversation, task: Task): void {
  conversation.waitingTask = task.id;
  for (const [index, said] of task.history.slice(0, -1).entries()) {
    const { content } = readMessage({ message: said } as never);
    if (said.role !== 1 || content === undefined) continue;
    addMessage(conversation.messages, {
      id: said.messageId || `said-${index}`,
      role: "user",
      content,
    });
  }
  const toolCalls = [...openCalls(task).values()] as never;
  addMessage(conversation.messages, { id: `${task.id}-calls`, role: "assistant", toolCalls });
}
