import type { ReportOnce } from "../events/report-once.js";
import type { ToolLogLoss, ToolLogRecord } from "./record.js";
import type { Write } from "./sink.js";

/** The maximum number of records that wait for a slow sink. Further ones are lost, which is reported. */
export const MOST_WAITING = 1000;

/** Makes a record when it is its turn: the page's code that it asks then disturbs no execution. */
export type RecordMaker<Kept extends object = ToolLogRecord> = () => Kept;

/** Passes records to a sink, one after the other and never while an execution is at work. Lost records are counted. */
export class LineQueue<Kept extends object = ToolLogRecord> {
  readonly #write: Write<Kept>;
  readonly #faults: ReportOnce;
  readonly #onLost: (lost: number) => void;
  #waiting: RecordMaker<Kept>[] = [];
  #isWorking = false;
  #lost = 0;
  /** Lost, and in no line yet. */
  #unsaid = 0;
  #idle: (() => void)[] = [];

  constructor(write: Write<Kept>, faults: ReportOnce, onLost: (lost: number) => void) {
    this.#write = write;
    this.#faults = faults;
    this.#onLost = onLost;
  }

  /** The number of lost records. */
  get lost(): number {
    return this.#lost;
  }

  /** Hands a record over, soon. */
  push(record: RecordMaker<Kept>): void {
    if (this.#waiting.length >= MOST_WAITING) this.#lose();
    else this.#waiting.push(record);
    if (!this.#isWorking) void this.#work();
  }

  /** Resolves when nothing waits. */
  flush(): Promise<void> {
    if (!this.#isWorking) return Promise.resolve();
    return new Promise((resolve) => {
      this.#idle.push(resolve);
    });
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    await undefined;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      await this.#sayLoss();
      if (!(await this.#hand(next))) this.#lose();
    }
    await this.#sayLoss();
    this.#isWorking = false;
    // Records that came during the report.
    if (this.#waiting.length > 0) return this.#work();
    const idle = this.#idle;
    this.#idle = [];
    for (const wake of idle) wake();
  }

  /** Reports lost records. If that fails, they are reported later. */
  async #sayLoss(): Promise<void> {
    const count = this.#unsaid;
    if (count === 0) return;
    const timestamp = new Date().toISOString();
    const loss = (): ToolLogLoss => ({ event: "log_records_lost", count, timestamp });
    if (await this.#hand(loss)) this.#unsaid -= count;
  }

  /** Returns true if the sink has received it. */
  async #hand(make: () => Kept | ToolLogLoss): Promise<boolean> {
    try {
      const record = Object.freeze(make());
      const line = JSON.stringify(record);
      const write = this.#write;
      await write(line, record);
      return true;
    } catch (thrown) {
      this.#faults.tell(thrown);
      return false;
    }
  }

  #lose(): void {
    this.#lost += 1;
    this.#unsaid += 1;
    const onLost = this.#onLost;
    this.#faults.guard(() => onLost(this.#lost));
  }
}
