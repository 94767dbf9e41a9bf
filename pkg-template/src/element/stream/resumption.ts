import { race } from "../../execution/race.js";

/** A run by the ids that its client gave it. */
export interface RunIds {
  readonly threadId: string;
  readonly runId: string;
}

/** The response header by which a server says that a stream can be taken up again, and how. */
const resumableHeader = "ag-ui-lit-resumable";

/**
 * The ways to take up a stream again:
 * - `get`: by `GET` of the same address, with `threadId`, `runId` and `after`; `DELETE` stops the run. See
 *   `serveAgent({ resumable })`.
 * - `tanstack`: by `GET` of the same address, with `runId` and `offset`, as `resumeServerSentEventsResponse()` of
 *   TanStack AI reads them.
 */
export type ResumptionKind = "get" | "tanstack";

/** The way to take up a response's stream again, as its server states: no other server gets such a request. */
export function resumptionOf({ headers }: Response): ResumptionKind | undefined {
  const said = headers.get(resumableHeader)?.trim();
  return said === "get" || said === "tanstack" ? said : undefined;
}

/** The address of the events of a run after one of them. @param lastId `""` for all. */
export function addressAfter(
  url: string,
  { threadId, runId }: RunIds,
  lastId: string,
  kind: ResumptionKind,
): string {
  return kind === "get"
    ? withQuery(url, { threadId, runId, after: lastId || "0" })
    : withQuery(url, { threadId, runId, offset: lastId || "-1" });
}

/** The headers of a request without a body. */
export function headersWithoutBody(given: HeadersInit | undefined): Headers {
  const headers = new Headers(given);
  headers.delete("content-type");
  return headers;
}

function withQuery(url: string, query: Readonly<Record<string, string>>): string {
  const base = typeof document === "undefined" ? "http://localhost" : document.baseURI;
  const whole = new URL(url, base);
  for (const [name, value] of Object.entries(query)) whole.searchParams.set(name, value);
  return whole.href;
}

/** Milliseconds: the longest wait before the first attempt, and before any. */
const first = 500;
const longest = 15_000;

/**
 * The wait before an attempt, in milliseconds: at random up to a time that doubles, so that the clients of a server
 * come back one by one.
 */
export function delayBefore(attempt: number, retryAfter = 0): number {
  const most = Math.min(longest, first * 2 ** Math.min(attempt - 1, 10));
  return Math.round(Math.max(Math.random() * most, Math.min(longest, retryAfter)));
}

/** The wait that a server asks for, in milliseconds. */
export function retryAfterOf({ headers }: Response): number {
  const seconds = Number(headers.get("retry-after") ?? 0);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 0;
}

/** Returns true if another attempt may help. */
export function isPassing({ status }: Pick<Response, "status">): boolean {
  return status >= 500 || status === 408 || status === 425 || status === 429;
}

/** Resolves after a time, when the page is online again, or when the signal is aborted. */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  const over = new AbortController();
  const online = new Promise<void>((resolve) => {
    if (typeof addEventListener !== "function") return;
    addEventListener("online", () => resolve(), { once: true, signal: over.signal });
  });
  await race(online, { ...(signal && { signal }), timeout: milliseconds });
  over.abort();
}

/** Asks a server to stop a run. Whether it does is not waited for: the page has let go of the run. */
export async function sendStop(
  url: string,
  run: RunIds,
  headers: () => HeadersInit,
): Promise<void> {
  try {
    const init = { method: "DELETE", headers: headersWithoutBody(headers()), keepalive: true };
    const response = await fetch(withQuery(url, { ...run }), init);
    await response.body?.cancel();
  } catch {
    // The server stops the run itself when no client has come for some time.
  }
}
