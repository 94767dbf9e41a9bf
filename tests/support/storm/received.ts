import type { ReceivedRun } from "./page.js";

type Ask = (request: Request) => Promise<Response>;

/** Runs that are read at once. */
const AT_ONCE = 20;

/**
 * Compares what clients have received of runs with the log of the runs: their events are the log's, in its order, each
 * once, and one that came to its end has all of them.
 *
 * @param ask asks a process of the agent.
 * @returns what is wrong, and the numbers of conversations whose client has let go of a run before it had all of its
 * events: to a server it looks like a client that went on from an earlier message.
 */
export async function comparedWithLog(
  runs: readonly ReceivedRun[],
  ask: Ask,
): Promise<{ readonly faults: readonly string[]; readonly unseen: ReadonlySet<number> }> {
  const faults: string[] = [];
  const unseen = new Set<number>();
  const left = [...runs];
  const worker = async (): Promise<void> => {
    for (let run = left.pop(); run; run = left.pop()) {
      const logged = await loggedEvents(run, ask);
      const numbered = run.events.filter(([id]) => id !== "").length;
      if (typeof logged !== "string" && numbered < logged.size) unseen.add(run.seed);
      faults.push(...faultsOf(run, logged).map((fault) => `${run?.runId}: ${fault}`));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { faults, unseen };
}

/** The events that the log has of a run, by their numbers. */
async function loggedEvents({ threadId, runId }: ReceivedRun, ask: Ask) {
  const query = new URLSearchParams({ resumable: "", threadId, runId, after: "0" });
  const response = await ask(new Request(`http://agent/?${query}`));
  const text = await response.text();
  if (!response.ok) return `the log answers with ${response.status}: ${text}`;
  const events = new Map<string, string>();
  for (const frame of text.split("\n\n")) {
    const id = /^id: (\d+)$/m.exec(frame)?.[1];
    if (id) events.set(id, /^data: (.*)$/m.exec(frame)?.[1] ?? "");
  }
  return events;
}

function faultsOf({ events }: ReceivedRun, logged: Map<string, string> | string): string[] {
  // A run whose request never came through, or that was served without the log.
  if (typeof logged === "string") return events.length > 0 ? [logged] : [];
  const faults: string[] = [];
  let last = 0;
  for (const [at, [id, text]] of events.entries()) {
    if (id === "") {
      const isEnd = /"code":"run_(lost|gone)"/.test(text) && at === events.length - 1;
      if (!isEnd) faults.push(`an event without a number: ${text}`);
      continue;
    }
    if (Number(id) <= last) faults.push(`${id} came after ${last}`);
    last = Number(id);
    if (logged.get(id) !== text) faults.push(`${id} is ${text}, in the log ${logged.get(id)}`);
  }
  const before = [...logged.keys()].filter((id) => Number(id) <= last);
  const numbered = events.filter(([id]) => id !== "");
  if (before.length !== numbered.length) {
    faults.push(`${numbered.length} events came of ${before.length} up to ${last}`);
  }
  const hasEnded = /"type":"RUN_(FINISHED|ERROR)"/.test(numbered.at(-1)?.[1] ?? "");
  if (hasEnded && logged.size !== numbered.length) faults.push("the log goes on after the end");
  return faults;
}
