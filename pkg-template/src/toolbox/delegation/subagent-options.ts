import { type RunLimits, readLimits } from "../../element/limits/limits.js";
import type { AgentHeaders } from "../../element/stream/headers.js";
import { checkOptions, type OptionRule, type OptionRules } from "../../options/check-options.js";
import { OptionError } from "../../options/option-error.js";
import { aCount, anObject, aRegistry, aText, aTime, needed } from "../../options/rules.js";
import type { ToolRegistry } from "../../tools/registry.js";
import { anAddress, names, theHeaders } from "./rules.js";

/** An agent that the page's own agent may give work to. */
export interface SubagentOptions {
  /** The address of an AG-UI agent. */
  readonly url: string;
  /** The agent's purpose: the model chooses by it. */
  readonly description: string;
  /** Headers of every request. */
  readonly headers?: AgentHeaders;
  /**
   * The tools of the page that it may use: their names in the group's `registry`, or a registry of which it may use
   * all. None by default.
   */
  readonly tools?: readonly string[] | ToolRegistry;
  /** The number of follow-up runs that a task may cause; 10 by default. */
  readonly maxRounds?: number;
  /** Milliseconds that a task may take; 300,000 by default. `Infinity` disables the limit. */
  readonly timeout?: number;
  /** The number of tool calls that a task may cause, including those of its own subagents; 50 by default. */
  readonly maxCalls?: number;
  /** The maximum depth of nested agents; 1 by default, so that a subagent has no subagents. */
  readonly maxDepth?: number;
  /** Limits of its requests to the page, like `limits` of an `<ag-ui-agent>`. */
  readonly limits?: Partial<RunLimits>;
}

/** The same with nothing left out. */
export interface Subagent extends Required<Omit<SubagentOptions, "limits" | "tools">> {
  readonly name: string;
  readonly limits: Readonly<RunLimits>;
  readonly tools: readonly string[] | ToolRegistry;
}

/** @throws {TypeError} that names the invalid option. */
export function readSubagents(
  given: Readonly<Record<string, SubagentOptions>>,
): ReadonlyMap<string, Subagent> {
  const all = Object.entries(given);
  if (all.length === 0) {
    throw new OptionError("ag-ui-lit: agentTools({ subagents }) must name at least one agent.");
  }
  return new Map(all.map(([name, options]) => [name, readSubagent(name, options)]));
}

function readSubagent(name: string, options: SubagentOptions): Subagent {
  checkOptions("agentTools", options, rules, `subagents.${name}`);
  return {
    name,
    url: options.url,
    description: options.description,
    headers: options.headers ?? {},
    tools: options.tools ?? [],
    maxRounds: options.maxRounds ?? 10,
    timeout: options.timeout ?? 300_000,
    maxCalls: options.maxCalls ?? 50,
    maxDepth: options.maxDepth ?? 1,
    limits: readLimits(options.limits),
  };
}

const tools: OptionRule = [
  "a list of names of tools, or a ToolRegistry",
  (value) => names[1](value) || aRegistry[1](value),
];

const rules: OptionRules<SubagentOptions> = {
  url: needed(anAddress),
  description: needed(aText),
  headers: theHeaders,
  tools,
  maxRounds: aCount,
  timeout: aTime,
  maxCalls: aCount,
  maxDepth: aCount,
  limits: anObject,
};
