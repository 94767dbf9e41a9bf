import type { ToolCall } from "@ag-ui/core";
import { isObject, read } from "../../codec/safe-read.js";
import { argumentKeys, isObjectText, sameArguments } from "./same-arguments.js";

/** The facts about a call when it is entered. */
export type NewCall = Pick<KnownCall, "id" | "alias" | "name" | "args" | "messageId" | "turn">;

/** A call of the thread, as it was written first. */
export class KnownCall {
  /** The id the backend gave it. */
  readonly id: string;
  /** Its id for the client: no other call of the thread has it. */
  readonly alias: string;
  readonly name: string;
  /** The message it stands in. A snapshot may give that another id. */
  messageId: string;
  /** The turn it is of: each message of the user begins one. */
  readonly turn: number;
  /** The run that wrote it, event by event; none for a call that came in a list. */
  writer: object | undefined;
  isAnswered = false;
  /** The run ended before the backend said that its arguments had. */
  isUnended = false;
  /** Its arguments went on beyond the page's limit: what came after is not kept. */
  isCut = false;
  /** The server's mark for this package: see `markOf`. */
  mark: unknown;
  /** The page took it out of the thread. */
  isForgotten = false;
  #args: string;
  #keys: readonly string[] | undefined;

  constructor({ id, alias, name, args, messageId, turn }: NewCall) {
    this.id = id;
    this.alias = alias;
    this.name = name;
    this.messageId = messageId;
    this.turn = turn;
    this.#args = args;
  }

  /** All of its argument text that came. */
  get args(): string {
    return this.#args;
  }

  set args(text: string) {
    if (text === this.#args) return;
    this.#args = text;
    this.#keys = undefined;
  }

  /** Returns true if its arguments are a whole object: then nothing that comes later changes them. */
  get isWhole(): boolean {
    return isObjectText(this.#args);
  }

  /** Its keys in an index of calls. */
  get keys(): readonly string[] {
    this.#keys ??= argumentKeys(this.#args).under.map((key) => keyOf(this.name, key));
    return this.#keys;
  }

  /** Returns true if another call asks for the same. */
  says(name: string, args: string): boolean {
    return name === this.name && sameArguments(args, this.#args);
  }
}

/** The mark for this package in the metadata of a call, or of the event that begins it: the server has prepared it. */
export function markOf({ metadata }: { readonly metadata?: unknown }): unknown {
  return isObject(metadata) ? read(metadata, MARK) : undefined;
}

/** A call with its mark, where a list of the backend has it without: others keep no metadata. */
export function withMark(call: ToolCall, mark: unknown): ToolCall {
  if (mark === undefined || markOf(call) !== undefined) return call;
  return { ...call, metadata: { ...call.metadata, [MARK]: mark } };
}

const MARK = "ag-ui-lit";

/** The keys of a call with the same content in an index, the likeliest first. */
export function keysToLookUp({ name, arguments: args }: ToolCall["function"]): string[] {
  return argumentKeys(args).lookUp.map((key) => keyOf(name, key));
}

function keyOf(name: string, args: string): string {
  return `${name} ${args}`;
}
