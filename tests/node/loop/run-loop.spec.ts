import { RunError } from "../../../pkg/dist/element/errors/run-error.js";
import { type LoopHost, runLoop } from "../../../pkg/dist/element/runs/loop.js";
import { expect, test } from "../test.js";

type Call = Parameters<LoopHost["refuse"]>[0][number];
type Outcome = Awaited<ReturnType<LoopHost["run"]>>;

const call = (id: string): Call => ({
  id,
  type: "function",
  function: { name: "echo", arguments: "{}" },
});

/** A round: how the run ends, the calls it leaves to the page, and what happens while they run. */
interface Round {
  readonly outcome?: Outcome;
  readonly ours?: string[];
  readonly foreign?: string[];
  readonly open?: string[];
  readonly during?: (abort: () => void) => void;
  /** The page took the calls away while they ran. */
  readonly taken?: boolean;
}

const finished: Outcome = { type: "finished", listed: new Set() };
const failed: Outcome = { type: "failed", error: new RunError("backend", "boom") };

/** Runs the loop over rounds, and writes down what it did. */
async function play(rounds: Round[], maxRounds = 10) {
  const did: string[] = [];
  const controller = new AbortController();
  let at = -1;
  const round = (): Round => rounds[at] ?? {};
  const names = (calls: readonly Call[]): string => calls.map(({ id }) => id).join(" ");
  const result = await runLoop(
    {
      maxRounds: () => maxRounds,
      run: async (parameters) => {
        at += 1;
        did.push(`run ${JSON.stringify(parameters)}`);
        return round().outcome ?? finished;
      },
      pending: () => ({
        ours: (round().ours ?? []).map(call),
        foreign: (round().foreign ?? []).map(call),
        declined: [],
      }),
      open: () => (round().open ?? []).map(call),
      runTools: async ({ ours, foreign }) => {
        did.push(`tools ${names([...ours, ...foreign])}`);
        round().during?.(() => controller.abort());
        return ours.length > 0 && !round().taken;
      },
      refuse: (calls, why) => did.push(`refuse ${names(calls)}: ${why}`),
      interrupted: () => did.push("interrupted"),
    },
    controller.signal,
    { resume: [] },
  );
  return { ended: result.error ? `${result.outcome}/${result.error.code}` : result.outcome, did };
}

const first = 'run {"resume":[]}';
const next = "run {}";

/** The rule, the rounds, how the loop ends, and what it does on the way. */
const table: [string, Round[], string, string[]][] = [
  ["rule 3: a run that leaves no call ends the loop", [{}], "finished", [first]],
  [
    "rule 3: no tool runs unless the run has finished",
    [{ outcome: failed, ours: ["c1"] }],
    "failed/backend",
    [first, "refuse : boom"],
  ],
  [
    "rule 4: the calls of a run are answered before the next one",
    [{ ours: ["c1", "c2"] }, {}],
    "finished",
    [first, "tools c1 c2", next],
  ],
  [
    "rule 4: calls that nobody waits for are answered, and nothing follows",
    [{ foreign: ["c1"] }],
    "finished",
    [first, "tools c1"],
  ],
  [
    "rule 5: one run follows, and it no longer resumes",
    [{ ours: ["c1"] }, { ours: ["c2"] }, {}],
    "finished",
    [first, "tools c1", next, "tools c2", next],
  ],
  [
    "rule 5: none follows an abort while tools run",
    [{ ours: ["c1"], during: (abort) => abort() }],
    "aborted",
    [first, "tools c1"],
  ],
  [
    "rule 5: none follows an aborted run, and its calls don't stay open",
    [{ outcome: { type: "aborted" }, open: ["c1"] }],
    "aborted",
    [first, "refuse c1: the user stopped the run."],
  ],
  [
    "rule 5: none follows a failed run, and its calls don't stay open",
    [{ outcome: failed, open: ["c1"] }],
    "failed/backend",
    [first, "refuse c1: boom"],
  ],
  [
    "rule 5: none follows when the page took the calls away",
    [{ ours: ["c1"], taken: true }],
    "finished",
    [first, "tools c1"],
  ],
  [
    "rule 6: an interrupt ends the loop, and refuses nothing",
    [{ outcome: { type: "interrupted" }, open: ["c1"] }],
    "interrupted",
    [first, "interrupted"],
  ],
];

for (const [rule, rounds, ended, did] of table) {
  test(rule, async () => {
    expect(await play(rounds)).toEqual({ ended, did });
  });
}

for (const maxRounds of [0, 1, 3]) {
  test(`rule 5: with max-rounds at ${maxRounds}, so many runs follow, and what is left is refused`, async () => {
    const endless = Array.from({ length: 9 }, (_, at) => ({ ours: [`c${at}`] }));
    const { ended, did } = await play(endless, maxRounds);
    expect(ended).toBe("failed/max_rounds");
    expect(did.filter((line) => line.startsWith("run"))).toHaveLength(maxRounds + 1);
    expect(did.at(-1)).toContain(`refuse c${maxRounds}: The agent asked for tools`);
  });
}

test("rule 5: at max-rounds, calls that ask for no further run are no failure", async () => {
  expect((await play([{ foreign: ["c1"] }], 0)).ended).toBe("finished");
});
