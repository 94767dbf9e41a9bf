import type { Message } from "@ag-ui/core";
import type { Chance } from "../../support/storm/chance.js";
import { answeredCalls } from "./answered-calls.js";
import type { SimulatedClock } from "./clock.js";
import { Disk } from "./disk.js";
import { PlannedBackend, type PlannedCall } from "./planned-agent.js";
import type { SimulatedPage } from "./simulated-page.js";
import { Tabs } from "./tabs.js";
import type { Tally } from "./tally.js";

/** What happened to one call, over all pages. */
export interface Happened {
  readonly tool: string;
  begun: number;
  ended: number;
  /** The service of the tool has been asked, and refuses the call from then on. */
  isRefused: boolean;
}

/** The failures of the store: of saves of threads, of records, of everything, of some; or it is blocked for a time. */
export const faults = ["none", "threads", "records", "writes", "some", "reads", "blocked"] as const;
export type Fault = (typeof faults)[number];

/** Facts of a world that its pages share. */
export interface WorldSetup {
  readonly chance: Chance;
  readonly clock: SimulatedClock;
  readonly tally: Tally;
  readonly rounds: readonly (readonly PlannedCall[])[];
  readonly keepsRuns: boolean;
  /** Makes a page with its number. */
  readonly makePage: (world: World, number: number) => SimulatedPage;
}

/** Something that happens to a page at a boundary. */
export interface Strike {
  /** The number of boundaries until then. */
  readonly after: number;
  /** The name of those that count; by default all do. */
  readonly only?: string | undefined;
  readonly happen: (at: string, page: SimulatedPage) => void;
}

/** Pages that come and go, their disk, and the backend that they talk to. */
export class World {
  readonly disk = new Disk();
  readonly pages: SimulatedPage[] = [];
  readonly tabs = new Tabs(this.pages);
  readonly chance: Chance;
  readonly clock: SimulatedClock;
  readonly tally: Tally;
  readonly backend: PlannedBackend;
  /** By idempotency key. */
  readonly happened = new Map<string, Happened>();
  /**
   * What the model was told of each call, by idempotency key, and how often it had begun by then. It may begin later:
   * a page that dies takes an answer with it that is not stored yet.
   */
  readonly answers = new Map<string, Map<string, number>>();
  /** The keys of calls by those with edited arguments. */
  readonly originals = new Map<string, string>();
  fault: Fault = "none";
  /** Boundaries that pages have come to. */
  steps = 0;
  readonly #makePage: WorldSetup["makePage"];
  #left = 0;
  #strike: Strike | undefined;

  constructor({ chance, clock, tally, rounds, keepsRuns, makePage }: WorldSetup) {
    this.#makePage = makePage;
    this.chance = chance;
    this.clock = clock;
    this.tally = tally;
    this.backend = new PlannedBackend(rounds, keepsRuns);
  }

  /** The pages hinder one another. */
  get isEndless(): boolean {
    return this.steps > MOST_STEPS;
  }

  /** After so many boundaries, or so many of one name, something happens. */
  strikeAfter(strike: Strike): void {
    this.#strike = strike;
    this.#left = strike.after;
  }

  /** Nothing happens any more. */
  calm(): void {
    this.#strike = undefined;
    this.fault = "none";
  }

  /** A page comes to a boundary. */
  reached(page: SimulatedPage, name: string): void {
    this.steps += 1;
    if (this.isEndless) for (const one of this.pages) one.die();
    const strike = this.#strike;
    if (!strike || (strike.only !== undefined && strike.only !== name)) return;
    this.#left -= 1;
    if (this.#left > 0) return;
    this.#strike = undefined;
    strike.happen(name, page);
  }

  /** Rejects where a transaction is to fail. */
  async refuse(page: SimulatedPage, names: readonly string[]): Promise<void> {
    if (page.isDead || this.fault === "none") return;
    const isRead = names[0] === "a read";
    const isThread = names.some((name) => name.startsWith("a thread"));
    const isRecord = names.some((name) => phases.includes(name));
    if (this.fault === "blocked") {
      await this.clock.wait(this.chance.one([500, 15_000]));
      return;
    }
    const fails =
      (this.fault === "reads" && isRead) ||
      (this.fault === "threads" && isThread) ||
      (this.fault === "records" && isRecord) ||
      (this.fault === "writes" && !isRead) ||
      (this.fault === "some" && this.chance.below(3) === 0);
    if (!fails) return;
    for (const name of names) this.tally.add(`refused: ${name}`);
    throw new DOMException("The disk is full.", "QuotaExceededError");
  }

  entryOf(key: string, tool: string): Happened {
    const entry = this.happened.get(key) ?? { tool, begun: 0, ended: 0, isRefused: false };
    this.happened.set(key, entry);
    return entry;
  }

  /** The model is given these messages. */
  told(threadId: string, messages: readonly Message[]): void {
    for (const { key, editedKey, answers } of answeredCalls(threadId, messages)) {
      this.originals.set(editedKey, key);
      const begun = [key, editedKey].map((each) => this.happened.get(each)?.begun ?? 0);
      const known = this.answers.get(key) ?? new Map<string, number>();
      for (const answer of answers) known.set(answer, Math.max(...begun));
      this.answers.set(key, known);
    }
  }

  open(): SimulatedPage {
    const page = this.#makePage(this, this.pages.length);
    this.pages.push(page);
    page.begin();
    return page;
  }
}

/** Boundaries of a schedule that comes to its end: a tenth of them is usual. */
const MOST_STEPS = 20_000;

const phases = ["announced", "approved", "begun", "ended"];
