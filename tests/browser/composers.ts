/** A composer in the page with a stand-in for its agent, which the test plays. */
import type { Message, UserMessage } from "@ag-ui/core";
import type { Locator, Page } from "@playwright/test";
import type { SendResult } from "ag-ui-lit/element";

type Composer = HTMLElementTagNameMap["ag-ui-composer"];

/** An agent that answers when the test says so. */
export interface StandIn extends EventTarget {
  threadId: string;
  messages: Message[];
  isRunning: boolean;
  pendingInterrupts: { id: string; reason: string }[];
  capabilities: object | undefined;
  readonly sent: { readonly content: UserMessage["content"]; readonly options: object }[];
  aborts: number;
  sendMessage(content: UserMessage["content"], options?: object): Promise<SendResult>;
  abort(): void;
  /** Ends what runs. */
  end(result?: SendResult): void;
  /** Goes to another thread, as an element does. */
  goTo(threadId: string, messages?: Message[]): void;
  emit(type: string, detail?: unknown): void;
}

declare global {
  var playedAgent: StandIn;
  var composerBox: Composer;
}

/** Opens a composer as `composerBox`, whose agent is `playedAgent`. */
export async function openComposer(
  page: Page,
  attributes: Readonly<Record<string, string>> = {},
  texts: "english" | "german" = "english",
): Promise<Parts> {
  await page.evaluate(
    async ([attributes, texts]) => {
      await load("composer");
      class Agent extends EventTarget implements StandIn {
        threadId = "one";
        messages: Message[] = [];
        isRunning = false;
        pendingInterrupts: StandIn["pendingInterrupts"] = [];
        capabilities: object | undefined;
        readonly sent: { content: UserMessage["content"]; options: object }[] = [];
        aborts = 0;
        #end: (result: SendResult) => void = () => {};

        sendMessage(content: UserMessage["content"], options: object = {}): Promise<SendResult> {
          this.sent.push({ content, options });
          this.messages = [...this.messages, { id: `u${this.sent.length}`, role: "user", content }];
          this.isRunning = true;
          this.emit("messages-changed", { messages: this.messages });
          return new Promise((resolve) => {
            this.#end = resolve;
          });
        }

        abort(): void {
          this.aborts += 1;
          this.end({ outcome: "aborted" });
        }

        end(result: SendResult = { outcome: "finished" }): void {
          this.isRunning = false;
          this.#end(result);
          this.emit("run-finalized", { threadId: this.threadId });
        }

        goTo(threadId: string, messages: Message[] = []): void {
          this.threadId = threadId;
          this.messages = messages;
          this.isRunning = false;
          this.emit("messages-changed", { messages });
        }

        emit(type: string, detail: unknown = null): void {
          this.dispatchEvent(new CustomEvent(`ag-ui-${type}`, { detail }));
        }
      }
      globalThis.playedAgent = new Agent();
      globalThis.composerBox = document.createElement("ag-ui-composer");
      for (const [name, value] of Object.entries(attributes)) composerBox.setAttribute(name, value);
      composerBox.agent = playedAgent;
      composerBox.strings = composer[texts];
      document.body.append(composerBox);
      await composerBox.updateComplete;
    },
    [attributes, texts] as const,
  );
  return partsOf(page);
}

/** What a person uses of the composer. */
export interface Parts {
  readonly host: Locator;
  readonly field: Locator;
  readonly send: Locator;
  readonly stop: Locator;
  readonly attach: Locator;
  readonly files: Locator;
  readonly errors: Locator;
  readonly notice: Locator;
}

export function partsOf(page: Page): Parts {
  const host = page.locator("ag-ui-composer");
  const part = (name: string) => host.locator(`[part~="${name}"]`);
  return {
    host,
    field: host.getByRole("textbox"),
    send: part("send"),
    stop: part("stop"),
    attach: part("attach"),
    files: part("file"),
    errors: host.getByRole("alert"),
    notice: part("notice"),
  };
}

/** What the agent was sent. */
export const sentBy = (page: Page) => page.evaluate(() => playedAgent.sent);

/** A file for the page's `attach()`, by its content. */
export interface TestFile {
  readonly name: string;
  readonly type: string;
  /** Text, or a number of zero bytes. */
  readonly content: string | number;
}

/** Attaches files as the page would. */
export function attachFiles(page: Page, ...files: TestFile[]): Promise<void> {
  return page.evaluate((files) => {
    const made = files.map(({ name, type, content }) => {
      const body = typeof content === "number" ? new Uint8Array(content) : content;
      return new File([body], name, { type });
    });
    composerBox.attach(made);
  }, files);
}
