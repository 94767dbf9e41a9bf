import { fingerprint } from "../codec/fingerprint.js";
import { isObject, read, readNumber, readText } from "../codec/safe-read.js";
import { isStorable } from "../codec/storable.js";
import type { ResultStore, StoredResult } from "../tools/result-store.js";
import type { JsonSchema, RegisteredTool } from "../tools/types.js";
import { type HandlerResult, textOf } from "./handler-result.js";
import { after } from "./timer.js";

/** Milliseconds that a call waits for its store. */
const PATIENCE = 1000;

/** The number of overdue answers of a store. While there are any, no other call reads from it or writes to it. */
const owed = new WeakMap<ResultStore, number>();

/** Stores and schemas whose failure was reported already. */
const told = new WeakSet<object>();

/** Options of the stored results of a tool. */
export interface StoredCache {
  readonly ttl: number;
  readonly maxEntries: number;
  readonly store: ResultStore;
}

/**
 * The place of one call's result in a store of the page. Store contents are not trusted: stale, malformed or foreign
 * entries (of another version of the page or of the package) are ignored. A store may throw, have no room, or never
 * answer: then the result counts as missing.
 */
export class StoredPlace {
  readonly #cache: StoredCache;
  readonly #tool: RegisteredTool;
  readonly #key: string;
  readonly #maxLength: number;
  readonly #startedAt = Date.now();

  constructor(cache: StoredCache, tool: RegisteredTool, key: string, maxLength: number) {
    this.#cache = cache;
    this.#tool = tool;
    this.#key = key;
    this.#maxLength = maxLength;
  }

  /** The result that answers the call. */
  async find(): Promise<HandlerResult | undefined> {
    const { store } = this.#cache;
    if (owes(store)) return undefined;
    const found = await this.#answer(() => store.get(this.#name));
    if (found === undefined || found === null) return undefined;
    const result = this.#resultOf(found);
    if (!result) void this.#attempt(() => store.delete(this.#name));
    return result;
  }

  /** Stores the call's result, unless the store still owes an answer: it would hold all pending results. */
  keep({ text, output, metadata }: HandlerResult): void {
    const { store, ttl, maxEntries } = this.#cache;
    if (owes(store)) return;
    const { name, id, parameters } = this.#tool;
    if (!isStorable(output) || !isStorable(metadata)) {
      const why = "not plain data, so that another call could not have the same";
      tell(parameters, `a result of the tool "${name}" is not stored: it is ${why}.`);
      return;
    }
    const storedAt = Date.now();
    const result: StoredResult = {
      version: 1,
      tool: name,
      ...(id !== undefined && { toolId: id }),
      schema: schemaOf(parameters),
      key: this.#key,
      text,
      output,
      metadata,
      startedAt: this.#startedAt,
      storedAt,
      expiresAt: storedAt + ttl,
    };
    void this.#answer(() => store.set(this.#name, result, { maxEntries }));
  }

  /** Two tools may make the same key. A name holds no blank. */
  get #name(): string {
    return `${this.#tool.name} ${schemaOf(this.#tool.parameters)} ${this.#key}`;
  }

  /** A stored result, if it is valid and fresh. */
  #resultOf(found: unknown): HandlerResult | undefined {
    if (!isObject(found)) return undefined;
    const text = readText(found, "text");
    const isOurs =
      read(found, "version") === 1 &&
      read(found, "tool") === this.#tool.name &&
      read(found, "schema") === schemaOf(this.#tool.parameters) &&
      read(found, "key") === this.#key;
    if (text === undefined || !isOurs || !this.#isFresh(found)) return undefined;
    const output = read(found, "output");
    const metadata = read(found, "metadata");
    return { text: textOf(text, this.#maxLength), output, metadata };
  }

  /** Returns true unless the result is older than the current lifetime, or was stored by a clock that was ahead. */
  #isFresh(found: object): boolean {
    const storedAt = readNumber(found, "storedAt");
    const expiresAt = read(found, "expiresAt");
    if (storedAt === undefined || typeof expiresAt !== "number") return false;
    const now = Date.now();
    return storedAt <= now + 1000 && now < expiresAt && now < storedAt + this.#cache.ttl;
  }

  /** The store's answer, if it comes in time. */
  #answer(ask: () => unknown): Promise<unknown> {
    const { store } = this.#cache;
    return new Promise((resolve) => {
      let isLate = false;
      const callOff = after(PATIENCE, () => {
        isLate = true;
        owed.set(store, (owed.get(store) ?? 0) + 1);
        tell(store, `the store of the tool "${this.#tool.name}" does not answer; its calls go on.`);
        resolve(undefined);
      });
      void this.#attempt(ask).then((answer) => {
        callOff();
        if (isLate) owed.set(store, (owed.get(store) ?? 0) - 1);
        resolve(answer);
      });
    });
  }

  async #attempt(ask: () => unknown): Promise<unknown> {
    try {
      return await ask();
    } catch (thrown) {
      const what = `the store of the tool "${this.#tool.name}" failed; its calls go on without it.`;
      tell(this.#cache.store, what, thrown);
      return undefined;
    }
  }
}

function owes(store: ResultStore): boolean {
  return (owed.get(store) ?? 0) > 0;
}

const schemas = new WeakMap<JsonSchema, string>();

/** The schema that the model is shown, as a short text. */
function schemaOf(parameters: JsonSchema): string {
  const known = schemas.get(parameters) ?? fingerprint(JSON.stringify(parameters));
  schemas.set(parameters, known);
  return known;
}

/** Reports a failure once for each subject. */
function tell(about: object, what: string, ...details: unknown[]): void {
  if (told.has(about)) return;
  told.add(about);
  console.warn(`ag-ui-lit: ${what}`, ...details);
}
