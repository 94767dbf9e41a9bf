/** A server of resumable streams behind a network that cuts them where a test says. */

/** Where the body of a response is cut: after so many bytes, by an error or by its end. */
export interface Cut {
  readonly at: number;
  readonly by: "error" | "end";
}

type Handler = (request: Request) => Promise<Response>;

export interface Cutting {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** What was asked, as `GET after=3`. */
  readonly asked: string[];
}

/** Cuts the streams of a handler: the first one by the first cut, and so on; then none. */
export function cutting(handler: Handler, cuts: readonly Cut[]): Cutting {
  const asked: string[] = [];
  let streams = 0;
  return {
    asked,
    fetch: async (url, init) => {
      const query = new URL(url).searchParams;
      const after = query.get("after") ?? query.get("offset");
      asked.push(`${init.method}${after === null ? "" : ` after=${after}`}`);
      const response = await handler(new Request(url, init));
      if (!response.ok || init.method === "DELETE") return response;
      const cut = cuts[streams];
      streams += 1;
      return cut ? new Response(cutBody(response, cut), response) : response;
    },
  };
}

function cutBody({ body }: Response, { at, by }: Cut): ReadableStream<Uint8Array> {
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  let left = at;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      const piece = value?.subarray(0, left);
      left -= piece?.length ?? 0;
      if (piece && piece.length > 0) controller.enqueue(piece);
      if (!done && left > 0) return;
      await reader.cancel();
      if (by === "end" || done) controller.close();
      else controller.error(new TypeError("network error"));
    },
    cancel: () => reader.cancel(),
  });
}

/** Serves a recorded stream as `serveAgent({ resumable })` does: each run begins it anew, and keeps it. */
export function recorded(text: string): Handler {
  const frames = text.split("\n\n").filter((frame) => frame.includes("data:"));
  const all = frames.map((frame, index) => `id: ${index + 1}\n${frame.trimStart()}\n\n`);
  const headers = { "content-type": "text/event-stream", "ag-ui-lit-resumable": "get" };
  return async ({ method, url }) => {
    if (method === "DELETE") return new Response(null, { status: 204 });
    const after = method === "GET" ? Number(new URL(url).searchParams.get("after")) : 0;
    return new Response(all.slice(after).join(""), { headers });
  };
}

/** How many bytes each event ends at, in a stream of `recorded()` or of `serveAgent({ resumable })`. */
export function eventEnds(stream: string): number[] {
  const bytes = new TextEncoder();
  const ends: number[] = [];
  for (let at = stream.indexOf("\n\n"); at >= 0; at = stream.indexOf("\n\n", at + 2)) {
    ends.push(bytes.encode(stream.slice(0, at + 2)).length);
  }
  return ends;
}
