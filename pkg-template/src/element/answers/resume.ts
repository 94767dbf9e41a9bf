import { isInterruptExpired } from "@ag-ui/client";
import type { Interrupt, ResumeEntry } from "@ag-ui/core";
import { describe, messageOf } from "../../codec/describe.js";
import { plainCopy } from "../../codec/plain-copy.js";
import { isObject } from "../../codec/safe-read.js";
import { visibleText } from "../../visible-text/visible-text.js";
import { InvalidAnswerError } from "../errors/invalid-answer-error.js";
import { checkPayload } from "./response-schema.js";

/** A page's answer to one interrupt. */
export type InterruptAnswer = Pick<ResumeEntry, "status" | "payload">;

/**
 * The interrupts as they are reported to the page, each by an id that no other one here has: of several that the backend gave
 * one id, `i1`, the second is `i1#2`. A page that answered them all at once would not know what it agreed to.
 */
export function withDistinctIds(interrupts: readonly Interrupt[]): Interrupt[] {
  const taken = new Set(interrupts.map(({ id }) => id));
  const seen = new Set<string>();
  return interrupts.map((interrupt) => {
    let { id } = interrupt;
    if (!seen.has(id)) {
      seen.add(id);
      return withVisibleMessage(interrupt);
    }
    for (let count = 2; taken.has(id); count += 1) id = `${interrupt.id}#${count}`;
    taken.add(id);
    return { ...withVisibleMessage(interrupt), id };
  });
}

/** Hidden characters are left out of the text that a person reads before they answer. */
function withVisibleMessage(interrupt: Interrupt): Interrupt {
  const { message } = interrupt;
  if (typeof message !== "string") return interrupt;
  const shown = visibleText(message);
  return shown === message ? interrupt : { ...interrupt, message: shown };
}

/**
 * What is sent to answer interrupts.
 *
 * @param answers by the ids that were reported to the page, see `withDistinctIds`.
 * @throws an `Error` when none is open, or an answer is missing, unknown, none at all, or too late, a `TypeError` when a
 * payload can't be sent, and an `InvalidAnswerError` when it is not what its interrupt's `responseSchema` asks for.
 */
export function resumeEntries(
  open: readonly Interrupt[],
  answers: Record<string, InterruptAnswer>,
): ResumeEntry[] {
  if (open.length === 0) throw new Error("<ag-ui-agent>: no interrupt waits for an answer.");
  if (!isObject(answers)) throw new TypeError(`${needed}, but these are ${describe(answers)}.`);
  const reported = withDistinctIds(open);
  const read = new Map(keysOf(answers).map((id) => [id, readAnswer(id, answers)]));
  checkIds(reported, read);
  const entries = reported.map((interrupt) => entryOf(interrupt, read));
  const expired = reported.filter(
    (interrupt, index) => isInterruptExpired(interrupt) && entries[index]?.status !== "cancelled",
  );
  if (expired.length > 0) {
    const names = expired.map((interrupt) => `${interrupt.id} (${interrupt.expiresAt})`).join(", ");
    throw new Error(`<ag-ui-agent>: expired, and can only be cancelled: ${names}.`);
  }
  checkPayloads(reported, entries);
  return entries.map((entry, index) => ({ ...entry, interruptId: (open[index] as Interrupt).id }));
}

/** The time for checking all payloads. Each schema has a bound of its own, but a backend may send any number. */
const longestMs = 1_000;

/** The backend has to judge payloads that there is no time to check. */
function checkPayloads(reported: readonly Interrupt[], entries: readonly ResumeEntry[]): void {
  const end = performance.now() + longestMs;
  for (const [index, { status, payload }] of entries.entries()) {
    if (performance.now() > end) return;
    if (status === "resolved") checkPayload(reported[index] as Interrupt, payload);
  }
}

const needed =
  '<ag-ui-agent>: resume() takes { [interruptId]: { status: "resolved" or "cancelled", payload? } }';

function keysOf(answers: object): string[] {
  try {
    return Object.keys(answers);
  } catch (cause) {
    throw new TypeError(`${needed}, but these can't be read: ${messageOf(cause)}`, { cause });
  }
}

function readAnswer(id: string, answers: object): InterruptAnswer {
  const name = `the answer to ${JSON.stringify(id)}`;
  let given: { status?: unknown; payload?: unknown };
  try {
    const answer: unknown = Reflect.get(answers, id);
    given = isObject(answer) ? fieldsOf(answer) : { status: answer };
  } catch (cause) {
    throw new TypeError(`<ag-ui-agent>: ${name} can't be read: ${messageOf(cause)}`, { cause });
  }
  const { status, payload } = given;
  if (status === "resolved") return { status, payload };
  if (status === "cancelled") return { status };
  throw new TypeError(`${needed}, but the status of ${JSON.stringify(id)} is ${describe(status)}.`);
}

function fieldsOf(answer: object): { status?: unknown; payload?: unknown } {
  const { status, payload } = answer as { status?: unknown; payload?: unknown };
  return { status, payload };
}

function checkIds(
  reported: readonly Interrupt[],
  read: ReadonlyMap<string, InterruptAnswer>,
): void {
  const ids = new Set(reported.map(({ id }) => id));
  const missing = [...ids].filter((id) => !read.has(id));
  if (missing.length > 0) {
    throw new Error(`<ag-ui-agent>: every interrupt needs an answer; missing: ${quoted(missing)}.`);
  }
  const unknown = [...read.keys()].filter((id) => !ids.has(id));
  if (unknown.length > 0) {
    throw new Error(`<ag-ui-agent>: no such interrupt waits: ${quoted(unknown)}.`);
  }
}

function entryOf(
  { id, responseSchema }: Interrupt,
  read: ReadonlyMap<string, InterruptAnswer>,
): ResumeEntry {
  const { status, payload } = read.get(id) as InterruptAnswer;
  if (payload === undefined) return { interruptId: id, status };
  try {
    const name = `<ag-ui-agent>: the payload for ${JSON.stringify(id)}`;
    return { interruptId: id, status, payload: plainCopy(payload, name) };
  } catch (fault) {
    // The interrupt says what it asks for, and this is something else.
    if (isObject(responseSchema)) throw new InvalidAnswerError({ message: messageOf(fault) });
    throw fault;
  }
}

function quoted(ids: readonly string[]): string {
  return ids.map((id) => JSON.stringify(id)).join(", ");
}
