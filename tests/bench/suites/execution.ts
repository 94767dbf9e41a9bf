import { agUiLit, agUiLitZod } from "../contenders/ag-ui-lit.js";
import type { Contender, Runner } from "../contenders/contender.js";
import { leanReference, reference } from "../contenders/reference.js";
import { bareValidation, emptyCall } from "../contenders/scale.js";
import { invalidText, result, seen, text } from "../contenders/task.js";
import { isChosen } from "../lib/chosen.js";
import { measure, type Subject } from "../lib/measure.js";
import type { Reading, Row, Suite, SuiteOptions } from "../lib/suite.js";

/** Those that come from elsewhere are loaded one by one: one that can't be loaded must not stop the others. */
const peers: readonly (readonly [name: string, load: () => Promise<readonly Contender[]>])[] = [
  ["TanStack AI", async () => [(await import("../contenders/tanstack.js")).tanstack]],
  [
    "CopilotKit",
    async () => {
      const { copilotKit, copilotKitZod } = await import("../contenders/copilotkit.js");
      return [copilotKit, copilotKitZod];
    },
  ],
  ["OpenAI Agents", async () => [(await import("../contenders/openai-agents.js")).openAiAgents]],
  ["MCP SDK", async () => [(await import("../contenders/mcp.js")).mcp]],
  ["p-retry + zod", async () => [(await import("../contenders/p-retry.js")).byHand]],
];

const conditions = [
  { id: "silent", title: "nobody listens", listened: false },
  { id: "heard", title: "all events listened to", listened: true },
] as const;

export const suite: Suite = {
  async run(options) {
    const { contenders, failed } = await chosen(options);
    const subjects: Subject[] = [];
    for (const contender of contenders) {
      try {
        subjects.push(...(await subjectsOf(contender)));
      } catch (error) {
        failed.push(absent(contender.name, contender.kind, error));
      }
    }
    const baseline = (condition: string): string => idOf(reference, condition);
    const readings = await measure(
      subjects,
      ({ id }) => [baseline("silent"), ...(id.endsWith("heard") ? [baseline("heard")] : [])],
      options,
    );
    return {
      title: "One validated execution",
      about:
        `A handler that does nothing (async), and ${new TextEncoder().encode(text).length} bytes of arguments as JSON text, ` +
        "awaited one after the other. × is the median, over the rounds, of a round's own ratio to the plain " +
        "TypeScript manager in that round, with its quartiles. Every result was checked, as were, once, the " +
        "arguments that the handler got, the number of events, and that invalid arguments are refused.",
      tables: [
        {
          title: "",
          unit: "µs",
          columns: [...conditions],
          rows: [...contenders.flatMap((contender) => rowOf(contender, readings)), ...failed],
        },
      ],
    };
  },
};

async function chosen(options: SuiteOptions): Promise<{ contenders: Contender[]; failed: Row[] }> {
  const contenders = [emptyCall, bareValidation, reference, leanReference, agUiLit, agUiLitZod];
  const failed: Row[] = [];
  for (const [name, load] of peers) {
    try {
      contenders.push(...(await load()));
    } catch (error) {
      failed.push(absent(name, "peer", error));
    }
  }
  return {
    contenders: contenders.filter((one) => one === reference || isChosen(one, options)),
    failed: failed.filter((one) => isChosen(one, options)),
  };
}

async function subjectsOf(contender: Contender): Promise<Subject[]> {
  const subjects: Subject[] = [];
  for (const { id, listened } of conditions) {
    if (listened && contender.events === 0) continue;
    const runner = await contender.prepare(listened);
    await verify(contender, runner, listened);
    subjects.push({ id: idOf(contender, id), run: (times) => repeat(runner, times) });
  }
  return subjects;
}

async function repeat(runner: Runner, times: number): Promise<undefined> {
  for (let time = 0; time < times; time += 1) {
    if ((await runner(text)) !== result) throw new Error("A result is wrong.");
  }
}

/** A contender that does less than it says would look fast. */
async function verify(contender: Contender, runner: Runner, listened: boolean): Promise<void> {
  const { calls, events } = seen;
  const got = await runner(text);
  if (contender !== emptyCall) {
    assert(JSON.stringify(seen.args) === text, "the handler got other arguments");
  }
  assert(got === result, `the result was ${String(got)}`);
  assert(seen.calls === calls + 1, "the handler did not run once");
  const expected = listened ? contender.events : 0;
  assert(seen.events === events + expected, `${seen.events - events} events, not ${expected}`);
  const refused = await runner(invalidText).then(
    (answer) => answer !== result,
    () => true,
  );
  const isRefused = refused && seen.calls === calls + 1;
  assert(isRefused === contender.validates, `invalid arguments refused: ${isRefused}`);
}

function assert(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(`not as it says: ${otherwise}`);
}

function rowOf(contender: Contender, all: ReadonlyMap<string, Reading>): Row[] {
  const readings: Record<string, Reading> = {};
  for (const { id } of conditions) {
    const reading = all.get(idOf(contender, id));
    if (reading) readings[id] = reading;
  }
  if (Object.keys(readings).length === 0) return [];
  const { name, kind, notes } = contender;
  return [{ name, kind, notes, readings }];
}

function absent(name: string, kind: Row["kind"], error: unknown): Row {
  const reason = error instanceof Error ? error.message : String(error);
  return { name, kind, readings: {}, notes: [`not measured: ${reason}`] };
}

function idOf(contender: Contender, condition: string): string {
  return `${contender.name}/${condition}`;
}
