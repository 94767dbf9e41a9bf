import type { AGUIEvent, BaseEvent, RunAgentInput } from "@ag-ui/core";
import { wellFormedJson } from "../../codec/truncate.js";
import type { AgentContext } from "../agent-context.js";
import { UNNUMBERED } from "../resumable/follow.js";
import { type ResumableOptions, resumableSettings } from "../resumable/resumable-options.js";
import { type Client, ResumableRuns, type RunEvents } from "../resumable/resumable-runs.js";
import { type RunName, runKey } from "../resumable/run-key.js";
import type { LoggedEvent } from "../stores/run-log.js";
import type { Asked } from "./asked.js";
import { beat, type EventWriter } from "./event-writer.js";
import { HttpProblem, shuttingDown } from "./http-problem.js";
import type { Protocol } from "./protocol.js";

/** The response header that says how a client takes up the stream again: by `GET` of the same address. */
export const RESUMABLE = "ag-ui-lit-resumable";

/** Writes numbered events as server-sent events. */
export const numberedWriter: EventWriter<LoggedEvent> = {
  contentType: "text/event-stream",
  beat,
  write: (events) =>
    events
      .map(({ number, text }) =>
        number === UNNUMBERED ? `data: ${text}\n\n` : `id: ${number}\ndata: ${text}\n\n`,
      )
      .join(""),
};

/** A run that a client asks for by `GET` or `DELETE`. */
export interface AskedRun extends RunName {
  /** The number of the last event that the client has. */
  readonly after: number;
}

/** The half of an endpoint that lets clients take up a run again. */
export class ResumableEndpoint {
  readonly #runs: ResumableRuns;

  /** @throws {OptionError} that names the option that is not as it must be. */
  constructor(options: ResumableOptions) {
    this.#runs = new ResumableRuns(resumableSettings(options));
  }

  /**
   * Begins a run.
   *
   * @returns `undefined` when the log does not work: the run is not begun.
   * @throws {HttpProblem} 409 when there is a run of this name.
   */
  async begin(
    { name, context, events, protocol, stop }: StartedRun,
    client: Client,
  ): Promise<RunEvents | undefined> {
    const key = await runKey(name, context);
    const begun = await this.#runs.begin({ key, stop, events: texts(events, protocol) }, client);
    if (begun === "taken") throw alreadyThere();
    return begun === "unlogged" ? undefined : begun;
  }

  /**
   * Follows a run. While the process closes, only one of its own: it waits for that in any case.
   *
   * @throws {HttpProblem} 404 for a run that is not known to this user, 410 for one that can't be resumed, 503 when the
   * log fails or the process closes.
   */
  async follow(run: AskedRun, context: AgentContext, client: FollowingClient): Promise<RunEvents> {
    const key = await runKey(run, context);
    if (client.isClosing && !this.#runs.isLive(key)) throw shuttingDown();
    const events = await available(client, () => this.#runs.follow(key, run.after, client));
    if (events === "unknown") throw unknownRun();
    if (events === "gone") throw goneRun();
    return events;
  }

  /** @throws {HttpProblem} 404 for a run that is not known to this user, 503 when the log fails. */
  async stop(run: RunName, context: AgentContext, client: Client): Promise<void> {
    const key = await runKey(run, context);
    if (!(await available(client, () => this.#runs.stop(key)))) throw unknownRun();
  }

  /** Resolves when the log has the end of every run that has begun. Never rejects. */
  settled(): Promise<void> {
    return this.#runs.settled();
  }
}

/** A client that takes up a run. */
export interface FollowingClient extends Client {
  /** Whether the process closes. */
  readonly isClosing: boolean;
}

/** A run that is to begin. */
export interface StartedRun {
  readonly name: RunName;
  readonly context: AgentContext;
  readonly events: AsyncGenerator<readonly AGUIEvent[], void, undefined>;
  readonly protocol: Protocol;
  readonly stop: () => void;
}

/** @throws {HttpProblem} 400 when the address does not name a run, or a number of an event. */
export function askedRun(asked: Asked): AskedRun {
  const query = new URL(asked.url, "http://localhost").searchParams;
  const [threadId, runId] = [query.get("threadId"), query.get("runId")];
  if (!threadId || !runId) {
    const message = `Name the run in the address, as in ?threadId=…&runId=…. A run begins by POST.`;
    throw new HttpProblem(400, "invalid_run", message);
  }
  // A browser's EventSource keeps the address and says in the header what came last.
  const after = asked.header("last-event-id") || query.get("after") || "0";
  if (!/^\d{1,15}$/.test(after)) {
    const message = 'The last event ("after", or the header Last-Event-ID) must be a number.';
    throw new HttpProblem(400, "invalid_event_id", message);
  }
  return { threadId, runId, after: Number(after) };
}

/** The input that a rule for the context gets for a request without a body. */
export function inputOf({ threadId, runId }: RunName): RunAgentInput {
  return { threadId, runId, state: {}, messages: [], tools: [], context: [], forwardedProps: {} };
}

async function* texts(
  events: StartedRun["events"],
  { EventEncoder }: Protocol,
): AsyncGenerator<readonly string[], void, undefined> {
  const encoder = new EventEncoder();
  for await (const each of events) {
    yield each.map((event) =>
      wellFormedJson(encoder.encodeSSE(event as BaseEvent))
        .slice("data: ".length)
        .trimEnd(),
    );
  }
}

async function available<T>({ tell }: Client, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    tell(cause);
    const message = "The log of runs can't be read now. Try again.";
    throw new HttpProblem(503, "log_unavailable", message, { headers: { "retry-after": "1" } });
  }
}

function alreadyThere(): HttpProblem {
  const message =
    "There is a run with these ids. Follow it by GET ?threadId=…&runId=…, or send another runId.";
  return new HttpProblem(409, "run_exists", message);
}

function unknownRun(): HttpProblem {
  const message =
    "There is no such run: it never began, is not kept any more, or belongs to another user.";
  return new HttpProblem(404, "unknown_run", message);
}

function goneRun(): HttpProblem {
  const message = "The run has become too large to be taken up again (resumable.maxBytes).";
  return new HttpProblem(410, "run_gone", message);
}
