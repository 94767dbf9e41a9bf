import { messageOf } from "../../codec/describe.js";
import { plainCopy } from "../../codec/plain-copy.js";
import { isArray, isObject, read } from "../../codec/safe-read.js";
import { NotInitializedError } from "../../core/state.js";
import { checkOptions, type OptionRules } from "../../options/check-options.js";
import { hasMethods } from "../../options/rules.js";
import { compiledTool, defineTool } from "../../tools/define.js";
import type { RegisteredTool, ToolDefinition } from "../../tools/types.js";
import type { AgentContext } from "../agent-context.js";
import type { AgentToolExecutor } from "../executor/agent-tool-executor.js";
import { idsOf } from "../log/safe-log.js";
import { type ComplianceRow, row, rules } from "./rules.js";
import { nameRow, usageRow } from "./static-rows.js";
import { Strays } from "./strays.js";
import { Trial } from "./trial.js";
import {
  deterministicRow,
  escapesRow,
  idsRow,
  integrationRow,
  loggingRow,
  modeRow,
} from "./trial-rows.js";

/** What a tool is looked at with. */
export interface ComplianceOptions {
  /** The server's: in its registry the name must be unique; its manager, its `authorize` and its log are looked at. */
  readonly executor?: AgentToolExecutor;
  /** Arguments with which the tool may really be run, several times: it does what it does. Nothing is run without. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** How often it is run with them beside the run by way of a reasoner, from 2 to 20. @default 2 */
  readonly runs?: number;
  /** Whose conversation it is run in, where `authorize` or the tool needs to know. */
  readonly context?: AgentContext;
}

/** What was found out about a tool. */
export interface Compliance {
  /** Whether every row is `true`. */
  readonly compliant: boolean;
  /** A row for each line of the checklist, in its order. */
  readonly rows: readonly ComplianceRow[];
}

/**
 * Goes through the checklist of AGN-005, section 8, with a tool. What can be seen is looked at; what only shows when the tool runs is
 * tried with `example`, and is `"unknown"` without. Never rejects for what a tool does.
 *
 * @throws {TypeError} when an option is not as it must be.
 *
 * @example
 * ```ts
 * const { compliant, rows } = await checkCompliance(balance, { executor, example: { account: "A1" } });
 * if (!compliant) console.table(rows);
 * ```
 */
export async function checkCompliance<TArgs = Record<string, unknown>>(
  tool: ToolDefinition<TArgs> | RegisteredTool,
  options: ComplianceOptions = {},
): Promise<Compliance> {
  checkOptions("checkCompliance", options, optionRules);
  const defined = definedTool(tool);
  if (typeof defined === "string") {
    const rest = Object.keys(rules).slice(1) as (keyof typeof rules)[];
    const unknown = rest.map((rule) =>
      row(rule, "unknown", "The definition must be mended first."),
    );
    return compliance([row("definition", false, defined), ...unknown]);
  }
  const { executor } = options;
  const definition = row("definition", true, "It breaks no rule.");
  const name = nameRow(defined, { name: read(tool, "name") }, executor?.registry);
  const [mode, ...tried] = await triedRows(defined, options);
  return compliance([definition, name, usageRow(defined), mode, ...tried]);
}

type TriedRows = readonly [mode: ComplianceRow, ...rest: ComplianceRow[]];

/** The rows that a trial is needed for. */
async function triedRows(
  tool: RegisteredTool,
  { executor, example, runs = 2, context = nobody }: ComplianceOptions,
): Promise<TriedRows> {
  const { registry: _, ...options } = executor?.options ?? {};
  const trial = new Trial({ tool, options, context, example: JSON.stringify(example ?? {}) });
  if (example === undefined) {
    const why = "Give example: arguments with which the tool may really be run.";
    const unknown = (rule: keyof typeof rules): ComplianceRow => row(rule, "unknown", why);
    const logging = withLog(executor, loggingRow(tool, await trial.runThrowing(), []));
    const untried = [unknown("escapes"), unknown("deterministic"), unknown("ids")];
    return [modeRow(tool, []), ...untried, logging, unknown("integration")];
  }
  const { done, bad, responses, strays } = await tried(trial, runs);
  const own = [...trial.entries];
  const thrown = await trial.runThrowing();
  return [
    modeRow(tool, done),
    escapesRow([...done, ...bad], strays),
    deterministicRow(done),
    idsRow(trial.entries, context),
    withLog(executor, loggingRow(tool, thrown, own)),
    integrationRow(tool, responses),
  ];
}

/** Runs the tool, and watches for what it leaves behind. */
async function tried(trial: Trial, runs: number) {
  const watch = await Strays.watch();
  try {
    const seen = await watch.run(async () => {
      const done: Awaited<ReturnType<Trial["run"]>>[] = [];
      for (let count = 1; count <= runs; count += 1) done.push(await trial.run(`run-${count}`));
      const bad = await trial.runBadly();
      return { done, bad, responses: await trial.converse() };
    });
    return { ...seen, strays: watch.found };
  } finally {
    watch.stop();
  }
}

/** What is logged in a trial is logged by a server that has a log. */
function withLog(executor: AgentToolExecutor | undefined, seen: ComplianceRow): ComplianceRow {
  if (seen.ok !== true) return seen;
  if (!executor) return row("logging", "unknown", "Give the executor, which must have a log.");
  return executor.options.log ? seen : row("logging", false, "The executor has no log.");
}

/** The tool, or what is wrong with it. @throws {NotInitializedError} where that can't be said. */
function definedTool(tool: unknown): RegisteredTool | string {
  try {
    if (!isRegistered(tool)) return defineTool(tool);
    compiledTool(tool);
    return tool;
  } catch (thrown) {
    if (thrown instanceof NotInitializedError) throw thrown;
    return messageOf(thrown);
  }
}

/** Registered anew it would lose its validator. */
function isRegistered(tool: unknown): tool is RegisteredTool {
  return isObject(tool) && Object.isFrozen(tool) && !("schema" in tool);
}

function compliance(rows: readonly ComplianceRow[]): Compliance {
  return Object.freeze({
    compliant: rows.every(({ ok }) => ok === true),
    rows: Object.freeze(rows),
  });
}

const nobody: AgentContext = {
  conversation: { id: "compliance-conversation" },
  session: { id: "compliance-session" },
};

const optionRules: OptionRules<ComplianceOptions> = {
  executor: [
    "an AgentToolExecutor",
    (value) => hasMethods(value, "execute", "offer") && isObject(read(value, "options")),
  ],
  example: ["an object of arguments that JSON can hold", isJsonObject],
  runs: [
    "a whole number from 2 to 20",
    (value) => Number.isSafeInteger(value) && (value as number) >= 2 && (value as number) <= 20,
  ],
  context: [
    "an object with the ids of conversation and session",
    (value) => idsOf(value as AgentContext).every((pair) => pair.value !== ""),
  ],
};

function isJsonObject(value: unknown): boolean {
  try {
    return isObject(plainCopy(value, "example")) && !isArray(value);
  } catch {
    return false;
  }
}
