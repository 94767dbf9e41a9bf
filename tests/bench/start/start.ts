import type { Runner } from "../contenders/contender.js";
import { result, seen, text } from "../contenders/task.js";

/** What a page reports of its start, in milliseconds since its navigation began. */
export interface StartReport {
  /** The first line of the handler. */
  readonly ran: number;
  /** What the app marked on its way, in order. */
  readonly marks: readonly { readonly name: string; readonly at: number }[];
  readonly files: readonly StartFile[];
}

export interface StartFile {
  readonly path: string;
  /** Bytes as they were sent. */
  readonly bytes: number;
  readonly from: number;
  readonly to: number;
}

let ran = 0;

/** The shared handler notes its arguments first of all, so this is its first line. */
Object.defineProperty(seen, "args", {
  set() {
    ran ||= performance.now();
  },
});

/** runs the task once and reports how it went, by the console: nothing looks into the page meanwhile. */
export async function run(runner: Runner) {
  if ((await runner(text)) !== result) throw new Error("The result is wrong.");
  report();
}

/** The same for a page that runs no tool. */
export function report(): void {
  ran ||= performance.now();
  const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const start: StartReport = {
    ran,
    marks: performance
      .getEntriesByType("mark")
      .map(({ name, startTime }) => ({ name, at: startTime })),
    files: resources.map((entry) => ({
      path: new URL(entry.name).pathname,
      bytes: entry.encodedBodySize,
      from: entry.startTime,
      to: entry.responseEnd,
    })),
  };
  console.log(`started ${JSON.stringify(start)}`);
}
