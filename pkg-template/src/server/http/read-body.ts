import { HttpProblem } from "./http-problem.js";

/**
 * A request's body as JSON.
 *
 * @throws {HttpProblem} 415 for another type, 413 when it is larger than `most` bytes, 400 when it is none.
 */
export async function readJson(request: Request, most: number): Promise<unknown> {
  const type = request.headers.get("content-type") ?? "";
  // Asking for JSON also keeps other sites out: a browser must ask before it sends that type across origins.
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) {
    const given = type === "" ? "a request without a content type" : `"${type.slice(0, 100)}"`;
    const message = `Send the run input with "content-type: application/json", not ${given}.`;
    throw new HttpProblem(415, "unsupported_media_type", message);
  }
  const text = decoded(await readBytes(request, most));
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

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new HttpProblem(400, "invalid_encoding", "The body must be UTF-8.", { cause });
  }
}

/** No more is kept than may be. */
async function readBytes(request: Request, most: number): Promise<Uint8Array> {
  const announced = Number(request.headers.get("content-length"));
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    if (announced > most) throw tooLarge(most);
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.byteLength;
      if (size > most) throw tooLarge(most);
      chunks.push(next.value);
    }
  } catch (thrown) {
    reader.cancel().catch(() => {});
    if (thrown instanceof HttpProblem) throw thrown;
    const message = "The body broke off before its end.";
    throw new HttpProblem(400, "broken_body", message, { cause: thrown });
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

function tooLarge(most: number): HttpProblem {
  const message = `The request is larger than ${most} bytes, which is all that this agent takes.`;
  return new HttpProblem(413, "too_large", message, { headers: { connection: "close" } });
}
