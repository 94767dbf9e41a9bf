import type { PublicFailure } from "../../errors/public-failure.js";
import { closing } from "../leases/lease-errors.js";

/** One fault in a request, and where it is: `messages[2].role`. */
export interface RequestIssue {
  readonly path: string;
  readonly message: string;
}

/** What a refusal says beside its words. */
export interface ProblemDetails {
  readonly issues?: readonly RequestIssue[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** A request that is refused: an HTTP status, a stable code, and a sentence that says what to do. */
export class HttpProblem extends Error {
  override readonly name = "HttpProblem";
  readonly status: number;
  readonly code: string;
  readonly details: ProblemDetails;

  constructor(status: number, code: string, message: string, details: ProblemDetails = {}) {
    super(message, { cause: details.cause });
    this.status = status;
    this.code = code;
    this.details = details;
  }

  /** `{ error: { code, message, issues? } }`, as JSON. */
  response(headers: Headers): Response {
    const { code, message } = this;
    const { issues, headers: own = {} } = this.details;
    headers.set("content-type", "application/json; charset=utf-8");
    headers.set("cache-control", "no-store");
    for (const [name, value] of Object.entries(own)) headers.set(name, value);
    const body = { error: { code, message, ...(issues && { issues }) } };
    return new Response(`${JSON.stringify(body)}\n`, { status: this.status, headers });
  }
}

/** What a client is told of what only the server may know. */
export function internalProblem({ code, message }: PublicFailure): HttpProblem {
  return new HttpProblem(500, code, message);
}

/** A load balancer, or the client itself, sends the request to another process. */
export function shuttingDown(): HttpProblem {
  const headers = { "retry-after": "1" };
  return new HttpProblem(503, "closing", closing().message, { headers });
}
