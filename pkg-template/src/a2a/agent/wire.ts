import { isObject } from "../../codec/safe-read.js";
import { inTurns } from "../../element/scheduling/in-turns.js";
import { CLIENT_TOOLS_EXTENSION } from "../extension.js";

/**
 * The SDK's client makes bytes and data with Node's `Buffer`, which no browser has. So bytes are hidden from it: the
 * wire has the protocol's form, and the SDK sees an address that begins with `data:`. Data are put into a list of one
 * item, which it takes as it is.
 *
 * @param most the maximum number of characters in an answer that is not a stream.
 */
export function wireFetch(inner: typeof fetch, most: number): typeof fetch {
  return async (address, init) => {
    const body = typeof init?.body === "string" ? { body: onWire(init.body) } : {};
    const response = await inner(address, { ...init, ...body });
    if (!response.body) return response;
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
    const lines = new TransformStream(isStream ? new Events() : new Whole(most));
    const bodyOut = inTurns(response.body, init?.signal)
      .pipeThrough(new TextDecoderStream() as never)
      .pipeThrough(lines)
      .pipeThrough(new TextEncoderStream());
    const { status, statusText, headers } = response;
    return new Response(bodyOut, { status, statusText, headers });
  };
}

/** Data for a part that the SDK is given: `onWire` takes it out of its list. */
export function wrapped(data: unknown): { readonly value: unknown; readonly metadata: object } {
  return { value: [data], metadata: { [CLIENT_TOOLS_EXTENSION]: { wrapped: true } } };
}

/** A request as it is sent. */
function onWire(text: string): string {
  const request = JSON.parse(text) as { params?: { message?: { parts?: unknown } } };
  const parts = request.params?.message?.parts;
  if (!Array.isArray(parts)) return text;
  for (const part of parts as Part[]) unwrap(part);
  return JSON.stringify(request);
}

interface Part {
  data?: unknown;
  metadata?: Record<string, unknown>;
  url?: unknown;
  raw?: unknown;
  mediaType?: unknown;
  kind?: unknown;
  file?: { uri?: unknown; bytes?: unknown; mimeType?: unknown };
}

function unwrap(part: Part): void {
  const { file } = part;
  const isWrapped = isObject(part.metadata?.[CLIENT_TOOLS_EXTENSION]);
  if (isWrapped) {
    // In 0.3 the SDK makes an object of a list.
    const list = Array.isArray(part.data) ? part.data : (part.data as { value: unknown[] }).value;
    part.data = list[0];
    delete part.metadata;
  }
  const bytes = bytesOf(part.url);
  if (bytes !== undefined) {
    delete part.url;
    part.raw = bytes;
  }
  const older = bytesOf(file?.uri);
  if (file && older !== undefined) {
    delete file.uri;
    file.bytes = older;
  }
}

function bytesOf(address: unknown): string | undefined {
  return typeof address === "string" ? /^data:[^,]*;base64,(.*)$/s.exec(address)?.[1] : undefined;
}

/** An answer as passed to the SDK; invalid JSON is left for the SDK to refuse. */
function offWire(text: string): string {
  if (!/"(?:raw|bytes|data_part_compat)"/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), (_key, value: unknown) =>
      isObject(value) && !Array.isArray(value) ? withoutBytes(value as Part) : value,
    );
  } catch {
    return text;
  }
}

function withoutBytes(part: Part): unknown {
  const { raw, file, metadata } = part;
  if (typeof raw === "string" && !("kind" in part)) {
    const { raw: _, ...others } = part;
    return { ...others, url: dataAddress(part.mediaType, raw) };
  }
  if (part.kind === "file" && typeof file?.bytes === "string") {
    const { bytes, ...others } = file;
    return { ...part, file: { ...others, uri: dataAddress(file.mimeType, bytes) } };
  }
  if (part.kind === "data" && metadata?.data_part_compat === true && isObject(part.data)) {
    const { data_part_compat: _, ...others } = metadata;
    return { ...part, data: (part.data as { value?: unknown }).value ?? null, metadata: others };
  }
  return part;
}

function dataAddress(mediaType: unknown, bytes: unknown): string {
  const type = typeof mediaType === "string" && mediaType ? mediaType : "application/octet-stream";
  return `data:${type};base64,${String(bytes)}`;
}

/** The maximum length of a line in a stream; the SDK refuses a longer event itself. */
const longestLine = 8 * 1024 * 1024;

class Events implements Transformer<string, string> {
  #rest = "";

  transform(chunk: string, controller: TransformStreamDefaultController<string>): void {
    // The earlier part has no line end: it is not searched again.
    const end = chunk.lastIndexOf("\n") + 1;
    if (end === 0) {
      this.#rest += chunk;
      if (this.#rest.length > longestLine) controller.error(tooLong("An event", longestLine));
      return;
    }
    const lines = (this.#rest + chunk.slice(0, end)).split("\n");
    this.#rest = chunk.slice(end);
    controller.enqueue(lines.map(line).join("\n"));
  }

  flush(controller: TransformStreamDefaultController<string>): void {
    if (this.#rest) controller.enqueue(line(this.#rest));
  }
}

function line(text: string): string {
  return text.startsWith("data:") ? `data:${offWire(text.slice("data:".length))}` : text;
}

class Whole implements Transformer<string, string> {
  readonly #most: number;
  #text = "";

  constructor(most: number) {
    this.#most = most;
  }

  transform(chunk: string, controller: TransformStreamDefaultController<string>): void {
    this.#text += chunk;
    if (this.#text.length > this.#most) controller.error(tooLong("An answer", this.#most));
  }

  flush(controller: TransformStreamDefaultController<string>): void {
    controller.enqueue(offWire(this.#text));
  }
}

function tooLong(what: string, most: number): Error {
  return new Error(`${what} of the A2A agent is longer than ${most} characters.`);
}
