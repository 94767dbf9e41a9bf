import type { IncomingMessage } from "node:http";
import { HttpError } from "./http-error.js";

/** The largest request body accepted, in bytes: a long conversation fits many times over. */
export const MAX_BODY_BYTES = 1_048_576;

/** How much of a body that is too large is read and thrown away before the connection is closed, in bytes. */
const MAX_DISCARDED_BYTES = 32 * MAX_BODY_BYTES;

/** Reads a request's JSON body: 415 for another content type, 413 when it is too large, 400 when it is not JSON. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const contentType = request.headers["content-type"] ?? "";
  // Asking for JSON also keeps other sites out: a browser must ask before it sends that type across origins.
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType)) {
    throw new HttpError(
      415,
      "unsupported_media_type",
      `Send the run input as application/json, not ${contentType || "without a content type"}.`,
    );
  }
  const text = new TextDecoder("utf-8").decode(await readBody(request));
  if (text.trim() === "")
    throw new HttpError(
      400,
      "empty_body",
      "The request has no body; send an AG-UI RunAgentInput as JSON.",
    );
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new HttpError(
      400,
      "invalid_json",
      `The body is not JSON: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    // A client that is cut off while it still sends sees a broken connection, not the answer: read on for a while, keep nothing.
    else if (size > MAX_DISCARDED_BYTES) break;
  }
  if (size <= MAX_BODY_BYTES) return Buffer.concat(chunks);
  throw new HttpError(
    413,
    "too_large",
    `The request is larger than ${MAX_BODY_BYTES.toLocaleString("en")} bytes.`,
    { headers: { connection: "close" } },
  );
}
