import { afterEach } from "node:test";
import type { StreamResponse } from "@a2a-js/sdk";
import { type Client, ClientFactory, JsonRpcTransportFactory } from "@a2a-js/sdk/client";
import "ag-ui-lit";
import { CLIENT_TOOLS_EXTENSION, type ServeA2aOptions, serveA2a } from "ag-ui-lit/a2a";
import { HttpHost } from "../../support/a2a/http-host.js";
import {
  assistant,
  calling,
  end,
  handedOver,
  handOver,
  type ReasonerScript,
  ScriptedReasoner,
  saying,
} from "../../support/a2a/scripted-reasoner.js";

const open = new Set<Desk>();

// Also after a test that failed: what listens would keep the process alive.
afterEach(async () => {
  for (const desk of open) await desk.close();
  open.clear();
});

/** A server of ours over HTTP, whose reasoner a test writes. */
export class Desk {
  readonly log: string[] = [];

  private constructor(
    readonly host: HttpHost,
    readonly reasoner: ScriptedReasoner,
  ) {}

  static async open(
    script: ReasonerScript = bookRoom,
    options: Partial<ServeA2aOptions> = {},
  ): Promise<Desk> {
    const host = await HttpHost.start();
    const desk = new Desk(host, new ScriptedReasoner(script));
    open.add(desk);
    host.answer = serveA2a(desk.reasoner, {
      card: { name: "Desk", description: "Books rooms.", url: host.url },
      log: {
        addException: () => void desk.log.push("failed"),
        addCustomEvent: (_level, _tag, _message, data) =>
          void desk.log.push(data.find(({ key }) => key === "Code")?.value ?? ""),
      },
      ...options,
    });
    return desk;
  }

  /** The SDK's own client. */
  async client(version: "1.0" | "0.3" = "1.0"): Promise<Client> {
    const transports = [new JsonRpcTransportFactory({ legacyCompat: { enabled: true } })];
    const factory = new ClientFactory({ transports });
    const card = await (
      await fetch(`${this.host.origin}/.well-known/agent-card.json`, {
        headers: { "a2a-version": "1.0" },
      })
    ).json();
    const supportedInterfaces = card.supportedInterfaces.filter(
      (one: { protocolVersion: string }) => one.protocolVersion === version,
    );
    return factory.createFromAgentCard({ ...card, supportedInterfaces });
  }

  /** JSON-RPC as anybody may write it. */
  async rpc(
    method: string,
    params: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return fetch(this.host.url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
  }

  close(): Promise<void> {
    open.delete(this);
    return this.host.stop();
  }
}

/** Asks the client for a room once, then says that it is booked. */
export const bookRoom: ReasonerScript = ({ messages }, round) =>
  messages.at(-1)?.role === "tool"
    ? [
        ...saying(`m${round}`, "The room ", "is booked."),
        end("completed", [assistant(`m${round}`, "The room is booked.")]),
      ]
    : [
        ...calling(`m${round}`, `c${round}`, "book", '{"room":1}'),
        handOver(`m${round}`, handedOver(`c${round}`, "book", '{"room":1}')),
      ];

/** A message as the SDK's client takes it. */
export function message(text: string | undefined, more: object = {}, data?: object) {
  const plain = { metadata: undefined, filename: "", mediaType: "" };
  const parts = [
    ...(text === undefined ? [] : [{ ...plain, content: { $case: "text", value: text } as const }]),
    ...(data ? [{ ...plain, content: { $case: "data", value: data } as const }] : []),
  ];
  return {
    tenant: "",
    configuration: undefined,
    metadata: undefined,
    message: {
      messageId: crypto.randomUUID(),
      contextId: "",
      taskId: "",
      role: 1,
      parts,
      metadata: { [CLIENT_TOOLS_EXTENSION]: { tools: [bookTool] } },
      extensions: [],
      referenceTaskIds: [],
      ...more,
    },
  };
}

export const bookTool = {
  name: "book",
  description: "Books a room.",
  parameters: { type: "object", properties: { room: { type: "number" } } },
};

/** The results of a call, as data. */
export function resultOf(toolCallId: string, result: unknown = "Booked.") {
  return { toolResults: [{ toolCallId, toolName: "book", success: true, result }] };
}

const states = [
  "?",
  "submitted",
  "working",
  "completed",
  "failed",
  "canceled",
  "input",
  "rejected",
];

/** The next event of a stream that has not ended. */
export async function next(
  stream: AsyncIterator<StreamResponse, unknown>,
): Promise<StreamResponse> {
  const { done, value } = await stream.next();
  if (done) throw new Error("The stream has ended.");
  return value as StreamResponse;
}

/** What a stream says, in short. */
export async function told(stream: AsyncIterable<StreamResponse>): Promise<string[]> {
  const lines: string[] = [];
  for await (const event of stream) lines.push(short(event));
  return lines;
}

export function short({ payload }: StreamResponse): string {
  switch (payload?.$case) {
    case "task":
      return `task ${states[payload.value.status?.state ?? 0]}`;
    case "statusUpdate": {
      const { status } = payload.value;
      const parts = (status?.message?.parts ?? []).map(({ content }) =>
        content?.$case === "data" ? JSON.stringify(content.value) : content?.value,
      );
      return [states[status?.state ?? 0], ...parts].join(" ");
    }
    case "artifactUpdate":
      return `text ${payload.value.artifact?.parts.map(({ content }) => content?.value).join("")}`;
    default:
      return String(payload?.$case);
  }
}

/** The task that a stream is about. */
export function taskOf({ payload }: StreamResponse): string {
  if (payload?.$case === "task") return payload.value.id;
  return payload?.$case === "statusUpdate" ? payload.value.taskId : "";
}

/** The data of a stream's events. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
export async function eventsOf(response: Response): Promise<any[]> {
  const text = await response.text();
  return text
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => JSON.parse(line.slice(5)));
}
