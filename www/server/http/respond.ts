import { HttpError } from "./http-error.js";

/** A response of JSON. */
export function jsonResponse(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  return new Response(`${JSON.stringify(body)}\n`, {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      ...headers,
    },
  });
}

/** A refusal as `{ error: { code, message, issues? } }`; anything unexpected becomes a 500 without its details. */
export function errorResponse(error: unknown): Response {
  const { status, code, message, options } =
    error instanceof HttpError
      ? error
      : new HttpError(500, "internal", "The agent failed to handle this request.");
  const { issues, headers } = options;
  return jsonResponse(status, { error: { code, message, ...(issues && { issues }) } }, headers);
}
