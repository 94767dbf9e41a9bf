import type { AbstractAgent } from "@ag-ui/client";
import type { JsonPatch, State } from "@ag-ui/core";
import type { AgUiAgentEventMap, Emit } from "../events/event-map.js";
import { watchedRun } from "../stream/watched-run.js";
import { differences } from "../values/differences.js";
import { Draft } from "../values/draft.js";
import { patched } from "../values/json-patch.js";
import { lazy } from "../values/lazy.js";
import { ShownValues } from "../values/shown-values.js";
import { membersChangedBy, PredictedState } from "./predicted-state.js";
import { PREDICT_STATE } from "./predictions.js";
import { doesNotApply, operationsOf, readState } from "./read-state.js";

type Detail<Type extends keyof AgUiAgentEventMap> = AgUiAgentEventMap[Type]["detail"];

/** The state of a thread: what the backend says, what the page writes, and what is predicted meanwhile. */
export class SharedState {
  readonly #agent: AbstractAgent;
  readonly #emit: Emit;
  readonly #shown = new ShownValues();
  readonly #predicted = new PredictedState();
  /** The predicted state has changed, and nobody was told. */
  #isStale = false;

  constructor(agent: AbstractAgent, emit: Emit) {
    this.#agent = agent;
    this.#emit = emit;
  }

  /** The state as the page sees it, with what is predicted. */
  get value(): State {
    return this.#predicted.over(this.#agent.state);
  }

  /** Another state, written by the page. */
  set value(given: State) {
    const { state } = this.#agent;
    this.#write(differences(state, this.#predicted.without(readState(given), state)));
  }

  /** A change by the page. @throws {TypeError} when it can't be made; nothing is changed then. */
  patch(change: unknown): void {
    this.#write(operationsOf(change, this.#agent.state));
  }

  /** Takes note of an event that was dispatched. */
  note<Type extends keyof AgUiAgentEventMap>(type: Type, detail: Detail<Type>): void {
    switch (type) {
      case "ag-ui-custom": {
        const { name, value } = detail as Detail<"ag-ui-custom">;
        if (name === PREDICT_STATE) this.#predicted.announce(value);
        break;
      }
      case "ag-ui-tool-call-start":
        // What is announced outside of a run is written already.
        if (watchedRun(this.#agent))
          this.#predicted.begin(detail as Detail<"ag-ui-tool-call-start">);
        break;
      case "ag-ui-tool-call-args":
        this.#written((detail as Detail<"ag-ui-tool-call-args">).toolCallId);
        break;
      case "ag-ui-state-snapshot":
        this.#predicted.confirm();
        break;
      case "ag-ui-state-delta":
        this.#predicted.confirm(membersChangedBy((detail as Detail<"ag-ui-state-delta">).delta));
        break;
      case "ag-ui-messages-changed":
        // What comes together is reported together: the pieces of arguments are in the messages, too.
        if (this.#isStale) this.report();
        break;
      default:
    }
  }

  /** Reports the state as it is now. */
  report(): void {
    this.#isStale = false;
    const { state } = this.#agent;
    const predicted = this.#predicted;
    if (!predicted.isAny) {
      this.#emit(
        "ag-ui-state-changed",
        lazy("state", () => this.#shown.of(state)),
      );
      return;
    }
    const detail = lazy("state", () => Object.freeze(predicted.over(this.#shown.of(state))));
    this.#emit("ag-ui-state-changed", Object.assign(detail, { isPredicted: true as const }));
  }

  /** The message is answered, or given up: what was predicted and never confirmed is gone. */
  endTurn(): void {
    this.#isStale = false;
    if (this.#predicted.clear()) this.report();
  }

  #written(toolCallId: string): void {
    if (!this.#predicted.write(toolCallId)) return;
    // The client's own way puts the arguments into the messages later.
    if (watchedRun(this.#agent)?.isApplied) this.#isStale = true;
    else this.report();
  }

  #write(patch: JsonPatch): void {
    if (patch.length === 0) return;
    const agent = this.#agent;
    const run = watchedRun(agent);
    const before: State = agent.state;
    let next: State;
    try {
      next = run?.writeState
        ? run.writeState(patch, before)
        : patched(before ?? {}, patch, new Draft());
    } catch (cause) {
      throw doesNotApply(cause);
    }
    if (!run?.writeState || !run.isApplied) agent.setState(next);
    this.report();
  }
}
