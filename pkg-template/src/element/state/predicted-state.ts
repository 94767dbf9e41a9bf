import type { JsonPatch, State } from "@ag-ui/core";
import { isObject } from "../../codec/safe-read.js";
import { deepFreeze } from "../../tools/deep-freeze.js";
import type { AgUiAgentEventMap } from "../events/event-map.js";
import { clone } from "../values/clone.js";
import { isSameValue } from "../values/differences.js";
import { type Prediction, readPredictions, withPredictions } from "./predictions.js";

type StartedCall = AgUiAgentEventMap["ag-ui-tool-call-start"]["detail"];

/** The part of a call's arguments that is shown in place of a member of the state. */
interface Source {
  readonly call: StartedCall;
  readonly argument: string | undefined;
}

/**
 * What the state is about to become, as far as the arguments of a call show it. It is laid over the state for those who look, and is
 * never part of it: it is not sent to the backend.
 */
export class PredictedState {
  #predictions: readonly Prediction[] = [];
  readonly #calls = new Map<string, StartedCall>();
  /** By the members of the state that are predicted now. */
  readonly #sources = new Map<string, Source>();
  #copies: ReadonlyMap<string, unknown> | undefined;

  /** Whether any of the state is predicted now. */
  get isAny(): boolean {
    return this.#sources.size > 0;
  }

  /** The backend announced what it predicts. */
  announce(value: unknown): void {
    this.#predictions = withPredictions(this.#predictions, readPredictions(value));
  }

  /** The model begins to write a call. */
  begin(call: StartedCall): void {
    if (this.#predictions.some(({ tool }) => tool === call.toolCallName)) {
      this.#calls.set(call.toolCallId, call);
    }
  }

  /** A piece of a call's arguments came. Returns true if it changes what is predicted. */
  write(toolCallId: string): boolean {
    const call = this.#calls.get(toolCallId);
    if (!call) return false;
    let isAny = false;
    for (const { tool, stateKey, argument } of this.#predictions) {
      if (tool !== call.toolCallName) continue;
      if (argument !== undefined && !Object.hasOwn(call.arguments.value, argument)) continue;
      this.#sources.set(stateKey, { call, argument });
      isAny = true;
    }
    if (isAny) this.#copies = undefined;
    return isAny;
  }

  /** The backend said what these members are; all of them when it is not said which. Returns true if one was predicted. */
  confirm(members?: readonly string[]): boolean {
    const confirmed = (members ?? [...this.#sources.keys()]).filter((key) =>
      this.#sources.delete(key),
    );
    this.#copies = undefined;
    return confirmed.length > 0;
  }

  /** Nothing is predicted any more. Returns true if something was. */
  clear(): boolean {
    this.#predictions = [];
    this.#calls.clear();
    return this.confirm();
  }

  /** The state with what is predicted. One that has no members shows no prediction. */
  over(state: State): State {
    if (!this.isAny || !hasMembers(state)) return state;
    // By definition, not assignment: a member may be called `__proto__`.
    return Object.fromEntries([...Object.entries(state ?? {}), ...this.#predicted()]);
  }

  /** A state that the page made of what it was shown, without the members that it left as they were predicted. */
  without(given: State, state: State): State {
    if (!this.isAny || !isObject(given) || !hasMembers(given) || !hasMembers(state)) return given;
    const predicted = this.#predicted();
    const confirmed: Readonly<Record<string, unknown>> = state ?? {};
    const members = Object.entries(given).flatMap(([key, value]): [string, unknown][] => {
      if (!predicted.has(key) || !isSameValue(value, predicted.get(key))) return [[key, value]];
      return Object.hasOwn(confirmed, key) ? [[key, confirmed[key]]] : [];
    });
    return Object.fromEntries(members);
  }

  /** Frozen copies: what is written grows in place. */
  #predicted(): ReadonlyMap<string, unknown> {
    this.#copies ??= new Map(
      Array.from(this.#sources, ([key, { call, argument }]): [string, unknown] => {
        const { value } = call.arguments;
        return [key, deepFreeze(copied(argument === undefined ? value : value[argument]))];
      }),
    );
    return this.#copies;
  }
}

/** The members of the state that a patch changes; `undefined` for all of them. */
export function membersChangedBy(delta: JsonPatch): readonly string[] | undefined {
  const members = delta.flatMap(({ op, path }) => {
    if (op === "test") return [];
    const [, first] = path.split("/", 2);
    return [first?.replaceAll("~1", "/").replaceAll("~0", "~")];
  });
  const known = members.filter((member) => member !== undefined);
  return known.length === members.length ? known : undefined;
}

/** A text is what it is; to copy it costs its length. */
function copied(value: unknown): unknown {
  return isObject(value) ? clone(value) : value;
}

function hasMembers(state: State): boolean {
  return state === undefined || state === null || (isObject(state) && !Array.isArray(state));
}
