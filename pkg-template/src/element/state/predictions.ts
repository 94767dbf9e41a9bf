import { isObject, readText } from "../../codec/safe-read.js";

/** Which argument of which tool shows, while it is written, what a member of the state is about to become. */
export interface Prediction {
  readonly stateKey: string;
  readonly tool: string;
  /** All arguments together where it is absent. */
  readonly argument?: string;
}

/** The custom event by which a backend announces predictions, as the adapters of the protocol send it. */
export const PREDICT_STATE = "PredictState";

/** How many predictions count at once. */
const most = 100;

/**
 * The predictions of a `PredictState` event's value: `{ state_key, tool, tool_argument }[]`. What has another form is left
 * out. It comes from outside, and may be anything.
 *
 * @see https://docs.ag-ui.com/concepts/state
 */
export function readPredictions(value: unknown): Prediction[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, most).flatMap((each): Prediction[] => {
    if (!isObject(each)) return [];
    const [stateKey, tool] = [readText(each, "state_key"), readText(each, "tool")];
    const argument = readText(each, "tool_argument");
    if (!stateKey || !tool) return [];
    return [{ stateKey, tool, ...(argument && { argument }) }];
  });
}

/** The predictions after an event has brought others. An event speaks for the tools that it names: some adapters send one for each. */
export function withPredictions(
  known: readonly Prediction[],
  more: readonly Prediction[],
): Prediction[] {
  const tools = new Set(more.map(({ tool }) => tool));
  return [...more, ...known.filter(({ tool }) => !tools.has(tool))].slice(0, most);
}
