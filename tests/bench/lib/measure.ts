import { median, quantile } from "./statistics.js";
import type { Ratio, Reading, SuiteOptions } from "./suite.js";

/** Something to measure: `run` does it so many times, one after the other, and throws when a result is wrong. */
export interface Subject {
  readonly id: string;
  /** May resolve to how many milliseconds it took, when what it does besides is not to count. */
  run(times: number): Promise<number | undefined>;
}

/** Against what a subject's rounds are compared: the id of another subject. */
export type Baselines = (subject: Subject) => readonly string[];

interface Track {
  readonly subject: Subject;
  readonly times: number;
  readonly rounds: number[];
  fastest: number;
}

/**
 * Measures subjects beside each other, in microseconds for one time.
 *
 * Each runs until the engine has optimised it. Then come the rounds: in each, every subject runs several short
 * batches, whose median is its reading, after the garbage of the one before was collected. The next round begins with
 * the next subject, so that none always follows the same. A subject is compared with a baseline within each round,
 * which takes out what the machine does besides, as far as it lasts longer than a round.
 */
export async function measure(
  subjects: readonly Subject[],
  baselines: Baselines,
  options: SuiteOptions,
): Promise<ReadonlyMap<string, Reading>> {
  const tracks: Track[] = [];
  for (const subject of subjects) {
    const times = await warmUp(subject, options);
    tracks.push({ subject, times, rounds: [], fastest: Number.POSITIVE_INFINITY });
  }
  for (let round = 0; round < options.rounds; round += 1) {
    for (let index = 0; index < tracks.length; index += 1) {
      const track = tracks[(index + round) % tracks.length] as Track;
      await read(track, options.batches);
    }
    console.log(`round ${round + 1} of ${options.rounds}`);
  }
  const byId = new Map(tracks.map((track) => [track.subject.id, track]));
  return new Map(
    tracks.map((track) => [track.subject.id, readingOf(track, baselines(track.subject), byId)]),
  );
}

/** Runs a subject for a while; returns how many times make a batch. */
async function warmUp(subject: Subject, { warmUpMs, batchMs }: SuiteOptions): Promise<number> {
  let times = 16;
  let spent = 0;
  let perTime = Number.POSITIVE_INFINITY;
  while (spent < warmUpMs) {
    const start = performance.now();
    const took = await timed(subject, times);
    const withAll = performance.now() - start;
    spent += withAll;
    perTime = Math.min(perTime, took / times);
    if (took < batchMs && withAll < batchMs * 10) times *= 2;
    await turn();
  }
  return Math.min(times, Math.max(1, Math.round(batchMs / Math.max(perTime, 1e-5))));
}

async function read(track: Track, batches: number): Promise<void> {
  collectGarbage();
  await turn();
  const readings: number[] = [];
  for (let batch = 0; batch < batches; batch += 1) {
    readings.push(((await timed(track.subject, track.times)) * 1000) / track.times);
    await turn();
  }
  track.rounds.push(median(readings));
  track.fastest = Math.min(track.fastest, ...readings);
}

async function timed(subject: Subject, times: number): Promise<number> {
  const start = performance.now();
  const own = await subject.run(times);
  return own ?? performance.now() - start;
}

function readingOf(
  track: Track,
  baselines: readonly string[],
  byId: ReadonlyMap<string, Track>,
): Reading {
  const ratios = baselines.flatMap((to): Ratio[] => {
    const baseline = byId.get(to);
    if (!baseline) return [];
    const each = track.rounds.map((value, round) => value / (baseline.rounds[round] as number));
    return [
      {
        to,
        median: median(each),
        lower: quantile(each, 0.25),
        upper: quantile(each, 0.75),
        fastest: track.fastest / baseline.fastest,
      },
    ];
  });
  return { median: median(track.rounds), fastest: track.fastest, rounds: track.rounds, ratios };
}

/** There with `--js-flags=--expose-gc`, which the runner sets. */
export function collectGarbage(): void {
  (globalThis as { gc?: () => void }).gc?.();
}

/** Lets the page's other tasks run: a batch is one long chain of microtasks. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
