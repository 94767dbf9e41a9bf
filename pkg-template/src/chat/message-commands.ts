import type { UserMessage } from "@ag-ui/core";
import { messageText } from "../codec/message-text.js";
import type { AgUiAgent } from "../element/ag-ui-agent.js";
import { report } from "../events/report.js";
import type { ChatStrings } from "../texts/chat/strings.js";
import type { ConversationState } from "./conversation-state.js";
import type { AgUiChatEventMap } from "./event-map.js";
import type { RowActions } from "./row-context.js";
import type { Row, RowMemory } from "./rows.js";
import { cutAt, cutAtLast, type ThreadCut, withText } from "./thread-cut.js";

/** How long a button says that a text was copied, in milliseconds. */
const COPIED = 2_000;

/** What the commands need of the chat. */
export interface CommandHost {
  readonly state: ConversationState;
  readonly texts: ChatStrings;
  /** Renders a row again; with `focus`, what it then asks for gets the keyboard, or the row itself. */
  refresh(row: Row, focus?: boolean): void;
  /** Moves the keyboard to the list: the button that was pressed goes. */
  focusList(): void;
  say(text: string, isUrgent?: boolean): void;
  /** Dispatches an event; returns false if the page has cancelled it. */
  announce<Type extends keyof AgUiChatEventMap>(
    type: Type,
    detail: AgUiChatEventMap[Type]["detail"],
  ): boolean;
}

/** What the buttons of messages do, each announced by an event that a page may cancel. */
export class MessageCommands implements RowActions {
  readonly #host: CommandHost;

  constructor(host: CommandHost) {
    this.#host = host;
  }

  copy(row: Row): void {
    const { content } = row.message;
    const text = messageText(content);
    if (!this.#host.announce("ag-ui-chat-copy", { messageId: row.message.id, text })) return;
    this.#copy(row, text).catch(() => this.#host.say(this.#host.texts.copyFailed, true));
  }

  regenerate(row: Row): void {
    const cut = cutAt(this.#host.state.messages, row.message);
    if (!cut || !this.#idleAgent()) return;
    if (cut.tools.length > 0) this.#change(row, { isAsking: true }, true);
    else this.#regenerate(row, cut);
  }

  answerCut(row: Row, isConfirmed: boolean): void {
    this.#change(row, { isAsking: false }, true);
    const cut = isConfirmed ? cutAt(this.#host.state.messages, row.message) : undefined;
    if (cut) this.#regenerate(row, cut);
  }

  edit(row: Row, isEditing: boolean): void {
    this.#change(row, { isEditing }, true);
  }

  resend(row: Row, text: string): void {
    const { message } = row;
    const cut = cutAt(this.#host.state.messages, message);
    if (!cut || !this.#idleAgent()) return;
    const content = withText(cut.asked.content, text.trim());
    if (content.length === 0) return;
    this.#change(row, { isEditing: false });
    if (!this.#host.announce("ag-ui-chat-edit", { messageId: message.id, content })) return;
    this.#sendAgain(cut, content);
  }

  rate(row: Row, value: "good" | "bad"): void {
    const next = row.memory.feedback === value ? undefined : value;
    const detail = { messageId: row.message.id, value: next };
    if (!this.#host.announce("ag-ui-chat-feedback", detail)) return;
    if (next) this.#change(row, { feedback: next });
    else {
      delete row.memory.feedback;
      this.#change(row, {});
    }
  }

  unfold(row: Row, isUnfolded: boolean): void {
    this.#change(row, { isUnfolded });
  }

  /** Sends the person's last message again. */
  retry(): void {
    const cut = cutAtLast(this.#host.state.messages);
    if (!cut || !this.#idleAgent()) return;
    if (!this.#host.announce("ag-ui-chat-retry", { messageId: cut.asked.id })) return;
    this.#sendAgain(cut, cut.asked.content);
  }

  /** Does the same with all open calls. */
  settle(decision: "run" | "decline"): void {
    const agent = this.#idleAgent();
    const calls = agent?.pendingOpenCalls ?? [];
    const decisions = calls.map(({ openCallId }) => [openCallId, { decision }] as const);
    agent?.settleOpenCalls(Object.fromEntries(decisions)).catch(report);
  }

  #regenerate(row: Row, cut: ThreadCut): void {
    if (!this.#host.announce("ag-ui-chat-regenerate", { messageId: row.message.id })) return;
    this.#sendAgain(cut, cut.asked.content);
  }

  #sendAgain(cut: ThreadCut, content: UserMessage["content"]): void {
    const agent = this.#idleAgent();
    if (!agent) return;
    // What the backend waits for belongs to what is cut off.
    const interrupt = agent.pendingInterrupts.length > 0;
    try {
      agent.messages = [...cut.before];
    } catch (thrown) {
      report(thrown);
      return;
    }
    this.#host.focusList();
    agent.sendMessage(content, { interrupt }).catch(report);
  }

  async #copy(row: Row, text: string): Promise<void> {
    await navigator.clipboard.writeText(text);
    this.#change(row, { isCopied: true });
    this.#host.say(this.#host.texts.copied);
    setTimeout(() => this.#change(row, { isCopied: false }), COPIED);
  }

  #change(row: Row, change: Partial<RowMemory>, focus = false): void {
    Object.assign(row.memory, change);
    row.memory.revision += 1;
    this.#host.refresh(row, focus);
  }

  #idleAgent(): AgUiAgent | undefined {
    const { agent } = this.#host.state;
    return agent?.isRunning === false ? agent : undefined;
  }
}
