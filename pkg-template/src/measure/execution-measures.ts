import type { ReportOnce } from "../events/report-once.js";
import type { Callee } from "../execution/attempt.js";
import { now } from "../execution/clock.js";
import type { ExecutionHandle } from "../execution/execution-handle.js";
import type { ExecutionWatch } from "../execution/execution-watch.js";
import type { ToolExecution, ToolExecutionEventMap } from "../execution/types.js";
import type { Entry, Property, Timeline } from "./timeline.js";

type EventType = keyof ToolExecutionEventMap;

/** A part of an execution's time. */
interface Part extends Pick<Entry, "name" | "color"> {
  readonly start: number;
  end: number | undefined;
}

/** Measures one execution, and puts it on the timeline when it has ended. */
export class ExecutionMeasures implements ExecutionWatch {
  readonly #timeline: Timeline;
  readonly #faults: ReportOnce;
  readonly #execution: ExecutionHandle;
  readonly #track: string;
  readonly #parts: Part[] = [];
  #attempts = 0;
  #isShared = false;

  constructor(timeline: Timeline, faults: ReportOnce, execution: ExecutionHandle, track: string) {
    this.#timeline = timeline;
    this.#faults = faults;
    this.#execution = execution;
    this.#track = track;
  }

  heard(type: EventType): void {
    switch (type) {
      case "tool-execution-executing":
        this.#attempts += 1;
        this.#begin(`attempt ${this.#attempts}`, "secondary-light");
        break;
      case "tool-execution-validating":
      case "tool-execution-retrying":
        this.#endPart();
        break;
      case "tool-execution-succeeded":
      case "tool-execution-failed":
      case "tool-execution-cancelled":
        this.#endPart();
        this.#faults.guard(() => this.#show(this.#execution.record()));
    }
  }

  waits(): void {
    this.#begin("wait for a slot", "tertiary-light");
  }

  accepted(): void {}

  follows(): void {
    this.#isShared = true;
  }

  around(callee: Callee): Callee {
    return callee;
  }

  #begin(name: string, color: Part["color"]): void {
    this.#endPart();
    this.#parts.push({ name, color, start: now(), end: undefined });
  }

  #endPart(): void {
    const last = this.#parts.at(-1);
    if (last) last.end ??= now();
  }

  #show(record: ToolExecution): void {
    const track = this.#track;
    const { queuedAt: start, completedAt: end = now() } = record.timing;
    this.#timeline.add({
      name: `execute_tool ${track}`,
      track,
      start,
      end,
      color: record.status === "succeeded" ? "primary" : "error",
      properties: this.#properties(record),
    });
    // A single attempt is as good as all of it.
    const isSingle = this.#parts.length === 1 && this.#attempts === 1;
    for (const part of isSingle ? [] : this.#parts) {
      // Inside the whole, for which the core's clock was read a moment before.
      const times = { start: Math.min(part.start, end), end: Math.min(part.end ?? end, end) };
      this.#timeline.add({ name: part.name, color: part.color, track, ...times, properties: [] });
    }
  }

  #properties({ toolCallId, status, error, retry, cached }: ToolExecution): Property[] {
    const properties: Property[] = [
      ["Call", toolCallId],
      ["Status", status],
      ["Attempts", String(this.#isShared ? 0 : retry.attemptNumber)],
    ];
    if (error) properties.push(["Error", error.code ?? error.category]);
    if (cached) properties.push(["Answered by", "an earlier result"]);
    if (this.#isShared) properties.push(["Answered by", "another execution's handler"]);
    return properties;
  }
}
