import type { Message, RunAgentInput } from "@ag-ui/core";
import { randomCases } from "../../support/random.js";
import { expect, test } from "../test.js";
import { answered, asked, call, Page, result, run, snapshot, text } from "./page.js";

/** Numbers that look random and are the same in every run of the tests (mulberry32). */
class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  below(end: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  }

  isTrue(oneIn: number): boolean {
    return this.below(oneIn) === 0;
  }

  of<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }
}

const texts = ["{}", '{"n":1}', '{ "n": 1 }', '{"n":2}', '{"n":', ""];

/** A backend that says anything that the protocol's grammar allows, true or not. */
class Liar {
  readonly #dice: Dice;
  #count = 0;

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  /** What it says to a request. */
  stream(input: RunAgentInput): object[] {
    const dice = this.#dice;
    const events: object[] = [];
    for (let runs = 1 + dice.below(2); runs > 0; runs -= 1) {
      const thread = [...input.messages];
      const said = Array.from({ length: dice.below(6) }, () => this.#anything(thread)).flat();
      const [started, ...rest] = run(...said);
      const echo = dice.isTrue(6) && { input: { ...input, messages: this.#list(thread) } };
      events.push({ ...started, ...echo }, ...rest);
      if (dice.isTrue(3)) Object.assign(events.at(-1) as object, this.#outcome());
    }
    if (dice.isTrue(10)) events.push({ type: "RUN_ERROR", message: "boom" });
    return events;
  }

  #outcome(): object {
    const ids = ["c1", "c2", "c3"].filter(() => this.#dice.isTrue(2));
    return { outcome: { type: "success", pendingToolCallIds: ids } };
  }

  #anything(thread: Message[]): object[] {
    const dice = this.#dice;
    switch (dice.below(5)) {
      case 0: {
        const [id, args] = [this.#callId(), dice.of(texts)];
        const parent = dice.of([undefined, "m1", "m2", this.#messageId(thread)]);
        thread.push(asked(parent ?? id, [id, args]));
        return call(id, args, parent);
      }
      case 1:
        return [result(this.#callId(), this.#fresh("theirs"), this.#messageId(thread))];
      case 2:
        return [snapshot(...this.#list(thread))];
      default: {
        const role = dice.of(["assistant", "assistant", "user", "system"]);
        return text(this.#messageId(thread), this.#fresh("said"), role);
      }
    }
  }

  /** The thread as it is, but for one lie or two. */
  #list(thread: readonly Message[]): Message[] {
    let list = [...thread];
    for (let lies = this.#dice.below(3); lies > 0; lies -= 1) list = this.#lie(list);
    return list;
  }

  #lie(list: Message[]): Message[] {
    const dice = this.#dice;
    const at = dice.below(list.length + 1);
    const message = list[at];
    const insert = (one: Message): Message[] => list.toSpliced(at, 0, one);
    switch (dice.below(8)) {
      case 0:
        return list.toSpliced(at, 1);
      case 1:
        return insert({ id: this.#fresh("u"), role: "user", content: this.#fresh("invented") });
      case 2:
        return insert(asked(this.#fresh("m"), [this.#callId(), dice.of(texts)]));
      case 3:
        return insert(answered(this.#callId(), this.#fresh("theirs")));
      case 4:
        return list.map((one) => ({ ...one, id: `${one.id}x` }));
      case 5:
        return list.toReversed();
      case 6:
        return message ? list.with(at, inOtherName(message)) : list;
      default:
        return message ? list.with(at, this.#changed(message)) : list;
    }
  }

  #changed(message: Message): Message {
    if (message.role === "assistant" && message.toolCalls) {
      return asked(
        message.id,
        ...message.toolCalls.map(({ id }) => [id, this.#dice.of(texts)] as [string, string]),
      );
    }
    return { ...message, content: this.#fresh("changed") } as Message;
  }

  #callId(): string {
    return this.#dice.of(["c1", "c1", "c2", "c3"]);
  }

  #messageId(thread: readonly Message[]): string {
    const known = this.#dice.isTrue(3) ? this.#dice.of(thread)?.id : undefined;
    return known ?? this.#fresh("t");
  }

  #fresh(what: string): string {
    this.#count += 1;
    return `${what} ${this.#count}`;
  }
}

function inOtherName({ id, content }: Message): Message {
  return { id, role: "assistant", content: typeof content === "string" ? content : "" };
}

/** What is wrong with a thread: each call has one answer, right behind its message and in call order. */
function faultsInOrder(messages: readonly Message[]): string[] {
  const ids = (list: readonly Message[]) =>
    list.map((message) => (message.role === "tool" ? message.toolCallId : message.role));
  const right = messages.flatMap((message) => {
    if (message.role === "tool") return [];
    const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
    return [message.role, ...calls.map(({ id }) => id)];
  });
  const is = ids(messages);
  return is.join() === right.join() ? [] : [`answers: ${is.join()} but not ${right.join()}`];
}

/** What the page knew and did not hear the end of. */
function faultsOfSilence(page: Page, said: ReadonlySet<string>): string[] {
  const changes = page.details("history-changed").flatMap(({ changes }) => changes);
  const isReported = (kind: string, id: string): boolean =>
    changes.some((one) => one.kind === kind && (one.messageId === id || one.toolCallId === id));
  const streamed = new Set(page.details("text-end").map(({ content }) => content));
  const users = page.messages.filter(({ role }) => role === "user");
  const words = users.map(({ content }) => content);
  const faults: string[] = [];
  for (const content of said) {
    const isGone = changes.some(
      ({ kind, before }) => kind === "message-removed" && before.content === content,
    );
    if (!words.includes(content) && !isGone) faults.push(`the user's "${content}" is gone`);
  }
  for (const { content } of users) {
    const isTheirs = said.has(String(content));
    const isAdded = changes.some(
      (one) => one.kind === "message-added" && one.after.content === content,
    );
    if (!isTheirs && !streamed.has(content) && !isAdded) faults.push(`"${content}" was added`);
  }
  for (const { id, result } of page.ran) {
    const times = page.messages.filter(
      (message) => message.role === "tool" && message.content === result,
    ).length;
    if (times > 1) faults.push(`${result} stands ${times} times`);
    if (times === 0 && !isReported("call-removed", id)) faults.push(`${result} is gone`);
  }
  return faults;
}

/** No call runs that was not announced with what it runs with; what was announced ends. */
function faultsOfCalls(page: Page): string[] {
  const faults: string[] = [];
  for (const { id, args, after } of page.ran) {
    const isIt = ({ type, detail }: Page["seen"][number]): boolean =>
      type === "tool-call-args" &&
      detail.toolCallId === id &&
      JSON.stringify(read(detail.buffer)) === JSON.stringify(args);
    const before = page.seen.slice(0, after);
    const isEmpty = JSON.stringify(args) === "{}";
    const isBegun = before.some(
      ({ type, detail }) => type === "tool-call-start" && detail.toolCallId === id,
    );
    if (!isBegun || !(isEmpty || before.some(isIt))) faults.push(`${id} ran unannounced`);
  }
  const open = new Set<unknown>();
  for (const { type, detail } of page.seen) {
    if (type === "tool-call-start") open.add(detail.toolCallId);
    if (type === "tool-call-end" || type === "tool-call-error") open.delete(detail.toolCallId);
  }
  for (const id of open) faults.push(`${id} never ended`);
  return faults;
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

test("rules 3 and 4: whatever a backend says, nothing runs twice or unannounced, all is answered, and nothing is rewritten in silence", async () => {
  const faults: unknown[] = [];
  for (let seed = 1; seed <= randomCases(50); seed += 1) {
    const liar = new Liar(new Dice(seed));
    const streams: object[][] = [];
    const page = new Page(
      (input) => {
        // In the end it says nothing any more.
        const stream = said.has("Third.") ? run() : liar.stream(input);
        streams.push(stream);
        return stream;
      },
      { maxRounds: 2 },
    );
    const said = new Set<string>();
    for (const words of ["First.", "Second.", "Third."]) {
      said.add(words);
      const outcome = await page.send(words);
      const found = [
        ...(/^finished|^failed.(backend|max_rounds)/.test(outcome) ? [] : [outcome]),
        ...(words === "Third." ? faultsInOrder(page.messages) : []),
        ...faultsOfSilence(page, said),
        ...faultsOfCalls(page),
      ];
      if (found.length > 0) {
        faults.push({ seed, words, found, streams, messages: page.messages });
        break;
      }
    }
  }
  expect(faults.length, JSON.stringify(faults[0], null, 1)).toBe(0);
});
