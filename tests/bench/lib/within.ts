import { collectGarbage, turn } from "./measure.js";
import { median, quantile } from "./statistics.js";
import type { Ratio, Reading } from "./suite.js";

/** What may take so long that it can't be run often, or not to its end. */
export interface LongSubject {
  readonly id: string;
  /** Milliseconds after which it is given up. */
  readonly patience: number;
  /** Does it once. Throws `TooLong` when it is over the deadline, a time as `performance.now` tells it. */
  run(deadline: number): Promise<void>;
}

/** How often, and how long. */
export interface Limits {
  readonly rounds: number;
  /** Milliseconds that a reading of something short takes about. */
  readonly batchMs: number;
  /** Milliseconds that all rounds of a subject take at most, though each has one. */
  readonly allRoundsMs: number;
}

/** Thrown by what has taken longer than it may. */
export class TooLong extends Error {}

interface Track {
  readonly id: string;
  readonly run: (deadline: number) => Promise<void>;
  readonly times: number;
  readonly rounds: number;
  readonly readings: number[];
}

/**
 * Measures subjects beside each other, in microseconds for one time. What takes long has fewer rounds; what takes longer
 * than it may has no reading. A ratio is taken within a round, over the rounds that both have.
 */
export async function measureWithin(
  subjects: readonly LongSubject[],
  baseline: string,
  limits: Limits,
): Promise<ReadonlyMap<string, Reading>> {
  const tracks = new Map<string, Track>();
  for (const subject of subjects) {
    const track = await prepare(subject, limits);
    if (track) tracks.set(track.id, track);
  }
  const all = [...tracks.values()];
  for (let round = 0; round < limits.rounds; round += 1) {
    for (let index = 0; index < all.length; index += 1) {
      const track = all[(index + round) % all.length] as Track;
      if (round < track.rounds) track.readings.push(await read(track));
    }
  }
  return new Map(all.map((track) => [track.id, readingOf(track, tracks.get(baseline))]));
}

/** Runs it until the engine has had a chance to optimise it. Nothing when it takes too long. */
async function prepare(subject: LongSubject, limits: Limits): Promise<Track | undefined> {
  const { id } = subject;
  const run = subject.run.bind(subject);
  let fastest = Number.POSITIVE_INFINITY;
  let spent = 0;
  do {
    const start = performance.now();
    try {
      await run(start + subject.patience);
    } catch (error) {
      if (error instanceof TooLong) return undefined;
      throw error;
    }
    const took = performance.now() - start;
    if (took > subject.patience) return undefined;
    fastest = Math.min(fastest, took);
    spent += took;
    // Once is enough for what takes long.
    if (took > limits.allRoundsMs) return { id, run, times: 1, rounds: 0, readings: [took * 1000] };
  } while (spent < limits.batchMs * 8);
  const times = Math.max(1, Math.round(limits.batchMs / Math.max(fastest, 1e-3)));
  const affordable = Math.floor(limits.allRoundsMs / (times * fastest));
  const rounds = Math.min(limits.rounds, Math.max(1, affordable));
  return { id, run, times, rounds, readings: [] };
}

async function read({ run, times }: Track): Promise<number> {
  collectGarbage();
  await turn();
  const start = performance.now();
  for (let time = 0; time < times; time += 1) await run(Number.POSITIVE_INFINITY);
  return ((performance.now() - start) * 1000) / times;
}

function readingOf({ readings }: Track, baseline: Track | undefined): Reading {
  const ratios = baseline ? [compare(readings, baseline.id, baseline.readings)] : [];
  return { median: median(readings), fastest: Math.min(...readings), rounds: readings, ratios };
}

/** How readings compare with others, round by round. */
export function compare(readings: readonly number[], to: string, others: readonly number[]): Ratio {
  const both = readings.slice(0, others.length);
  const each = both.map((value, round) => value / (others[round] as number));
  return {
    to,
    median: median(each),
    lower: quantile(each, 0.25),
    upper: quantile(each, 0.75),
    fastest: Math.min(...readings) / Math.min(...others),
  };
}
