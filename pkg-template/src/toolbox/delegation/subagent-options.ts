import { type RunLimits, readLimits } from "../../element/limits/limits.js";
import type { AgentHeaders } from "../../element/stream/headers.js";
import type { ToolRegistry } from "../../tools/registry.js";
import { address, count, optionsObject, texts, time, withMethods, wrong } from "./given.js";

/** An agent that the page's own agent may give work to. */
export interface SubagentOptions {
  /** Where it is: the address of an AG-UI agent. */
  readonly url: string;
  /** What it is good for: the model chooses by it. */
  readonly description: string;
  /** Headers of every request. */
  readonly headers?: AgentHeaders;
  /**
   * The tools of the page that it may use: their names in the group's `registry`, or a registry of which it may use all.
   * None unless some are named.
   */
  readonly tools?: readonly string[] | ToolRegistry;
  /** How many follow-up runs a task may cause: 10 unless said otherwise. */
  readonly maxRounds?: number;
  /** Milliseconds that a task may take: 300,000 unless said otherwise. `Infinity` is no limit. */
  readonly timeout?: number;
  /** How many calls of tools a task may cause, those of its own subagents included: 50 unless said otherwise. */
  readonly maxCalls?: number;
  /** How many agents may stand in a row: 1 unless said otherwise, so that a subagent has no subagents. */
  readonly maxDepth?: number;
  /** How much it may ask of the page, as the `limits` of an `<ag-ui-agent>`. */
  readonly limits?: Partial<RunLimits>;
}

/** The same with nothing left out. */
export interface Subagent extends Required<Omit<SubagentOptions, "limits" | "tools">> {
  readonly name: string;
  readonly limits: Readonly<RunLimits>;
  readonly tools: readonly string[] | ToolRegistry;
}

/** @throws {TypeError} that names the option that is not as it must be. */
export function readSubagents(given: unknown): ReadonlyMap<string, Subagent> {
  const all = Object.entries(optionsObject(given, "subagents"));
  if (all.length === 0) throw wrong("subagents", "must name at least one agent", given);
  return new Map(all.map(([name, options]) => [name, readSubagent(name, options)]));
}

function readSubagent(name: string, given: unknown): Subagent {
  const at = `subagents.${name}`;
  if (given === undefined) throw wrong(at, "must be an object", given);
  const options = optionsObject(given, at) as Partial<Record<keyof SubagentOptions, unknown>>;
  const { description, headers } = options;
  if (typeof description !== "string" || description.trim() === "") {
    throw wrong(`${at}.description`, "must say what the agent is good for", description);
  }
  return {
    name,
    url: address(options.url, `${at}.url`),
    description,
    headers: (headers ?? {}) as AgentHeaders,
    tools: readTools(options.tools, `${at}.tools`),
    maxRounds: count(options.maxRounds, `${at}.maxRounds`, 10),
    timeout: time(options.timeout, `${at}.timeout`, 300_000),
    maxCalls: count(options.maxCalls, `${at}.maxCalls`, 50),
    maxDepth: count(options.maxDepth, `${at}.maxDepth`, 1),
    limits: readLimits(options.limits),
  };
}

function readTools(given: unknown, name: string): readonly string[] | ToolRegistry {
  if (given === undefined) return [];
  if (Array.isArray(given)) return texts(given, name) ?? [];
  return withMethods(given, ["get", "toAgUiTools"], name, "names of tools, or a ToolRegistry");
}
