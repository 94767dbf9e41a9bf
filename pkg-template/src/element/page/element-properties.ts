import type { AbstractAgent } from "@ag-ui/client";
import { describe } from "../../codec/describe.js";
import { read } from "../../codec/safe-read.js";

/** The element's own properties in the order in which they are set: the thread before what it holds. */
const settable = [
  "url",
  "protocol",
  "headers",
  "maxRounds",
  "limits",
  "openCalls",
  "resultParts",
  "context",
  "forwardedProps",
  "registry",
  "manager",
  "threadId",
  "agent",
  "capabilities",
  "messages",
  "state",
] as const;

/**
 * Takes off what was set on an element before it was defined, where it would hide the accessors.
 *
 * @param others the properties that its features add: they are set first.
 */
export function takeOwnProperties(
  element: object,
  others: readonly string[],
): Readonly<Record<string, unknown>> {
  const own: Record<string, unknown> = {};
  const properties = element as Record<string, unknown>;
  for (const name of [...others, ...settable]) {
    if (!Object.hasOwn(element, name)) continue;
    own[name] = properties[name];
    delete properties[name];
  }
  return own;
}

/**
 * The agent that a page set. It may come from another copy of `@ag-ui/client`. Vue makes a Proxy of an agent that it keeps
 * in a `ref`, and that Proxy makes more of whatever is read through it, which the client can't copy: the agent behind it
 * is meant.
 *
 * @throws {TypeError} when it can't be talked to.
 */
export function agentOf(given: AbstractAgent | null | undefined): AbstractAgent | undefined {
  if (given === null || given === undefined) return undefined;
  const agent = (read(given, "__v_raw") ?? given) as Partial<AbstractAgent>;
  const methods = ["runAgent", "use", "setMessages"];
  if (methods.every((method) => isMethod(agent, method))) return agent as AbstractAgent;
  throw new TypeError("<ag-ui-agent>: agent must be an AbstractAgent of @ag-ui/client.");
}

/**
 * The object that a page set for a property; `undefined` for nothing.
 *
 * @throws {TypeError} when it lacks a method that is needed of it.
 */
export function objectWith<T extends object>(
  methods: readonly (keyof T & string)[],
  given: T | null | undefined,
  must: string,
): T | undefined {
  if (given === null || given === undefined) return undefined;
  if (methods.every((method) => isMethod(given, method))) return given;
  throw new TypeError(`<ag-ui-agent>: ${must}, but is ${describe(given)}.`);
}

function isMethod(holder: object, name: string): boolean {
  return typeof read(holder, name) === "function";
}
