import type { IncomingMessage, ServerResponse } from "node:http";
import { HttpError } from "./http/http-error.js";
import { readJson } from "./http/read-json.js";
import { respondError, respondJson } from "./http/respond.js";
import { type Brain, BrainError } from "./run/brain.js";
import { EventStream } from "./run/event-stream.js";
import { Run } from "./run/run.js";
import { readRunInput } from "./run/run-input.js";

/** The agent over HTTP: `POST /` runs it and streams AG-UI events, `GET /info` tells which brain answers. It never throws. */
export function agentEndpoint(
  brain: Brain,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    handle(brain, request, response).catch((error: unknown) => {
      if (!(error instanceof HttpError)) console.error("[agent]", error);
      respondError(response, error);
    });
  };
}

async function handle(
  brain: Brain,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = new URL(request.url ?? "/", "http://agent").pathname;
  if (path === "/info") {
    expectMethod(request, "GET");
    respondJson(response, 200, brain.info);
    return;
  }
  if (path !== "/")
    throw new HttpError(404, "not_found", "There is nothing here; the agent answers POST /agent.");
  expectMethod(request, "POST");
  const input = readRunInput(await readJson(request));

  const stream = new EventStream(response);
  const run = new Run(input, stream);
  try {
    await run.start();
    await brain.think(input, run);
    await run.finish();
  } catch (error) {
    if (stream.signal.aborted) return;
    if (!(error instanceof BrainError)) console.error("[agent]", error);
    const told =
      error instanceof BrainError
        ? error
        : new BrainError("The agent ran into an unexpected error.", "internal");
    await run.fail(told.message, told.code).catch(() => {});
  } finally {
    stream.end();
  }
}

function expectMethod(request: IncomingMessage, method: string): void {
  if (request.method === method) return;
  throw new HttpError(405, "method_not_allowed", `Use ${method} here, not ${request.method}.`, {
    headers: { allow: method },
  });
}
