import type { ServerResponse } from "node:http";
import type { AgentRequest, Message } from "../backend.js";
import { Chance } from "./chance.js";

/** How often what went wrong. */
export type FaultCounts = Record<string, number>;

type Handler = (request: Request) => Promise<Response>;

/**
 * A network and a client that can't be relied on, in front of an agent: connections that break before, amid and after
 * the answer, requests that come twice, one after the other or at once, and results that are missing, doubled, out of
 * order or nobody's.
 *
 * @param spoilsResults whether results are among it.
 * @param replayed takes the numbers of conversations of which a request came twice, or got an answer that only the
 * network has received: to a server either looks like a client that went on from an earlier message.
 */
export function faulty(
  handler: Handler,
  seed: number,
  counts: FaultCounts,
  { spoilsResults = true, replayed = new Set<number>() } = {},
) {
  const chance = new Chance(seed);
  const count = (fault: string): void => {
    counts[fault] = (counts[fault] ?? 0) + 1;
  };
  /** A client that takes up or stops a run over the same network. */
  const followed = async (method: string, search: string, response: ServerResponse) => {
    if (chance.happens(0.05)) {
      count("refused");
      response.destroy();
      return;
    }
    count(method === "GET" ? "taken up" : "stopped");
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    const answer = await handler(requestOf(undefined, { method, search, signal: gone.signal }));
    const whole = chance.happens(0.85);
    if (!whole) count("cut amid");
    await send(answer, response, whole ? Number.POSITIVE_INFINITY : chance.below(3000));
  };
  return async (response: ServerResponse, request: AgentRequest): Promise<void> => {
    const { headers: _, method, search, ...input } = request;
    if (method !== "POST") return followed(method, search, response);
    const ask = (body: string, signal?: AbortSignal): Promise<Response> =>
      handler(requestOf(body, { search, signal }));
    const messages = spoilsResults ? spoiled(input.messages, chance, count) : input.messages;
    const body = JSON.stringify({ ...input, messages });
    const replays = (fault: string): void => {
      count(fault);
      replayed.add(Number(/storm (\d+)/.exec(String(messages[0]?.content))?.[1]));
    };
    if (chance.happens(0.05)) {
      count("refused");
      response.destroy();
      return;
    }
    if (chance.happens(0.04)) {
      replays("came twice at once");
      // The server may die of something else meanwhile.
      void ask(body).then(drain, () => {});
    }
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    const answer = await ask(body, gone.signal);
    if (chance.happens(0.05)) {
      replays("answer lost");
      await drain(answer);
      response.destroy();
    } else {
      const whole = chance.happens(0.85);
      if (!whole) count("cut amid");
      await send(answer, response, whole ? Number.POSITIVE_INFINITY : chance.below(3000));
    }
    if (chance.happens(0.06)) {
      replays("came again");
      await drain(await ask(body));
    }
  };
}

/** The same without any fault. */
export function passedOn(handler: Handler) {
  return async (response: ServerResponse, request: AgentRequest): Promise<void> => {
    const { headers: _, method, search, ...input } = request;
    const body = method === "POST" ? JSON.stringify(input) : undefined;
    const answer = await handler(requestOf(body, { method, search }));
    await send(answer, response, Number.POSITIVE_INFINITY);
  };
}

interface Sent {
  readonly method?: string;
  readonly search?: string;
  readonly signal?: AbortSignal | undefined;
}

function requestOf(
  body: string | undefined,
  { method = "POST", search = "", signal }: Sent = {},
): Request {
  return new Request(`http://agent/${search}`, {
    method,
    headers: { "content-type": "application/json", accept: "text/event-stream" },
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  });
}

/** Sends an answer as far as so many bytes, and breaks the connection there. */
async function send(answer: Response, response: ServerResponse, bytes: number): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  let left = bytes;
  const reader = answer.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    if (value.length > left) {
      response.write(value.subarray(0, left));
      response.destroy();
      await reader.cancel();
      return;
    }
    left -= value.length;
    response.write(value);
  }
  response.end();
}

async function drain(answer: Response): Promise<void> {
  await answer.text().catch(() => {});
}

/** What a client's results may look like. */
function spoiled(
  messages: readonly Message[],
  chance: Chance,
  count: (fault: string) => void,
): readonly Message[] {
  const results = messages.filter(({ role }) => role === "tool");
  const last = results.at(-1);
  if (!last) return messages;
  if (chance.happens(0.05)) {
    count("a result left out");
    return messages.filter((message) => message !== last);
  }
  if (chance.happens(0.05)) {
    count("a result twice");
    return [...messages, { ...last, id: `${last.id}-again`, content: "something else" }];
  }
  if (chance.happens(0.05)) {
    count("a result of no call");
    return [...messages, { ...last, id: `${last.id}-foreign`, toolCallId: "call-of-nobody" }];
  }
  if (chance.happens(0.1)) {
    count("results out of order");
    const rest = messages.filter(({ role }) => role !== "tool");
    return [...rest, ...chance.shuffled(results)];
  }
  return messages;
}
