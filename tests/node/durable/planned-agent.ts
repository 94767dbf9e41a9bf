import { AbstractAgent } from "@ag-ui/client";
import type { BaseEvent, RunAgentInput } from "@ag-ui/core";
import { Observable } from "rxjs";
import type { SimulatedPage } from "./simulated-page.js";
import type { World } from "./world.js";

/** The arguments to which a person changes those of a call. */
export const EDITED = '{"n":99}';

/** The tools that a backend calls; see `page-tools.ts`. */
export const toolNames = ["once", "again", "finds", "asks", "decides", "leaves"] as const;
export type ToolName = (typeof toolNames)[number];

/** A call that a backend makes. */
export interface PlannedCall {
  readonly id: string;
  readonly tool: ToolName;
}

/** The backend of a world: it makes its rounds of calls, then says its last word. */
export class PlannedBackend {
  readonly #rounds: readonly (readonly PlannedCall[])[];
  /** The runs that it keeps, by their ids. */
  readonly #kept: Map<string, object[]> | undefined;
  #messages = 0;

  constructor(rounds: readonly (readonly PlannedCall[])[], keepsRuns: boolean) {
    this.#rounds = rounds;
    this.#kept = keepsRuns ? new Map() : undefined;
  }

  get keepsRuns(): boolean {
    return this.#kept !== undefined;
  }

  /** The events of a run: those of before, if it is taken up. */
  run(input: RunAgentInput): object[] {
    const before = this.#kept?.get(input.runId);
    if (before) return before;
    const events = this.#eventsFor(input);
    this.#kept?.set(input.runId, events);
    return events;
  }

  #eventsFor({ messages, threadId, runId }: RunAgentInput): object[] {
    const round = messages.filter(
      (message) => message.role === "assistant" && message.toolCalls?.length,
    ).length;
    this.#messages += 1;
    const messageId = `m${this.#messages}`;
    const calls = this.#rounds[round];
    const events = calls
      ? calls.flatMap(({ id: toolCallId, tool: toolCallName }) => [
          { type: "TOOL_CALL_START", toolCallId, toolCallName, parentMessageId: messageId },
          { type: "TOOL_CALL_ARGS", toolCallId, delta: JSON.stringify({ n: round }) },
          { type: "TOOL_CALL_END", toolCallId },
        ])
      : [
          { type: "TEXT_MESSAGE_START", messageId: `last-${messageId}`, role: "assistant" },
          { type: "TEXT_MESSAGE_CONTENT", messageId: `last-${messageId}`, delta: "Done." },
          { type: "TEXT_MESSAGE_END", messageId: `last-${messageId}` },
        ];
    return [
      { type: "RUN_STARTED", threadId, runId },
      ...events,
      { type: "RUN_FINISHED", threadId, runId },
    ];
  }
}

/** The agent of a page: it asks the world's backend. */
export class PlannedAgent extends AbstractAgent {
  readonly #world: World;
  readonly #page: SimulatedPage;

  constructor(world: World, page: SimulatedPage, threadId: string) {
    super({ threadId });
    this.#world = world;
    this.#page = page;
  }

  run(input: RunAgentInput): Observable<BaseEvent> {
    const [world, page] = [this.#world, this.#page];
    return new Observable((subscriber) => {
      void (async () => {
        await page.boundary("a request");
        if (page.isDead) return;
        world.told(input.threadId, input.messages);
        const events = world.backend.run(structuredClone(input)) as BaseEvent[];
        for (const event of events) {
          await page.boundary(`an event ${event.type}`);
          if (page.isDead) return;
          subscriber.next(structuredClone(event));
        }
        subscriber.complete();
      })();
      return () => {};
    });
  }
}
