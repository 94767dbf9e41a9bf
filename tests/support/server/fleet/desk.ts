/** A few servers with one store, for tests of single failures. */
import { init } from "ag-ui-lit";
import {
  type AgentExecuteResponse,
  type AgentToolExecutionContext,
  type ConversationStore,
  loadConversation,
  memoryConversationStore,
  type ReasonerEvent,
} from "ag-ui-lit/server";
import { executorOf, type KeptLog } from "../executor.js";
import { asks, type Line, requestOf, ScriptedModel, type Tools, user } from "../reasoner.js";
import { TTL } from "./fleet.js";
import { SimulatedServer } from "./server.js";
import { SimulatedTime, settled } from "./simulated-time.js";

export const first = [user("Pay", "u1")];
export const second = [...first, user("Well?", "u2")];

export interface Started {
  readonly server: SimulatedServer;
  readonly model: ScriptedModel;
  readonly log: KeptLog;
  /** Answers a request; the events so far are in `events`. */
  answer(messages: typeof first, signal?: AbortSignal): Answering;
}

export interface Answering {
  readonly events: ReasonerEvent[];
  readonly response: Promise<AgentExecuteResponse>;
}

/** Some servers with one store, and their time. */
export class Desk {
  readonly time = new SimulatedTime();
  readonly store = memoryConversationStore({ now: () => this.time.now });

  start(
    tools: Tools,
    lines: readonly Line[],
    { store = this.store, wait = 60_000 }: { store?: ConversationStore; wait?: number } = {},
  ): Started {
    const model = new ScriptedModel(...lines);
    const { executor, log } = executorOf(tools);
    const server = new SimulatedServer("server", store, {
      executor: () => executor,
      model: () => model.ask,
      options: { log, lease: { ttl: TTL, wait } },
    });
    server.isFree = true;
    const answer = (messages: typeof first, signal = new AbortController().signal): Answering => {
      const events: ReasonerEvent[] = [];
      const response = (async () => {
        for await (const event of server.run(requestOf(messages), signal)) {
          events.push(event);
          if (event.type === "end") return event.response;
        }
        throw new Error("The request has no end.");
      })();
      return { events, response };
    };
    return { server, model, log, answer };
  }

  /** Time passes, a second after the other. */
  async pass(milliseconds: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += 1_000) {
      this.time.advance(Math.min(1_000, milliseconds - passed));
      await settled();
    }
  }
}

export async function withDesk(work: (desk: Desk) => Promise<void>): Promise<void> {
  await Promise.all([init(), loadConversation()]);
  const desk = new Desk();
  try {
    await work(desk);
  } finally {
    desk.time.restore();
  }
}

/** A tool of the server that counts its runs. */
export function counted(
  name: string,
  result: () => unknown = () => "paid",
  idempotent = false,
): { tools: Tools; runs: string[] } {
  const runs: string[] = [];
  const handler = (_: object, context: AgentToolExecutionContext) => {
    runs.push(context.idempotencyKey);
    return result();
  };
  const metadata = { execution: "server", idempotent } as const;
  return { tools: [{ name, metadata, handler: handler as never }], runs };
}

export const pays: Line = { toolCalls: [asks("pay", { amount: 1 }, "a")] };
export const says: Line = { text: "So." };

/** The answer to a call that a client has received. */
export function answeredBy(events: readonly ReasonerEvent[]): string | undefined {
  const results = events.flatMap((event) => (event.type === "call_result" ? [event.call] : []));
  return results[0]?.content;
}
