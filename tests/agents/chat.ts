import type { JSHandle, Page } from "@playwright/test";
import type {
  AgUiAgent,
  AgUiAgentEventMap,
  InterruptAnswer,
  OpenCallDecision,
  OpenCallsPolicy,
  SendOptions,
} from "ag-ui-lit/element";
import type { AgentRun, AgentServer, RunMessage } from "./agent-server.js";

/** How a loop ended, as a test can compare it. */
export interface Outcome {
  readonly outcome: string;
  readonly error?: { readonly code: string; readonly message: string };
}

/** An event of the element, without its execution record. */
export interface ChatEvent {
  readonly type: keyof AgUiAgentEventMap;
  readonly detail: {
    readonly threadId?: string;
    readonly toolCallId?: string;
    readonly toolCallName?: string;
    readonly status?: string;
    readonly result?: string;
    readonly interrupts?: readonly { id: string; toolCallId?: string; reason: string }[];
    readonly error?: {
      readonly code?: string;
      readonly category?: string;
      readonly message: string;
    };
  };
}

type Opened = { readonly agent: AgUiAgent; readonly events: ChatEvent[]; sent?: Promise<Outcome> };

/** An `<ag-ui-agent>` in a page, driven from outside. */
export class Chat {
  readonly threadId: string;
  readonly #server: AgentServer;
  readonly #handle: JSHandle<Opened>;

  private constructor(server: AgentServer, threadId: string, handle: JSHandle<Opened>) {
    this.#server = server;
    this.threadId = threadId;
    this.#handle = handle;
  }

  /** Puts an element into the page, and notes its events from then on. */
  static async open(page: Page, server: AgentServer, threadId: string): Promise<Chat> {
    const handle = await page.evaluateHandle(openInPage, { url: server.url, threadId });
    return new Chat(server, threadId, handle);
  }

  /** Sends a message and waits until the loop has ended. */
  async send(text: string, options?: SendOptions): Promise<Outcome> {
    await this.begin(text, options);
    return this.ended();
  }

  /** Sends a message without waiting for anything. */
  async begin(text: string, options: SendOptions = {}): Promise<void> {
    await this.#handle.evaluate(
      (opened, [text, options]) => {
        opened.sent = opened.agent.sendMessage(text, options).then(({ outcome, error }) => ({
          outcome,
          ...(error && { error: { code: error.code, message: error.message } }),
        }));
      },
      [text, options] as const,
    );
  }

  /** How the loop that `begin` started has ended, once it has. */
  async ended(): Promise<Outcome> {
    return this.#handle.evaluate(({ sent }) => sent as Promise<Outcome>);
  }

  async resume(answers: Record<string, InterruptAnswer>): Promise<Outcome> {
    return this.#handle.evaluate(async ({ agent }, answers) => {
      const { outcome } = await agent.resume(answers);
      return { outcome };
    }, answers);
  }

  /** Restores a thread, as a page does that was loaded again. */
  async restore(messages: readonly RunMessage[], openCalls: OpenCallsPolicy): Promise<void> {
    await this.#handle.evaluate(
      ({ agent }, [messages, openCalls]) => {
        agent.openCalls = openCalls;
        agent.messages = messages as unknown as typeof agent.messages;
      },
      [messages, openCalls] as const,
    );
  }

  async settleOpenCalls(decisions: Record<string, OpenCallDecision>): Promise<Outcome> {
    return this.#handle.evaluate(async ({ agent }, decisions) => {
      const { outcome } = await agent.settleOpenCalls(decisions);
      return { outcome };
    }, decisions);
  }

  async abort(): Promise<void> {
    await this.#handle.evaluate(({ agent }) => agent.abort());
  }

  /** The thread's messages as the page has them. */
  async messages(): Promise<RunMessage[]> {
    return this.#handle.evaluate(({ agent }) => structuredClone(agent.messages) as RunMessage[]);
  }

  /** What the agent said last. */
  async lastReply(): Promise<string | undefined> {
    const said = (await this.messages()).filter(
      ({ role, content }) => role === "assistant" && content,
    );
    return said.at(-1)?.content;
  }

  /** The events of some types, in the order they came. */
  async events(...types: ChatEvent["type"][]): Promise<ChatEvent[]> {
    return this.#handle.evaluate(
      ({ events }, types) => events.filter(({ type }) => types.includes(type)),
      types,
    );
  }

  /** The runs the server was asked for. */
  runs(): Promise<AgentRun[]> {
    return this.#server.runs(this.threadId);
  }
}

function openInPage({ url, threadId }: { url: string; threadId: string }): Opened {
  const agent = document.createElement("ag-ui-agent");
  agent.setAttribute("url", url);
  agent.setAttribute("thread-id", threadId);
  const events: ChatEvent[] = [];
  const types = [
    "ag-ui-run-started",
    "ag-ui-run-failed",
    "ag-ui-run-finalized",
    "ag-ui-interrupt",
    "ag-ui-tool-call-start",
    "ag-ui-tool-call-end",
    "ag-ui-tool-call-error",
    "ag-ui-tool-status-changed",
  ] as const;
  for (const type of types) {
    agent.addEventListener(type, (event) => {
      const { execution, error, ...detail } = event.detail as Partial<
        AgUiAgentEventMap["ag-ui-tool-call-error"]["detail"]
      >;
      const { code, category, message = "" } = error ?? {};
      events.push({
        type,
        detail: { ...detail, ...(error && { error: { code, category, message } }) },
      });
    });
  }
  document.body.append(agent);
  return { agent, events };
}
