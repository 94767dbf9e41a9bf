import { HttpError } from "./http-error.js";

/** The largest request body accepted, in bytes: a long conversation fits many times over. */
export const MAX_BODY_BYTES = 1_048_576;

/** Reads a request's JSON body: 415 for another content type, 413 when it is too large, 400 when it is not JSON. */
export async function readJson(request: Request, maxBytes = MAX_BODY_BYTES): Promise<unknown> {
  const contentType = request.headers.get("content-type") ?? "";
  // Asking for JSON also keeps other sites out: a browser must ask before it sends that type across origins.
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType)) {
    throw new HttpError(
      415,
      "unsupported_media_type",
      `Send the run input as application/json, not ${contentType || "without a content type"}.`,
    );
  }
  const text = await readText(request, maxBytes);
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

async function readText({ body }: Request, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  const reader = body?.getReader();
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (!value) return text + decoder.decode();
    size += value.length;
    if (size > maxBytes) {
      await reader?.cancel();
      throw tooLarge(maxBytes);
    }
    text += decoder.decode(value, { stream: true });
  }
}

function tooLarge(maxBytes: number): HttpError {
  const most = maxBytes.toLocaleString("en");
  return new HttpError(413, "too_large", `The request is larger than ${most} bytes.`);
}
