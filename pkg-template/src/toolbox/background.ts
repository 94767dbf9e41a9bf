import { messageOf } from "../codec/describe.js";
import { report } from "../events/report.js";

/** Work that goes on by itself. */
export interface BackgroundProcess {
  /** Unique in this page. */
  readonly id: string;
  /** The purpose of the process. */
  readonly name: string;
  readonly command: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds since 1970; nothing while it runs. */
  readonly endedAt?: number;
  readonly status: "running" | "exited" | "failed" | "stopped";
  readonly exitCode?: number;
  /** The reason of the failure. */
  readonly error?: string;
  /** The last progress it reported. */
  readonly progress?: unknown;
  /** The end of its output. */
  readonly output: string;
  /** Characters that it printed in all. */
  readonly printed: number;
}

/** The context of work in the background. */
export interface BackgroundContext {
  /** Aborted when it is stopped. */
  readonly signal: AbortSignal;
  onOutput(text: string): void;
  reportProgress(progress: unknown): void;
}

/** Something to run in the background. */
export interface BackgroundWork {
  readonly name: string;
  readonly command: string;
  /** Its exit code, where it has one. */
  run(context: BackgroundContext): PromiseLike<number | undefined>;
}

/** The maximum number of kept characters of a process's output. */
const maxOutput = 20_000;
/** Processes that have ended and are still shown. */
const maxEnded = 50;
/** Processes that may run at once. */
const maxRunning = 20;

/** The number of processes of this page so far. Ids are unique across all lists. */
let count = 0;

/** Background processes of a page, and those that ended recently. */
export class BackgroundProcesses {
  readonly #processes = new Map<string, Run>();
  readonly #listeners = new Set<() => void>();

  /**
   * Begins something. Never throws what it throws: that is its end.
   *
   * @throws {Error} when too much runs already.
   */
  start(work: BackgroundWork): BackgroundProcess {
    const running = this.list().filter(({ status }) => status === "running").length;
    if (running >= maxRunning) {
      throw new Error(`${maxRunning} processes run in the background already: stop one first`);
    }
    count += 1;
    const run = new Run(`bash-${count}`, work, () => this.#changed());
    this.#processes.set(run.id, run);
    run.begin(work);
    this.#changed();
    return run.snapshot();
  }

  /** Oldest first, as they are now. */
  list(): readonly BackgroundProcess[] {
    return [...this.#processes.values()].map((run) => run.snapshot());
  }

  get(id: string): BackgroundProcess | undefined {
    return this.#processes.get(id)?.snapshot();
  }

  /** Stops one by its signal. Whether it was running. */
  stop(id: string): boolean {
    return this.#processes.get(id)?.stop() ?? false;
  }

  /** Calls back when one begins, prints, reports or ends. Returns how to end that. */
  subscribe(changed: () => void): () => void {
    const listener = () => changed();
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #changed(): void {
    const ended = [...this.#processes.values()].filter((run) => !run.isRunning);
    for (const { id } of ended.slice(0, Math.max(0, ended.length - maxEnded))) {
      this.#processes.delete(id);
    }
    for (const listener of [...this.#listeners]) {
      try {
        listener();
      } catch (thrown) {
        report(thrown);
      }
    }
  }
}

/** Those of this page that `bashTool` begins. */
export const backgroundProcesses = new BackgroundProcesses();

/** A process that was begun. */
class Run {
  readonly id: string;
  readonly #name: string;
  readonly #command: string;
  readonly #startedAt = Date.now();
  readonly #abort = new AbortController();
  readonly #changed: () => void;
  #status: BackgroundProcess["status"] = "running";
  #end: Partial<BackgroundProcess> = {};
  #progress: unknown;
  #output = "";
  #printed = 0;

  constructor(id: string, { name, command }: BackgroundWork, changed: () => void) {
    this.id = id;
    this.#name = name;
    this.#command = command;
    this.#changed = changed;
  }

  get isRunning(): boolean {
    return this.#status === "running";
  }

  begin(work: BackgroundWork): void {
    const context: BackgroundContext = {
      signal: this.#abort.signal,
      onOutput: (text) => this.#print(text),
      reportProgress: (progress) => {
        if (!this.isRunning) return;
        this.#progress = progress;
        this.#changed();
      },
    };
    const running = (async () => work.run(context))();
    running.then(
      (exitCode) => this.#ended("exited", exitCode === undefined ? {} : { exitCode }),
      (thrown: unknown) => this.#ended("failed", { error: messageOf(thrown) }),
    );
  }

  stop(): boolean {
    if (!this.isRunning) return false;
    this.#ended("stopped", {});
    this.#abort.abort();
    return true;
  }

  snapshot(): BackgroundProcess {
    return Object.freeze({
      id: this.id,
      name: this.#name,
      command: this.#command,
      startedAt: this.#startedAt,
      status: this.#status,
      ...(this.#progress !== undefined && { progress: this.#progress }),
      output: this.#output.slice(-maxOutput),
      printed: this.#printed,
      ...this.#end,
    });
  }

  /** Appends to the output, also after the process was stopped. */
  #print(text: string): void {
    const more = String(text);
    this.#printed += more.length;
    const output = this.#output + more.slice(-maxOutput);
    // Cut now and then only: every cut copies.
    this.#output = output.length > 2 * maxOutput ? output.slice(-maxOutput) : output;
    this.#changed();
  }

  #ended(status: BackgroundProcess["status"], end: Partial<BackgroundProcess>): void {
    if (!this.isRunning) return;
    this.#status = status;
    this.#end = { ...end, endedAt: Date.now() };
    this.#changed();
  }
}
