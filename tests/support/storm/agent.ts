import { setTimeout as wait } from "node:timers/promises";
import { ToolRegistry } from "ag-ui-lit";
import {
  AgentReasoner,
  AgentToolExecutor,
  type Model,
  type ModelRequest,
  serveAgent,
} from "ag-ui-lit/server";
import { Chance } from "./chance.js";
import { planOf } from "./plan.js";

/** What the server has seen of each call, by the nonce that the model put into its arguments. */
export interface Seen {
  /** How often the server's part was run. */
  readonly runs: Map<string, number>;
  /** The answers that the model was shown, by the call's id within its conversation. */
  readonly answers: Map<string, Set<string>>;
  /** What a model must never be shown. */
  readonly malformed: string[];
}

/** An agent whose model asks for what the plan of a conversation says, and whose tools take their time. */
export function stormAgent(): { handler: (request: Request) => Promise<Response>; seen: Seen } {
  const seen: Seen = { runs: new Map(), answers: new Map(), malformed: [] };
  const chance = new Chance(7);
  const began = (nonce: unknown): void => {
    seen.runs.set(String(nonce), (seen.runs.get(String(nonce)) ?? 0) + 1);
  };
  const registry = new ToolRegistry();
  const schema = {
    type: "object",
    properties: { nonce: { type: "string" }, total: { type: "number" } },
    required: ["nonce"],
  } as const;
  const add = (
    name: string,
    execution: "server" | "preflight",
    handler: (args: Record<string, unknown>) => unknown,
  ): void => {
    const description = `The storm's ${name}.`;
    const metadata = { execution, retryConfig: { maxAttempts: 1 } } as const;
    registry.register({ name, description, schema, metadata, handler });
  };
  add("server_adds", "server", ({ nonce }) => {
    began(nonce);
    return `server did ${nonce}`;
  });
  add("server_is_slow", "server", async ({ nonce }) => {
    began(nonce);
    // As here below: calls end in any order, and nothing depends on which.
    await wait(chance.below(40));
    return `server did ${nonce}`;
  });
  add("server_fails", "server", async ({ nonce }) => {
    began(nonce);
    await wait(chance.below(5));
    throw new Error(`server failed ${nonce}`);
  });
  add("pay", "preflight", async ({ nonce }) => {
    began(nonce);
    await wait(chance.below(10));
    return { nonce, total: 42 };
  });
  const executor = new AgentToolExecutor({ registry });
  const reasoner = new AgentReasoner({ executor, model: stormModel(seen) });
  return { handler: serveAgent(reasoner), seen };
}

/** Asks for the next turn of the plan that the first message names, until there is none. */
function stormModel(seen: Seen): Model {
  return async function* (request) {
    look(request, seen);
    const seed = Number(/storm (\d+)/.exec(textOf(request.messages[0]?.content))?.[1]);
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
      await wait(0);
      yield { type: "tool_call_args", id, delta: written.slice(9) };
      yield { type: "tool_call_end", id };
    }
  };
}

/** Whether what a model is shown is a conversation: each call answered once, right behind its message, and always the same. */
function look({ messages, context }: ModelRequest, { answers, malformed }: Seen): void {
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
      const name = `${context.conversation.id} ${call.id}`;
      answers.set(name, (answers.get(name) ?? new Set()).add(textOf(answer.content)));
    }
    const behind = messages[at + 1 + message.toolCalls.length];
    if (behind?.role === "tool") malformed.push(`a second answer: ${behind.toolCallId}`);
  }
}

function textOf(content: unknown): string {
  return typeof content === "string" ? content : JSON.stringify(content);
}
