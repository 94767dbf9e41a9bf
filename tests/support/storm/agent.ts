import { setTimeout as wait } from "node:timers/promises";
import { ToolRegistry } from "ag-ui-lit";
import {
  type AgentLog,
  AgentReasoner,
  type AgentReasonerOptions,
  type AgentToolExecutionContext,
  AgentToolExecutor,
  type Model,
  type ModelRequest,
} from "ag-ui-lit/server";
import { Chance } from "./chance.js";
import { planOf } from "./plan.js";
import type { Shown, ShownCall, Witness } from "./seen.js";

/** Lets some time pass: at most so many milliseconds, or what stands for them. */
type Pause = (most: number) => Promise<unknown>;

/**
 * The reasoner of an agent whose model asks for what the plan of a conversation says, and whose tools take their time.
 */
export function stormReasoner(
  witness: Witness,
  options: Partial<AgentReasonerOptions> = {},
): AgentReasoner {
  const chance = new Chance(7);
  // Calls end in any order; nothing depends on which.
  const pause: Pause = (most) => wait(most === 0 ? 0 : chance.below(most));
  const executor = stormExecutor(witness, pause, options.log);
  return new AgentReasoner({ executor, model: stormModel(witness, pause), ...options });
}

/** The server's tools. */
export function stormExecutor(witness: Witness, pause: Pause, log?: AgentLog): AgentToolExecutor {
  const registry = new ToolRegistry();
  const schema = {
    type: "object",
    properties: { nonce: { type: "string" }, total: { type: "number" } },
    required: ["nonce"],
  } as const;
  const add = (
    name: string,
    execution: "server" | "preflight",
    most: number,
    handler: (nonce: unknown) => unknown,
    idempotent = false,
  ): void => {
    const description = `The storm's ${name}.`;
    const metadata = { execution, idempotent, retryConfig: { maxAttempts: 1 } } as const;
    registry.register({
      ...{ name, description, schema, metadata },
      handler: async ({ nonce }: Record<string, unknown>, context) => {
        const { idempotencyKey } = context as AgentToolExecutionContext;
        await witness.began(String(nonce), idempotencyKey, idempotent);
        if (most > 0) await pause(most);
        return handler(nonce);
      },
    });
  };
  add("server_adds", "server", 0, (nonce) => `server did ${nonce}`);
  add("server_is_slow", "server", 40, (nonce) => `server did ${nonce}`);
  add("server_reads", "server", 20, (nonce) => `server did ${nonce}`, true);
  add("server_fails", "server", 5, (nonce) => {
    throw new Error(`server failed ${nonce}`);
  });
  add("pay", "preflight", 10, (nonce) => ({ nonce, total: 42 }));
  return new AgentToolExecutor({ registry, ...(log && { log }) });
}

/** Asks for the next turn of the plan that the first message names, until there is none. */
export function stormModel(witness: Witness, pause: Pause): Model {
  return async function* (request) {
    const shown = shownIn(request);
    await witness.saw(shown);
    const { seed } = shown;
    const turn = request.messages.filter(
      (message) => message.role === "assistant" && (message.toolCalls?.length ?? 0) > 0,
    ).length;
    yield { type: "text", delta: `Turn ${turn}. ` };
    const calls = planOf(seed)[turn];
    if (!calls) {
      yield { type: "text", delta: `done ${seed}` };
      return;
    }
    for (const [index, name] of calls.entries()) {
      const nonce = `${seed}-${turn}-${index}-${crypto.randomUUID()}`;
      const id = `call_${index}`;
      const written = JSON.stringify({ nonce });
      yield { type: "tool_call_start", id, name };
      yield { type: "tool_call_args", id, delta: written.slice(0, 9) };
      await pause(0);
      yield { type: "tool_call_args", id, delta: written.slice(9) };
      yield { type: "tool_call_end", id };
    }
  };
}

/** What a model is shown. It is a conversation if each call is answered once, right behind its message. */
function shownIn({ messages }: ModelRequest): Shown {
  const seed = Number(/storm (\d+)/.exec(textOf(messages[0]?.content))?.[1]);
  const calls: ShownCall[] = [];
  const malformed: string[] = [];
  const known = new Set<string>();
  for (const [at, message] of messages.entries()) {
    if (message.role === "tool" && !known.has(message.toolCallId)) {
      malformed.push(`a result of no call: ${message.toolCallId}`);
    }
    if (message.role !== "assistant" || !message.toolCalls) continue;
    for (const [index, call] of message.toolCalls.entries()) {
      known.add(call.id);
      const answer = messages[at + 1 + index];
      if (answer?.role !== "tool" || answer.toolCallId !== call.id) {
        malformed.push(`${call.function.name} ${call.id} has no answer behind it`);
        continue;
      }
      const nonce = /"nonce":"([^"]+)"/.exec(call.function.arguments)?.[1] ?? "none";
      calls.push({ id: call.id, tool: call.function.name, nonce, answer: textOf(answer.content) });
    }
    const behind = messages[at + 1 + message.toolCalls.length];
    if (behind?.role === "tool") malformed.push(`a second answer: ${behind.toolCallId}`);
  }
  return { seed, calls, malformed };
}

function textOf(content: unknown): string {
  return typeof content === "string" ? content : JSON.stringify(content);
}
