import type { Handler } from "./http/handler.js";
import { HttpError } from "./http/http-error.js";
import { errorResponse, jsonResponse } from "./http/respond.js";

/** The model that answers, as the page shows it next to its title. */
export interface AgentInfo {
  readonly brain: "scripted" | "openai";
  readonly model?: string;
}

/** `GET /`: which model answers. */
export function infoEndpoint(info: AgentInfo): Handler {
  return async ({ method }) => {
    if (method === "GET" || method === "HEAD") return jsonResponse(200, info);
    const message = `Use GET here, not ${method}.`;
    const headers = { allow: "GET" };
    return errorResponse(new HttpError(405, "method_not_allowed", message, { headers }));
  };
}
