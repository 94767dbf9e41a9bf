/** What every suite takes and gives, whether it runs in a page or is driven from Node. */

/** How much to measure. */
export interface SuiteOptions {
  /** Whether only to show that everything runs. */
  readonly isQuick: boolean;
  /** Readings of each contender. */
  readonly rounds: number;
  /** Milliseconds that one batch takes about, on a machine with nothing else to do. */
  readonly batchMs: number;
  /** Batches that make one reading. */
  readonly batches: number;
  /** Milliseconds each contender runs before it is measured. */
  readonly warmUpMs: number;
  /** Contenders whose name contains one of these; all when empty. The baseline always runs. */
  readonly only: readonly string[];
}

/** A suite that runs in a page: `export const suite` of a file in `tests/bench/suites/*.ts`. */
export interface Suite {
  run(options: SuiteOptions): Promise<SuiteResult>;
}

/** A suite's tables, ready to be printed and kept. */
export interface SuiteResult {
  readonly title: string;
  /** What was measured and how, in a paragraph. */
  readonly about: string;
  readonly tables: readonly Table[];
}

/** One table: contenders down, conditions across. */
export interface Table {
  readonly title: string;
  /** What a reading is in. `"time"`: microseconds, shown in what suits each. */
  readonly unit: string;
  /** One cell for a reading and its ratio, without quartiles, for tables with many conditions. */
  readonly isCompact?: boolean;
  /** Stands in the README for those of its suite that do not say so. */
  readonly isTypical?: boolean;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

/** A condition under which contenders are measured. */
export interface Column {
  readonly id: string;
  readonly title: string;
}

/** A contender's readings. */
export interface Row {
  readonly name: string;
  readonly kind: "ours" | "reference" | "peer" | "scale";
  /** By column. What a contender has not is absent. */
  readonly readings: Readonly<Record<string, Reading>>;
  /** By column, what is shown where there is no reading: why there is none, or a value that needs no rounds. */
  readonly instead?: Readonly<Record<string, string>>;
  /** When it is another than the table's. */
  readonly unit?: string;
  /** What a reader must know to compare it, or why it could not be measured. */
  readonly notes: readonly string[];
}

/** What was measured for one contender under one condition. */
export interface Reading {
  readonly median: number;
  /** The fastest batch of all: what the machine can do when nothing disturbs it. */
  readonly fastest: number;
  /** One value for each round, in their order. */
  readonly rounds: readonly number[];
  /** Against the baselines, round by round. */
  readonly ratios: readonly Ratio[];
}

/** How a reading compares with a baseline: the median of each round's own ratio, and the quartiles. */
export interface Ratio {
  readonly to: string;
  readonly median: number;
  readonly lower: number;
  readonly upper: number;
  /** Of the fastest batches. */
  readonly fastest: number;
}
