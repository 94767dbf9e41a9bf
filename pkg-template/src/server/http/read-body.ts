import type { Asked } from "./asked.js";
import { HttpProblem } from "./http-problem.js";

/**
 * A request's body as JSON.
 *
 * @throws {HttpProblem} 415 for another type, 413 when it is larger than `most` bytes, 400 when it is none.
 */
export async function readJson(asked: Asked, most: number): Promise<unknown> {
  const type = asked.header("content-type") ?? "";
  // Asking for JSON also keeps other sites out: a browser must ask before it sends that type across origins.
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) {
    const given = type === "" ? "a request without a content type" : `"${type.slice(0, 100)}"`;
    const message = `Send the run input with "content-type: application/json", not ${given}.`;
    throw new HttpProblem(415, "unsupported_media_type", message);
  }
  const text = decoded(await asked.bytes(most));
  if (text.trim() === "") {
    const message = "The request has no body: send an AG-UI RunAgentInput as JSON.";
    throw new HttpProblem(400, "empty_body", message);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `The body is not JSON: ${(cause as Error).message}`;
    throw new HttpProblem(400, "invalid_json", message, { cause });
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decoded(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new HttpProblem(400, "invalid_encoding", "The body must be UTF-8.", { cause });
  }
}

/** The body of a standard request. No more is kept than may be. */
export async function readBytes(request: Request, most: number): Promise<Uint8Array> {
  const announced = Number(request.headers.get("content-length"));
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  const body = new BodyBytes(most, announced);
  try {
    body.check();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      body.add(next.value);
    }
  } catch (thrown) {
    reader.cancel().catch(() => {});
    throw thrown instanceof HttpProblem ? thrown : brokenBody(thrown);
  }
  return body.whole();
}

/** The bytes of a body as they come. */
export class BodyBytes {
  readonly #most: number;
  readonly #chunks: Uint8Array[] = [];
  #size = 0;
  readonly #announced: number;

  /** @param announced what its `content-length` says. */
  constructor(most: number, announced: number) {
    this.#most = most;
    this.#announced = announced;
  }

  /** @throws {HttpProblem} when it will be too large. */
  check(): void {
    if (this.#announced > this.#most || this.#size > this.#most) throw tooLarge(this.#most);
  }

  /** @throws {HttpProblem} when it is too large now. */
  add(chunk: Uint8Array): void {
    this.#size += chunk.byteLength;
    this.check();
    this.#chunks.push(chunk);
  }

  whole(): Uint8Array {
    return joined(this.#chunks);
  }
}

/** Several pieces as one. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts;
  if (parts.length === 1 && first) return first;
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

export function brokenBody(cause: unknown): HttpProblem {
  return new HttpProblem(400, "broken_body", "The body broke off before its end.", { cause });
}

function tooLarge(most: number): HttpProblem {
  const message = `The request is larger than ${most} bytes, which is all that this agent takes.`;
  return new HttpProblem(413, "too_large", message);
}
