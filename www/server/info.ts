import type { IncomingMessage, ServerResponse } from "node:http";
import { HttpError } from "./http/http-error.js";
import { respondError, respondJson } from "./http/respond.js";

/** Who answers, as the page shows it beside its title. */
export interface AgentInfo {
  readonly brain: "scripted" | "openai";
  readonly model?: string;
}

/** `GET /`: which model answers. It never throws. */
export function infoEndpoint(
  info: AgentInfo,
): (request: IncomingMessage, response: ServerResponse) => void {
  return ({ method }, response) => {
    if (method === "GET" || method === "HEAD") respondJson(response, 200, info);
    else {
      const message = `Use GET here, not ${method}.`;
      const headers = { allow: "GET" };
      respondError(response, new HttpError(405, "method_not_allowed", message, { headers }));
    }
  };
}
