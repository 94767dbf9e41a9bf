import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { respondJson } from "../http/respond.js";

/** A request to a stand-in. */
export interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage["headers"];
  readonly request: IncomingMessage;
}

/** What a stand-in answers. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** How long a service of the network takes, in milliseconds. */
const LATENCY = 180;

/** A stand-in behind HTTP: it answers in the form of the service that it stands for, errors included. It never throws. */
export function standIn(
  pace: number,
  answer: (asked: Asked) => Answer | Promise<Answer>,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const { method = "GET", headers } = request;
    const url = new URL(request.url ?? "/", "http://stand-in");
    wait(LATENCY * pace)
      .then(() => answer({ method, url, headers, request }))
      .then(({ status, body }) => respondJson(response, status, body))
      .catch((error: unknown) => {
        console.error("[stand-in]", error);
        if (response.headersSent) response.destroy();
        else respondJson(response, 500, { error: "The stand-in failed." });
      });
  };
}
