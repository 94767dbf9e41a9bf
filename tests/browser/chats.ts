/** Chats for tests: a page with an agent and a chat, threads to restore, and a backend whose events come one by one. */
import type { ServerResponse } from "node:http";
import type { Page } from "@playwright/test";
import type { AgUiChat } from "ag-ui-lit/chat";
import type { AgUiAgent, Message } from "ag-ui-lit/element";
import type { Reply } from "../support/backend.js";
import { inTime } from "../support/observe.js";

declare global {
  var agent: AgUiAgent;
  var view: AgUiChat;
  /** Resolves when the chat has rendered what it knows. */
  function rendered(): Promise<void>;
}

/** Puts an agent and a chat into the page, of some size, and resolves when the chat is rendered. */
export async function openChat(
  page: Page,
  {
    url = "/nowhere",
    messages = [] as readonly object[],
    attributes = {} as Record<string, string>,
    waitsForMarkdown = true,
  } = {},
): Promise<void> {
  await page.evaluate(
    async ([url, messages, attributes, waitsForMarkdown]) => {
      await load("chat");
      Object.assign(globalThis, { agent: openAgent(url) });
      globalThis.rendered = async () => {
        while (!(await globalThis.view.updateComplete));
      };
      agent.id = "agent";
      if (messages.length > 0) agent.messages = messages as Message[];
      const view = document.createElement("ag-ui-chat");
      Object.assign(globalThis, { view });
      for (const [name, value] of Object.entries(attributes)) view.setAttribute(name, value);
      view.setAttribute("for", "agent");
      const box = document.createElement("main");
      Object.assign(box.style, { position: "fixed", inset: "0" });
      box.append(view);
      document.body.append(box);
      await rendered();
      // What reads Markdown comes a moment later.
      if (!waitsForMarkdown) return;
      const isPlain = () => view.shadowRoot?.querySelector(".plain") !== null;
      await until("Markdown is there", () => !isPlain());
      await rendered();
    },
    [url, messages, attributes, waitsForMarkdown] as const,
  );
}

/** A thread of questions and answers. */
export function longThread(pairs: number): object[] {
  return Array.from({ length: pairs }, (_, at) => [
    { id: `q${at}`, role: "user", content: `Question ${at}` },
    { id: `a${at}`, role: "assistant", content: `Answer ${at}.\n\nIt has **two** paragraphs.` },
  ]).flat();
}

/** A reply whose events a test sends one by one. */
export class LiveReply {
  #response: ServerResponse | undefined;
  #begun: () => void = () => {};
  readonly #beginning = new Promise<void>((resolve) => {
    this.#begun = resolve;
  });
  #ids = { threadId: "", runId: "" };

  readonly reply: Reply = (response, { threadId, runId }) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    this.#response = response;
    this.#ids = { threadId, runId };
    this.#write({ type: "RUN_STARTED", ...this.#ids });
    this.#begun();
  };

  /** Sends events, once the request has come. */
  async send(...events: object[]): Promise<void> {
    await inTime("the agent was not asked", this.#beginning);
    for (const event of events) this.#write(event);
  }

  /** Sends a piece of a text, and begins it first where it is new. */
  async text(messageId: string, delta: string, isFirst = false): Promise<void> {
    if (isFirst) await this.send({ type: "TEXT_MESSAGE_START", messageId, role: "assistant" });
    await this.send({ type: "TEXT_MESSAGE_CONTENT", messageId, delta });
  }

  async finish(...events: object[]): Promise<void> {
    await this.send(...events, { type: "RUN_FINISHED", ...this.#ids });
    this.#response?.end();
  }

  /** Reports an error of the backend. */
  async fail(message: string): Promise<void> {
    await this.send({ type: "RUN_ERROR", message });
    this.#response?.end();
  }

  #write(event: object): void {
    this.#response?.write(`data: ${JSON.stringify(event)}\n\n`);
  }
}
