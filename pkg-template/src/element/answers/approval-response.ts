import { describe, messageOf } from "../../codec/describe.js";
import { isObject } from "../../codec/safe-read.js";

/** What a person decided. */
export type ApprovalResponse =
  /** Run it; with `args` in place of the model's, if given: all of them, not only what changed. */
  | { readonly decision: "approve"; readonly args?: Record<string, unknown> | undefined }
  /** Don't. The model reads the reason. */
  | { readonly decision: "decline"; readonly reason?: string | undefined };

/**
 * A page's answer, each field read once.
 *
 * @throws {TypeError} that says what is wrong with it.
 */
export function readResponse(response: unknown): ApprovalResponse {
  if (!isObject(response)) throw wrong("an answer must be an object", response);
  const decision = field(response, "decision");
  const args = field(response, "args");
  const reason = field(response, "reason");
  switch (decision) {
    case "approve":
      if (args === undefined) return { decision };
      if (!isObject(args)) throw wrong("args must be an object", args);
      return { decision, args: args as Record<string, unknown> };
    case "decline":
      if (reason === undefined) return { decision };
      if (typeof reason !== "string") throw wrong("reason must be a text", reason);
      return { decision, reason };
    default:
      throw wrong('decision must be "approve" or "decline"', decision);
  }
}

function field(response: object, name: string): unknown {
  try {
    return Reflect.get(response, name);
  } catch (cause) {
    const reason = messageOf(cause);
    throw new TypeError(`${method} ${name} can't be read: ${reason}`, { cause });
  }
}

const method = "<ag-ui-agent>: respondToApproval():";

function wrong(must: string, given: unknown): TypeError {
  return new TypeError(`${method} ${must}, but is ${describe(given)}.`);
}
