import { describe } from "../../../codec/describe.js";

/** One rule of a store, to be run by any test runner. */
export interface StoreCheck {
  /** The rule, in a sentence: a name for the test. */
  readonly name: string;
  /** The method that has the rule: `ConversationStore.save`. */
  readonly source: string;
  /** Checks the rule. @throws {StoreCheckError} that says what is wrong, and whose rule it is. */
  run(): Promise<void>;
}

/** A store breaks one of its rules. */
export class StoreCheckError extends Error {
  override readonly name = "StoreCheckError";
  /** A stable name for the failure. */
  readonly code = "store_check";
}

/** The guide that has the rules. */
const guide = "docs/several-servers.md";

/** A rule whose error names it and its source. */
export function checkOf(source: string, name: string, check: () => Promise<void>): StoreCheck {
  const run = async (): Promise<void> => {
    try {
      await check();
    } catch (cause) {
      const wrong = cause instanceof Error ? cause.message : describe(cause);
      throw new StoreCheckError(`${wrong} The rule of ${source}: ${name}. See ${guide}.`, {
        cause,
      });
    }
  };
  return { name, source, run };
}

/** @throws when something is not so. `wrong` is a sentence. */
export function must(isSo: unknown, wrong: string): asserts isSo {
  if (!isSo) throw new StoreCheckError(wrong);
}

/** @throws when two plain values differ as JSON. */
export function mustEqual(value: unknown, expected: unknown, what: string): void {
  const [is, should] = [shown(value), shown(expected)];
  must(is === should, `${what} is ${short(is)}, and must be ${short(should)}.`);
}

/** Waits for the rejection of a promise, and returns it. */
export async function rejectionOf(promise: Promise<unknown>, what: string): Promise<unknown> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (thrown: unknown) => ({ thrown }),
  );
  must("thrown" in outcome, `${what} must reject.`);
  return outcome.thrown;
}

/** The longest wait for something that must come, in milliseconds. */
const LONGEST_WAIT = 30_000;

/** Asks again until something is so. */
export async function eventually(
  isSo: () => Promise<boolean> | boolean,
  wrong: string,
): Promise<void> {
  const start = performance.now();
  while (!(await isSo())) {
    must(performance.now() - start < LONGEST_WAIT, `${wrong} It was waited for 30 s.`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** 64 hexadecimal digits by chance: no two checks share a conversation. */
export function anyId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Texts that must never be ids: a client could write each of them. */
export const hostileIds: readonly string[] = [
  ...["", "a", "../../etc/passwd", "A".repeat(64), "a".repeat(63), "a".repeat(65)],
  ...[`${"a".repeat(63)}\0`, `${"a".repeat(64)}\n`, "*".repeat(64), "__proto__"],
  `${"a".repeat(40)}'; DROP TABLE x; --`,
];

/** Texts that get lost, cut or changed somewhere between a program and a disk. */
export const hostileTexts: readonly string[] = [
  ...["", " ", "\0", "a\0b", "\ud800", "\udc00", "a\udc00\ud800b", "😀", "\uffff\ufeff"],
  ...['"', '"quoted"', "\\", "\\u0000", '"\\ud800"', "\r\n\t", "'; DROP TABLE x; --", "$1 %s {}"],
  ...['{"__proto__":{"a":1}}', "ﬁ e\u0301 é", "null", "undefined", "\u2028\u2029", "\x1b[31m"],
];

const shown = (value: unknown): string => JSON.stringify(value) ?? "undefined";
const short = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);
