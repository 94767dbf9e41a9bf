import { HttpAgent } from "@ag-ui/client";
import type { Message } from "@ag-ui/core";
import { denyAll } from "../../../pkg/dist/calls/deny-all.js";
import { originWith } from "../../../pkg/dist/calls/origin.js";
import { DEFAULT_LIMITS } from "../../../pkg/dist/element/limits/limits.js";
import {
  Conversation,
  type ConversationHost,
} from "../../../pkg/dist/element/runs/conversation.js";
import { Transport } from "../../../pkg/dist/element/stream/transport.js";

/** What a server sends: bytes, in the pieces in which they arrive. */
export interface Sent {
  readonly pieces: readonly Uint8Array[];
  readonly type?: string;
}

/** What came of a talk. */
export interface Heard {
  /** How each message's loop ended: `outcome`, or `outcome/code`. */
  readonly outcomes: string[];
  /** The argument text of each call that ran. */
  readonly ran: string[];
  readonly messages: readonly Message[];
  /** The events, without those that say how often something changed. */
  readonly events: string[];
  /** What the errors said. */
  readonly failures: string[];
}

/** Sends a message for each reply, and hears what a conversation makes of them. No run follows another. */
export function talk(...replies: Sent[]): Promise<Heard> {
  return talkThrough(replies, { sends: replies.length, maxRounds: 0 });
}

/**
 * Sends some messages, and hears what a conversation makes of the replies, one for each request; the last one is for
 * all that follow. Every tool there is can be called.
 */
export function talkThrough(replies: readonly Sent[], talk: Talk): Promise<Heard> {
  let requests = 0;
  return talkWith(async () => {
    const reply = replies[Math.min(requests, replies.length - 1)];
    requests += 1;
    return responseOf(reply as Sent);
  }, talk);
}

/** How much is said. */
export interface Talk {
  readonly sends: number;
  readonly maxRounds: number;
  /** Instead of sending: a run that is taken up. */
  readonly attachTo?: string;
  /** Sees each event. */
  readonly on?: (type: string, abort: () => void) => void;
}

/** The same with a server of whatever kind, in the place of `fetch`. */
export async function talkWith(
  server: (url: string, init: RequestInit) => Promise<Response>,
  { sends, maxRounds, attachTo, on }: Talk,
): Promise<Heard> {
  const events: string[] = [];
  const ran: string[] = [];
  const host = {
    url: "http://localhost/agent",
    headers: {},
    maxRounds,
    limits: DEFAULT_LIMITS,
    openCalls: "answer",
    origin: originWith({ kind: "agent", depth: 0 }, { approver: denyAll }),
    registry: {
      names: [],
      has: () => true,
      get: (name: string) => ({ name, metadata: {} }),
      toAgUiTools: () => [],
      arriving: async () => undefined,
    },
    manager: Object.assign(new EventTarget(), {
      execute: async (_tool: unknown, _id: string, args: string) => {
        ran.push(args);
        return { success: true, result: "ran" };
      },
    }),
    emit: (type: string, detail: unknown) => {
      if (!type.endsWith("-changed")) events.push(`${type} ${JSON.stringify(detail)}`);
      on?.(type, () => conversation.abort());
    },
    ready: async () => {},
    arriving: () => undefined,
  } as unknown as ConversationHost;
  const transport = new Transport();
  const agent = new HttpAgent({ url: host.url, fetch: transport.fetch, threadId: "t" });
  const conversation = new Conversation(host, agent, transport);
  const real = globalThis.fetch;
  const outcomes: string[] = [];
  const failures: string[] = [];
  globalThis.fetch = (url, init = {}) => server(String(url), init);
  try {
    for (let sent = 0; sent < sends; sent += 1) {
      const { outcome, error } = await (attachTo
        ? conversation.reattach(attachTo)
        : conversation.send("Go"));
      if (error) failures.push(error.message);
      outcomes.push(error ? `${outcome}/${error.code}` : outcome);
    }
  } finally {
    globalThis.fetch = real;
  }
  const messages = conversation.messages.map((message) =>
    message.role === "user" || message.role === "tool" ? { ...message, id: message.role } : message,
  );
  conversation.abandon();
  return { outcomes, ran, messages, events, failures };
}

/** Whether every call of the thread has its answer, in call order. */
export function isAnswered({ messages }: Heard): boolean {
  const calls = messages.flatMap((message) =>
    message.role === "assistant" ? (message.toolCalls ?? []) : [],
  );
  const answers = messages.flatMap((message) =>
    message.role === "tool" ? [message.toolCallId] : [],
  );
  return answers.join() === calls.map(({ id }) => id).join();
}

/** How many events of a type came. */
export function count({ events }: Heard, type: string): number {
  return events.filter((event) => event.startsWith(`ag-ui-${type}`)).length;
}

/** The bytes of a text. */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The bytes of an event stream. */
export function streamOf(...events: object[]): Uint8Array {
  return bytesOf(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));
}

function responseOf({ pieces, type = "text/event-stream" }: Sent): Response {
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) if (piece.length > 0) controller.enqueue(piece);
      controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": type } });
}
