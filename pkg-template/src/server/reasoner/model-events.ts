import { isArray, isObject, read } from "../../codec/safe-read.js";
import { ModelFailure } from "../../errors/model-failure.js";
import type { Model, ModelRequest } from "../model.js";
import type { ModelDeadline } from "./model-deadline.js";

/**
 * What a model's function gives, event by event, unchecked.
 *
 * @throws whatever the function throws; the signal's reason once that is aborted, also while the function waits.
 * @throws {ModelFailure} when it gives neither events nor an answer, or takes longer than it may.
 */
export async function* modelEvents(
  model: Model,
  asked: Omit<ModelRequest, "signal">,
  deadline: ModelDeadline,
): AsyncGenerator<unknown> {
  const { signal } = deadline;
  const given: unknown = await deadline.wait(() => model({ ...asked, signal }));
  if (!isObject(given) || isArray(given)) throw noAnswer();
  if (typeof read(given, Symbol.asyncIterator) !== "function") return yield* answerEvents(given);
  const iterator = (given as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  let isOver = false;
  try {
    for (;;) {
      const step: unknown = await deadline.wait(() => iterator.next());
      if (!isObject(step)) throw noAnswer();
      isOver = read(step, "done") === true;
      if (isOver) return;
      yield (step as IteratorResult<unknown>).value;
    }
  } catch (thrown) {
    isOver = !signal.aborted;
    throw thrown;
  } finally {
    // Nobody waits for it: it may be in the middle of something that never ends.
    if (!isOver) (async () => iterator.return?.())().catch(() => {});
  }
}

function* answerEvents(answer: object): Generator<unknown> {
  const [text, calls] = [read(answer, "text"), read(answer, "toolCalls")];
  if (text !== undefined && typeof text !== "string") throw noAnswer();
  if (calls !== undefined && !isArray(calls)) throw noAnswer();
  if (text === undefined && calls === undefined && Object.keys(answer).length > 0) throw noAnswer();
  if (text) yield { type: "text", delta: text };
  for (const call of calls ?? []) {
    const { id, name, arguments: args } = (isObject(call) ? call : {}) as Record<string, unknown>;
    yield { type: "tool_call", id, name, arguments: args };
  }
}

function noAnswer(): ModelFailure {
  return new ModelFailure(
    "ag-ui-lit: AgentReasoner({ model }) must give an async iterable of events, or { text, toolCalls }.",
  );
}
