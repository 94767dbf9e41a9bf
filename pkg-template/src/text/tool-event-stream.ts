import { randomUUID } from "@ag-ui/client";
import { isObject } from "../codec/safe-read.js";
import { ModelFailure } from "../errors/model-failure.js";
import { failurePairs, publicFailure, spokenByModel } from "../errors/public-failure.js";
import { publicToolError } from "../errors/public-tool-error.js";
import { ToolExecutionManager } from "../execution/manager.js";
import type { ToolError } from "../execution/types.js";
import { checkOptions, type OptionRules } from "../options/check-options.js";
import { aCount, aFlag, aFunction, hasMethods } from "../options/rules.js";
import type { AgentLog } from "../server/agent-log.js";
import { consoleLog } from "../server/log/console-log.js";
import { logFor } from "../server/log/safe-log.js";
import type { ToolRegistry } from "../tools/registry.js";
import type { ToolEvent } from "./events.js";
import { brokenText, merged, outcomeText } from "./history.js";
import { readText } from "./read-text.js";
import { argumentsOf } from "./reading.js";
import { runsHere, runWrittenCall } from "./run-call.js";
import { systemPrompt } from "./system-prompt.js";
import type { StreamText, TextMessage } from "./text-source.js";

/** Options of {@link toolEventStream}. */
export interface ToolEventStreamOptions {
  /** Asks the model. `openAiText()` makes such a function. */
  readonly stream: StreamText;
  /**
   * The tools on offer. They run here, regardless of their `execution`, except for `"preflight"` tools, which are not
   * offered: there is no page that could finish a call.
   */
  readonly registry: ToolRegistry;
  /** The manager that runs them; by default one of its own. */
  readonly manager?: ToolExecutionManager;
  /** The conversation so far, with the message that is to be answered. */
  readonly messages: readonly TextMessage[];
  /** The part of the system prompt before the tools. */
  readonly introduction?: string;
  /**
   * Whether markers in the model's thinking are calls: between `<think>`, `<thinking>`, `<thought>` or `<reasoning>`
   * and its end. Otherwise they are text.
   * @default false
   */
  readonly callsInThinking?: boolean;
  /** The maximum number of requests to the model; 10 by default. */
  readonly maxRounds?: number;
  /** The maximum number of calls in one answer; 100 by default. */
  readonly maxCalls?: number;
  /** Stops it, as `request.signal` does when the client goes away. */
  readonly signal?: AbortSignal;
  /** The `message_id` of `done`; random by default. */
  readonly messageId?: string;
  /** Further headers of the response. */
  readonly headers?: HeadersInit;
  /** Receives thrown values; the client only reads that there was an error. @default the console */
  readonly log?: AgentLog;
  /**
   * Whether system messages among `messages` reach the model. The sender of the messages controls them, so they are
   * left out by default: use `introduction` for the server's own instructions.
   * @default false
   */
  readonly allowSystemMessages?: boolean;
}

const anObject = (name: string, method: string) =>
  [name, (value: unknown) => isObject(value) && method in value] as const;

const rules: OptionRules<ToolEventStreamOptions> = {
  stream: aFunction,
  registry: anObject("a ToolRegistry", "toAgUiTools"),
  manager: anObject("a ToolExecutionManager", "execute"),
  messages: [
    'a list of { role: "system", "user" or "assistant", content: a text }',
    (value) => Array.isArray(value) && value.every(isTextMessage),
  ],
  introduction: ["a text", (value) => typeof value === "string"],
  callsInThinking: aFlag,
  maxRounds: aCount,
  maxCalls: aCount,
  signal: anObject("an AbortSignal", "aborted"),
  messageId: ["a text", (value) => typeof value === "string"],
  headers: ["headers", (value) => isObject(value)],
  log: [
    "an AgentLog: an object with addException() and addCustomEvent()",
    (value) => hasMethods(value, "addException", "addCustomEvent"),
  ],
  allowSystemMessages: aFlag,
};

/**
 * Answers a request with the events of a model that only writes text, as `text/event-stream`: its text, its tool calls,
 * which run here, and their results, which the model gets for its next turn. Works in every environment with `Response`
 * and `ReadableStream`: Node, a worker, a service worker.
 *
 * The last event is `done`, or `error` after a failure. If the client disconnects, the model's function and the tools
 * under way are stopped. Tools that need a person's approval do not run: there is no person to ask.
 *
 * @throws {TypeError} if an option is invalid.
 *
 * @example
 * ```ts
 * export default {
 *   async fetch(request: Request): Promise<Response> {
 *     const { messages } = await request.json();
 *     return toolEventStream({ stream, registry, messages, signal: request.signal });
 *   },
 * };
 * ```
 */
export function toolEventStream(options: ToolEventStreamOptions): Response {
  checkOptions("toolEventStream", options, rules);
  for (const needed of ["stream", "registry", "messages"] as const) {
    if (options[needed] === undefined) {
      throw new TypeError(`ag-ui-lit: toolEventStream({ ${needed} }) must be ${rules[needed][0]}.`);
    }
  }
  const controller = new AbortController();
  const events = conversation(options, controller.signal);
  const stop = (reason: unknown): void => {
    options.signal?.removeEventListener("abort", leave);
    controller.abort(reason);
    // Releases the model's stream, also between two reads.
    void events.return();
  };
  const leave = (): void => stop(options.signal?.reason);
  if (options.signal?.aborted) leave();
  else options.signal?.addEventListener("abort", leave, { once: true });
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(stream) {
      const { done, value } = await events.next();
      if (!done) return stream.enqueue(encoder.encode(`data: ${JSON.stringify(value)}\n\n`));
      options.signal?.removeEventListener("abort", leave);
      stream.close();
    },
    cancel: stop,
  });
  const headers = new Headers(options.headers);
  headers.set("content-type", "text/event-stream; charset=utf-8");
  if (!headers.has("cache-control")) headers.set("cache-control", "no-cache, no-transform");
  // nginx, and proxies that do as it does, keep an answer back until it is whole.
  if (!headers.has("x-accel-buffering")) headers.set("x-accel-buffering", "no");
  return new Response(body, { headers });
}

/** Never throws: a failure is its last event. */
async function* conversation(
  options: ToolEventStreamOptions,
  signal: AbortSignal,
): AsyncGenerator<ToolEvent, void, void> {
  const { messageId = randomUUID() } = options;
  const own = options.manager ? undefined : new ToolExecutionManager();
  const { manager = own as ToolExecutionManager } = options;
  try {
    yield* turns({ ...options, manager }, signal);
    if (!signal.aborted) yield { type: "done", message_id: messageId };
  } catch (thrown) {
    // After an abort there is no reader.
    if (!signal.aborted) yield { type: "error", error: told(thrown, options.log) };
  } finally {
    own?.free();
  }
}

async function* turns(
  options: ToolEventStreamOptions & { readonly manager: ToolExecutionManager },
  signal: AbortSignal,
): AsyncGenerator<ToolEvent, void, void> {
  const { registry, manager, maxRounds = 10, maxCalls = 100 } = options;
  const told = (error: ToolError, name: string): ToolError => {
    const failure = publicToolError(error, name);
    // A disconnected client never gets the error's id, so the failure is not logged.
    if (!signal.aborted) log(options.log, error.cause ?? new Error(error.message), failure);
    return failure.error;
  };
  const host = { registry, manager, signal, told };
  let messages = opening(options);
  for (let round = 1; ; round += 1) {
    let written = "";
    const results: string[] = [];
    let calls = 0;
    const answer = readText(
      options.stream,
      { messages, signal },
      {
        callsInThinking: options.callsInThinking,
        written: (delta) => {
          written += delta;
        },
      },
    );
    for await (const found of answer) {
      if ("text" in found) yield { type: "token", token: found.text };
      else if ("broken" in found) {
        results.push(brokenText(found.broken));
        yield { type: "error", error: found.broken };
      } else {
        calls += 1;
        if (calls > maxCalls)
          throw new ModelFailure(`The model called more than ${maxCalls} tools at once.`);
        yield { type: "tool_call", name: found.call.name, args: argumentsOf(found.call) };
        const end = await runWrittenCall(found.call, host);
        signal.throwIfAborted();
        results.push(outcomeText(end));
        yield { type: "tool_result", result: end.result };
      }
    }
    if (calls === 0) return;
    if (round >= maxRounds) {
      throw new ModelFailure(
        `The model still called tools when it had been asked ${maxRounds} times.`,
      );
    }
    const turn: TextMessage[] = [
      { role: "assistant", content: written },
      ...results.map((content) => ({ role: "user", content }) as const),
    ];
    messages = merged([...messages, ...turn]);
  }
}

/** Returns the client's part of a thrown value, and logs it. */
function told(thrown: unknown, to: AgentLog | undefined): string {
  const words = { code: "failed", message: "The answer could not be finished." };
  const failure = publicFailure(thrown, words, spokenByModel);
  log(to, thrown, failure);
  return failure.message;
}

function log(
  to: AgentLog | undefined,
  thrown: unknown,
  failure: { readonly id?: string | undefined },
): void {
  const known = failure.id === undefined ? to : (to ?? consoleLog);
  logFor(known, undefined).addException(EXCEPTION_TAG, thrown, failurePairs(failure));
}

const EXCEPTION_TAG = "[toolEventStream__Exception]";
const EVENT_TAG = "toolEventStream";

function opening(options: ToolEventStreamOptions): TextMessage[] {
  const { registry, introduction, messages, allowSystemMessages = false } = options;
  const prompt = systemPrompt(
    registry.all.filter(runsHere),
    introduction === undefined ? {} : { introduction },
  );
  const given: TextMessage[] = messages.filter(({ role }) => role === "system");
  const system = allowSystemMessages ? given : [];
  if (system.length < given.length) {
    const message = `${given.length} system messages of the client were left out.`;
    logFor(options.log, undefined).addCustomEvent("warning", EVENT_TAG, message, []);
  }
  const rest = messages.filter(({ role }) => role !== "system");
  return merged([{ role: "system", content: prompt }, ...system, ...rest]);
}

function isTextMessage(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { role, content } = value as Partial<TextMessage>;
  const isRole = role === "system" || role === "user" || role === "assistant";
  return isRole && typeof content === "string";
}
