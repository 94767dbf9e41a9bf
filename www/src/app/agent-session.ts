import type { Message } from "@ag-ui/core";
import type { RegisteredTool } from "ag-ui-lit";
import type { ApprovalRequest } from "ag-ui-lit/element";
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { ActivityStore } from "../activity/activity-store.js";
import type { DecideDetail } from "../approval/approval-dialog.js";
import type { RunNotice } from "../chat/chat-log.js";
import { messageText } from "../chat/message-types.js";
import { clearPictures } from "../views/pictures.js";
import { describeFailure } from "./describe-failure.js";

type Agent = HTMLElementTagNameMap["ag-ui-agent"];

/** The id of a message that the agent doesn't have yet. */
const UNSENT = "unsent";

const STOPPED: RunNotice = { kind: "stopped", text: "You stopped the agent." };

/** Connects a component to `<ag-ui-agent>`: what it shows, and what a visitor can do with it. */
export class AgentSession implements ReactiveController {
  readonly activity = new ActivityStore();
  messages: readonly Message[] = [];
  tools: readonly RegisteredTool[] = [];
  running = false;
  notice: RunNotice | undefined;

  readonly #host: ReactiveControllerHost;
  readonly #agent: Agent;
  /** When the tools that the agent may call are there. */
  readonly #toolsReady: () => Promise<void>;
  #connection: AbortController | undefined;
  /** Which conversation this is: what an earlier one still answers doesn't count. */
  #conversation = 0;
  /** Stops a message that has not been sent yet. */
  #waiting: AbortController | undefined;

  /** @param toolsReady tells when the tools that the agent may call are there; it is asked for every message. */
  constructor(host: ReactiveControllerHost, agent: Agent, toolsReady: () => Promise<void>) {
    this.#host = host;
    this.#agent = agent;
    this.#toolsReady = toolsReady;
    host.addController(this);
  }

  hostConnected(): void {
    this.#connection = new AbortController();
    const { signal } = this.#connection;
    this.activity.follow(this.#agent, signal);
    this.activity.addEventListener("change", () => this.#host.requestUpdate(), { signal });
    for (const type of ["ag-ui-approval-request", "ag-ui-approval-settled"] as const) {
      this.#agent.addEventListener(type, () => this.#host.requestUpdate(), { signal });
    }
    this.#agent.addEventListener(
      "ag-ui-messages-changed",
      ({ detail }) => {
        this.messages = [...detail.messages];
        this.#host.requestUpdate();
      },
      { signal },
    );
  }

  hostDisconnected(): void {
    this.#connection?.abort();
  }

  /** Shows the registry's tools, now and whenever they change. The core must be ready. */
  followTools(): void {
    const { registry } = this.#agent;
    const read = () => {
      this.tools = registry.all;
      this.#host.requestUpdate();
    };
    registry.addEventListener(
      "tool-registry-change",
      read,
      this.#connection ? { signal: this.#connection.signal } : {},
    );
    read();
  }

  /** Sends what the visitor wrote; ends when the agent has answered, tools included. */
  async send(text: string): Promise<void> {
    if (this.running || text.trim() === "") return;
    const conversation = this.#conversation;
    this.running = true;
    this.notice = undefined;
    // Shown at once; the agent's own message takes its place.
    const sent = this.messages.filter(({ id }) => id !== UNSENT);
    this.messages = [...sent, { id: UNSENT, role: "user", content: text }];
    this.#host.requestUpdate();
    const notice = await this.#run(text);
    if (conversation !== this.#conversation) return;
    this.running = false;
    this.notice = notice;
    this.#host.requestUpdate();
  }

  /** Sends the last message once more, in its old place. */
  async retry(): Promise<void> {
    const at = this.messages.findLastIndex(({ role }) => role === "user");
    const last = this.messages[at];
    if (this.running || last?.role !== "user") return;
    this.#agent.messages = this.messages.slice(0, at);
    await this.send(messageText(last.content));
  }

  /** The calls that wait for the visitor's approval, oldest first. */
  get approvals(): readonly ApprovalRequest[] {
    return this.#agent.pendingApprovals;
  }

  /** The visitor's answer to one of them. */
  decide({ approvalId, decision }: DecideDetail): void {
    // One that was withdrawn meanwhile needs no answer.
    this.#agent.respondToApproval(approvalId, { decision }).catch(() => {});
  }

  /** Stops everything: the answer, and every tool that runs for it. */
  stop(): void {
    if (!this.running) return;
    this.#waiting?.abort();
    this.#agent.abort();
  }

  /** Stops one tool; the agent is told, and goes on. */
  stopTool(executionId: string): void {
    this.#agent.manager.cancel(executionId);
  }

  /** Begins a new conversation. */
  reset(): void {
    this.stop();
    this.#conversation += 1;
    this.#agent.threadId = crypto.randomUUID();
    this.messages = [];
    this.notice = undefined;
    this.running = false;
    this.activity.clear();
    clearPictures();
    this.#host.requestUpdate();
  }

  async #run(text: string): Promise<RunNotice | undefined> {
    try {
      // The agent reads the tools when the run starts: without those of a scene that is still opening it would have none.
      if (await this.#isStoppedBefore(this.#toolsReady())) return STOPPED;
      const { outcome, error } = await this.#agent.sendMessage(text);
      if (outcome === "aborted") return STOPPED;
      return outcome === "failed" ? describeFailure(error) : undefined;
    } catch (error) {
      return describeFailure(error);
    }
  }

  async #isStoppedBefore(ready: Promise<void>): Promise<boolean> {
    const waiting = new AbortController();
    this.#waiting = waiting;
    const stopped = new Promise<void>((resolve) => {
      waiting.signal.addEventListener("abort", () => resolve(), { once: true });
    });
    await Promise.race([ready, stopped]);
    return waiting.signal.aborted;
  }
}
