import { HttpAgent } from "@ag-ui/client";
import type { Message } from "@ag-ui/core";
import { Conversation, type ConversationHost } from "../../pkg/dist/element/conversation.js";
import { Transport } from "../../pkg/dist/element/transport.js";

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
}

/** Sends a message for each reply, and hears what a conversation makes of them. Every tool there is can be called. */
export async function talk(...replies: Sent[]): Promise<Heard> {
  const events: string[] = [];
  const ran: string[] = [];
  const host = {
    url: "http://localhost/agent",
    headers: {},
    maxRounds: 0,
    openCalls: "answer",
    registry: {
      names: [],
      has: () => true,
      get: (name: string) => ({ name }),
      toAgUiTools: () => [],
    },
    manager: Object.assign(new EventTarget(), {
      execute: async (_tool: unknown, _id: string, args: string) => {
        ran.push(args);
        return { success: true, result: "ran" };
      },
    }),
    emit: (type: string, detail: unknown) => {
      if (!type.endsWith("-changed")) events.push(`${type} ${JSON.stringify(detail)}`);
    },
    ready: async () => {},
  } as unknown as ConversationHost;
  const transport = new Transport();
  const agent = new HttpAgent({ url: host.url, fetch: transport.fetch, threadId: "t" });
  const conversation = new Conversation(host, agent, transport);
  const real = globalThis.fetch;
  const outcomes: string[] = [];
  try {
    for (const reply of replies) {
      globalThis.fetch = async () => responseOf(reply);
      const { outcome, error } = await conversation.send("Go");
      outcomes.push(error ? `${outcome}/${error.code}` : outcome);
    }
  } finally {
    globalThis.fetch = real;
  }
  const messages = conversation.messages.map((message) =>
    message.role === "user" || message.role === "tool" ? { ...message, id: message.role } : message,
  );
  conversation.abandon();
  return { outcomes, ran, messages, events };
}

/** Bytes in two pieces, cut there. */
export function cutAt(bytes: Uint8Array, at: number): Sent {
  return { pieces: [bytes.subarray(0, at), bytes.subarray(at)] };
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
