import type { ServerResponse } from "node:http";
import { HttpError } from "./http-error.js";

/** Answers with JSON. */
export function respondJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const text = `${JSON.stringify(body)}\n`;
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(text)),
    "cache-control": "no-store",
    ...headers,
  });
  response.end(text);
}

/** Answers a refusal as `{ error: { code, message, issues? } }`; anything unexpected becomes a 500 without its details. */
export function respondError(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const refusal =
    error instanceof HttpError
      ? error
      : new HttpError(500, "internal", "The agent failed to handle this request.");
  const { issues, headers } = refusal.options;
  respondJson(
    response,
    refusal.status,
    { error: { code: refusal.code, message: refusal.message, ...(issues && { issues }) } },
    headers,
  );
}
