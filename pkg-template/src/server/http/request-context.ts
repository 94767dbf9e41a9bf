import type { RunAgentInput } from "@ag-ui/core";
import { isArray, isObject, read, readText } from "../../codec/safe-read.js";
import type { AgentContext } from "../agent-context.js";
import type { Asked } from "./asked.js";
import type { ContextRule } from "./endpoint-options.js";

const parties = ["agent", "conversation", "session", "organisation", "user"] as const;

/**
 * Whose request it is, as the server says, or the server's own answer.
 *
 * @throws what the rule throws, and a TypeError where it gives something else than it may: nobody is taken for somebody by mistake.
 */
export async function contextOf(
  rule: ContextRule | undefined,
  asked: Asked,
  input: RunAgentInput,
): Promise<AgentContext | Response> {
  const own = { conversation: { id: input.threadId }, session: { id: input.runId } };
  if (!rule) return own;
  const said: unknown = await rule(asked.standard(), input);
  if (said === undefined) return own;
  if (isResponse(said)) return said;
  if (!isObject(said) || isArray(said)) {
    throw new TypeError("serveAgent({ context }) must give an object, a Response, or nothing.");
  }
  const unknown = Object.keys(said).find((key) => !parties.some((party) => party === key));
  if (unknown !== undefined) {
    throw new TypeError(
      `serveAgent({ context }) gave "${unknown}"; there are: ${parties.join(", ")}.`,
    );
  }
  const given = parties.flatMap((party) => {
    const value = read(said, party);
    if (value === undefined) return [];
    if (isObject(value) && (readText(value, "id") ?? "") !== "") return [[party, value]];
    throw new TypeError(`serveAgent({ context }) gave ${party} without an id.`);
  });
  return { ...own, ...Object.fromEntries(given) };
}

/** Also one of another realm, or of a library. */
function isResponse(value: unknown): value is Response {
  return (
    isObject(value) && typeof read(value, "status") === "number" && isObject(read(value, "headers"))
  );
}
