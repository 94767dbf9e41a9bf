import type { Model, ModelEvent } from "ag-ui-lit/server";
import { Pace } from "./pace.js";

/** The pause after each piece of text, in milliseconds. */
const PAUSE = 150;

/** A model whose text takes long enough for a visitor to reload the page in the middle of it. */
export function unhurried(model: Model, pace: number): Model {
  return async (request) => {
    const answer = await model(request);
    if (!(Symbol.asyncIterator in answer)) return answer;
    return slowly(answer, new Pace(pace, request.signal));
  };
}

async function* slowly(events: AsyncIterable<ModelEvent>, tempo: Pace): AsyncGenerator<ModelEvent> {
  for await (const event of events) {
    yield event;
    if (event.type === "text") await tempo.pause(PAUSE);
  }
}
