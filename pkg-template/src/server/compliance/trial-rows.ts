import { truncate } from "../../codec/truncate.js";
import type { RegisteredTool } from "../../tools/types.js";
import type { AgentContext } from "../agent-context.js";
import type { AgentToolCall } from "../agent-tool-call.js";
import { exceptionTag } from "../log/entry-tags.js";
import { idsOf } from "../log/safe-log.js";
import type { AgentExecuteResponse } from "../requests.js";
import type { KeptEntry } from "./kept-log.js";
import { type ComplianceRow, row } from "./rules.js";
import type { Escaped } from "./trial.js";

/** Characters of somebody's words in a row. */
const LONGEST = 300;

/** Whether a tool says where it runs, and, where it was run, ran there. */
export function modeRow(
  { metadata: { execution } }: RegisteredTool,
  runs: readonly (AgentToolCall | Escaped)[],
): ComplianceRow {
  if (execution === undefined) {
    const why = "metadata.execution is absent, which means the client: say so, or where else.";
    return row("mode", false, why);
  }
  const done = runs.filter(isDone);
  const isThere = done.every((call) => {
    const isHandedOver = call.requiresClientExecution && call.clientPayload !== undefined;
    return execution === "server" ? call.resultJson !== undefined : isHandedOver;
  });
  if (!isThere) return row("mode", false, `It says "${execution}", but did not run so.`);
  return row("mode", true, `It says "${execution}"${done.length > 0 ? ", and ran so" : ""}.`);
}

export function escapesRow(
  runs: readonly (AgentToolCall | Escaped)[],
  strays: readonly string[],
): ComplianceRow {
  const [stray] = strays;
  if (stray !== undefined) {
    const why = `It left a rejection or an exception that nobody handles, which ends a process of Node's: ${start(stray)}`;
    return row("escapes", false, why);
  }
  for (const run of runs) {
    if ("escaped" in run) return row("escapes", false, `It escaped: ${start(run.escaped)}`);
    if (run.error?.code === "interrupted") {
      return row("escapes", false, `The executor had to catch: ${start(run.error.message)}`);
    }
  }
  return row("escapes", true, `${runs.length} calls, two of them broken, came to an outcome.`);
}

export function deterministicRow(runs: readonly (AgentToolCall | Escaped)[]): ComplianceRow {
  const texts = new Set<string>();
  for (const run of runs) {
    if ("escaped" in run) return row("deterministic", false, `It escaped: ${start(run.escaped)}`);
    if (run.errorMessage !== undefined) {
      const why = `The call with the example failed: ${start(run.errorMessage)}`;
      return row("deterministic", false, why);
    }
    texts.add(run.resultJson ?? JSON.stringify(run.clientPayload ?? null));
  }
  const [one = "", other] = texts;
  if (other === undefined) {
    return row("deterministic", true, `${runs.length} calls gave the same: ${start(one)}`);
  }
  const why = `Calls with the same arguments gave ${start(one)} and ${start(other)}`;
  return row("deterministic", false, why);
}

export function idsRow(entries: readonly KeptEntry[], context: AgentContext): ComplianceRow {
  if (entries.length === 0) return row("ids", false, "Nothing was logged.");
  for (const { tag, data } of entries) {
    for (const { key, value } of idsOf(context)) {
      if (data.some((pair) => pair.key === key && pair.value === value)) continue;
      return row("ids", false, `An entry under ${start(tag)} lacks ${key}.`);
    }
  }
  return row("ids", true, `All of the ${entries.length} entries have them.`);
}

export function loggingRow(
  { name, metadata }: RegisteredTool,
  entries: readonly KeptEntry[],
  own: readonly KeptEntry[],
): ComplianceRow {
  const tag = exceptionTag(name);
  const strange = own.find((entry) => entry.level === undefined && !isContracted(entry.tag, tag));
  if (strange) {
    const why = `It logged an exception under ${start(strange.tag)}, which must be ${tag}.`;
    return row("logging", false, why);
  }
  const { execution = "client" } = metadata;
  if (execution === "client") return row("logging", true, "Nothing of it runs on the server.");
  const isLogged = entries.some((entry) => entry.level === undefined && entry.tag === tag);
  return isLogged
    ? row("logging", true, `What its handler throws is logged under ${tag}.`)
    : row("logging", false, `What its handler throws is not logged under ${tag}.`);
}

export function integrationRow(
  { metadata: { execution } }: RegisteredTool,
  responses: readonly (AgentExecuteResponse | Escaped)[],
): ComplianceRow {
  const isOfServer = execution === "server";
  for (const response of responses) {
    if ("escaped" in response) {
      return row("integration", false, `It escaped: ${start(response.escaped)}`);
    }
  }
  const finishes = responses.map((response) => ("finish" in response ? response.finish : ""));
  const expected = isOfServer ? "completed" : "client, completed";
  const seen = finishes.join(", ");
  if (seen === expected) return row("integration", true, `The reasoner's requests ended: ${seen}.`);
  const [first] = responses as readonly AgentExecuteResponse[];
  const failure = first?.toolCalls.find((call) => call.errorMessage !== undefined);
  const said = failure?.errorMessage ?? first?.error?.message ?? "";
  const why = `The reasoner's requests ended: ${seen}; expected: ${expected}. ${start(said)}`;
  return row("integration", false, why.trim());
}

/** Another part of the server has exceptions of its own. */
function isContracted(tag: string, own: string): boolean {
  return tag === own || tag.startsWith("[AgentReasoner_");
}

function isDone(run: AgentToolCall | Escaped): run is AgentToolCall {
  return !("escaped" in run) && run.errorMessage === undefined;
}

function start(text: string): string {
  return truncate(text, LONGEST);
}
