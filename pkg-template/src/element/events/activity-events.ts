import type { AgentSubscriber } from "@ag-ui/client";
import type { ActivityMessage, Message } from "@ag-ui/core";
import { lazy } from "../values/lazy.js";
import { ShownValues } from "../values/shown-values.js";
import type { Emit } from "./event-map.js";

type Seen<Name extends keyof AgentSubscriber> = Parameters<NonNullable<AgentSubscriber[Name]>>[0];

/**
 * Reports activity messages that came or changed, once the messages show it. The client announces an activity's event
 * before it acts on it, and a patch that doesn't apply changes nothing.
 */
export class ActivityEvents {
  readonly #emit: Emit;
  /** The message that the event at hand is about to change. */
  #changing: string | undefined;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  /** Another event has come. */
  begin(): void {
    this.#changing = undefined;
  }

  snapshot({ event: { messageId, replace }, existingMessage }: Seen<"onActivitySnapshotEvent">) {
    if (!existingMessage || replace !== false) this.#changing = messageId;
  }

  delta({ event: { messageId } }: Seen<"onActivityDeltaEvent">): void {
    this.#changing = messageId;
  }

  /** The messages have changed. */
  report(messages: readonly Readonly<Message>[]): void {
    const id = this.#changing;
    if (id === undefined) return;
    this.#changing = undefined;
    const message = messages.find((one) => one.id === id);
    if (message?.role === "activity") this.changed(message, new ShownValues());
  }

  /** An activity has changed. */
  changed({ id, activityType, content }: Readonly<ActivityMessage>, shown: ShownValues): void {
    const shownContent = lazy("content", () => shown.of(content));
    const detail = Object.assign(shownContent, { messageId: id, activityType });
    this.#emit("ag-ui-activity-changed", detail);
  }
}
