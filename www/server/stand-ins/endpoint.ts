import type { Handler } from "../http/handler.js";
import { jsonResponse } from "../http/respond.js";
import { wait } from "../pace.js";

/** What a stand-in answers. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** The time that a service of the network takes by default, in milliseconds. */
const LATENCY = 180;

/** A stand-in behind HTTP: it answers in the form of the service that it stands for, errors included. */
export function standIn(
  pace: number,
  answer: (request: Request, url: URL) => Answer | Promise<Answer>,
  latency = LATENCY,
): Handler {
  return async (request) => {
    try {
      await wait(latency * pace);
      const { status, body } = await answer(request, new URL(request.url));
      return jsonResponse(status, body);
    } catch (error) {
      console.error("[stand-in]", error);
      return jsonResponse(500, { error: "The stand-in failed." });
    }
  };
}
