/** The part of a response of Node's `http` that is used. */
export interface NodeResponse {
  readonly headersSent: boolean;
  readonly writableFinished: boolean;
  /** Whether the client has to read before more is written. */
  readonly writableNeedDrain?: boolean;
  writeHead(status: number, headers: Readonly<Record<string, string | string[]>>): unknown;
  flushHeaders(): void;
  write(chunk: Uint8Array | string): boolean;
  end(chunk?: Uint8Array | string): unknown;
  destroy(): unknown;
  on(event: "close" | "drain", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  off(event: "drain", listener: () => void): unknown;
}

/** The head of an answer. */
export function writeHead(response: NodeResponse, status: number, headers: Headers): void {
  const cookies = headers.getSetCookie();
  const all: Record<string, string | string[]> = Object.fromEntries(headers);
  if (cookies.length > 0) all["set-cookie"] = cookies;
  response.writeHead(status, all);
}

/** Writes the body of a standard response, no faster than the client reads. */
export async function send(
  body: ReadableStream<Uint8Array>,
  response: NodeResponse,
  gone: AbortSignal,
): Promise<void> {
  const reader = body.getReader();
  const stop = (): void => void reader.cancel().catch(() => {});
  gone.addEventListener("abort", stop, { once: true });
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    if (gone.aborted) return;
    if (!response.write(next.value)) await drained(response, gone);
  }
  if (!gone.aborted) response.end();
}

/** Resolves when the client has read on, or has gone. */
export function drained(response: NodeResponse, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      response.off("drain", end);
      gone.removeEventListener("abort", end);
      resolve();
    };
    response.on("drain", end);
    gone.addEventListener("abort", end, { once: true });
  });
}
