import type { AssistantMessage, Message, ToolCall } from "@ag-ui/core";
import type { AgentExecuteRequest, ReasonerEvent } from "ag-ui-lit/server";
import { clientTools, preflightTools } from "../../storm/plan.js";
import { listed } from "../reasoner.js";

/** How a request ended for its client: `broken` when its connection did. */
export type ClientEnd = "completed" | "client" | "other" | "broken";

type OwnCall = ToolCall & { function: { arguments: string } };

/** A client of one conversation: it keeps what it has received, as an element does. */
export class SimulatedClient {
  readonly messages: Message[] = [];
  readonly #id: string;

  constructor(id: string) {
    this.#id = id;
  }

  say(content: string): void {
    this.messages.push({ id: crypto.randomUUID(), role: "user", content });
  }

  request(): AgentExecuteRequest {
    return {
      context: { conversation: { id: this.#id }, session: { id: "s" } },
      messages: structuredClone(this.messages),
      clientTools: [...clientTools, ...preflightTools].map((name) => listed(name)),
    };
  }

  /** Takes what a request gives, until it ends or `broken` settles. Calls that are the client's are then run. */
  async take(
    events: AsyncGenerator<ReasonerEvent, void, undefined>,
    broken: Promise<"broken">,
    run: (call: ToolCall) => string,
  ): Promise<ClientEnd> {
    let end: ClientEnd = "broken";
    for (;;) {
      const next = await Promise.race([events.next(), broken]);
      if (next === "broken" || next.done) break;
      const event = next.value;
      if (event.type !== "end") this.#apply(event);
      else if (event.response.finish === "completed") end = "completed";
      else end = event.response.finish === "client" ? "client" : "other";
    }
    const pending = this.#pending();
    for (const call of pending) {
      const isOwn = end === "client";
      const content = isOwn ? run(call) : "The client has lost its connection.";
      this.#answer(call.id, content, !isOwn);
    }
    return end;
  }

  /** Whether the model has said that the conversation is at its end. */
  hasEnded(seed: number): boolean {
    const last = this.messages.at(-1);
    return last?.role === "assistant" && last.content?.endsWith(`done ${seed}`) === true;
  }

  #apply(event: Exclude<ReasonerEvent, { type: "end" }>): void {
    switch (event.type) {
      case "text":
        this.#message(event.messageId).content += event.delta;
        break;
      case "call_start":
        this.#add(event.messageId, event.toolCallId, event.toolName, "");
        break;
      case "call_args":
        this.#call(event.toolCallId).function.arguments += event.delta;
        break;
      case "call_prepared": {
        const { toolCallId, toolName, clientPayload } = event.call;
        this.#add(event.messageId, toolCallId, toolName, JSON.stringify(clientPayload));
        break;
      }
      case "call_result":
        this.#answer(event.call.toolCallId, event.call.content ?? "null", false);
        break;
    }
  }

  #message(id: string): AssistantMessage & { content: string; toolCalls?: OwnCall[] } {
    const known = this.messages.find((message) => message.id === id);
    const message = known ?? { id, role: "assistant", content: "" };
    if (!known) this.messages.push(message as Message);
    return message as AssistantMessage & { content: string };
  }

  #add(messageId: string, id: string, name: string, args: string): void {
    const message = this.#message(messageId);
    message.toolCalls ??= [];
    message.toolCalls.push({ id, type: "function", function: { name, arguments: args } });
  }

  #call(id: string): OwnCall {
    const call = this.#calls().find((one) => one.id === id);
    if (!call) throw new Error(`There is no call ${id}.`);
    return call;
  }

  #calls(): OwnCall[] {
    return this.messages.flatMap((message) => {
      return message.role === "assistant" ? ((message.toolCalls ?? []) as OwnCall[]) : [];
    });
  }

  #pending(): OwnCall[] {
    const answered = new Set(
      this.messages.flatMap((message) => (message.role === "tool" ? [message.toolCallId] : [])),
    );
    return this.#calls().filter(({ id }) => !answered.has(id));
  }

  /** An answer that comes when the client has one already changes nothing. */
  #answer(toolCallId: string, content: string, isError: boolean): void {
    const isKnown = this.messages.some((message) => {
      return message.role === "tool" && message.toolCallId === toolCallId;
    });
    if (isKnown) return;
    const id = `${toolCallId}-result`;
    const message: Message = {
      id,
      role: "tool",
      toolCallId,
      content,
      ...(isError && { error: content }),
    };
    this.messages.push(message);
  }
}
