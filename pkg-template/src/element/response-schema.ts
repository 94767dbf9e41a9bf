import type { Interrupt } from "@ag-ui/core";
import { isObject } from "../codec/safe-read.js";
import { fromJson } from "../core/json.js";
import { type CoreToolError, RawSchema } from "../core/raw.js";
import { argumentsText } from "../execution/arguments.js";
import { InvalidAnswerError } from "./invalid-answer-error.js";

/**
 * Checks an answer's payload against what its interrupt asks for. A schema that can't be used is the backend's fault: then
 * the backend has to judge the payload. Needs the core.
 *
 * @throws {InvalidAnswerError} that names everything that is wrong.
 */
export function checkPayload({ id, responseSchema }: Interrupt, payload: unknown): void {
  const schema = isObject(responseSchema) ? usable(responseSchema) : undefined;
  if (!schema) return;
  const { text, fault } = argumentsText({ payload });
  const error = fault === undefined ? fromJson(schema.fault(text)) : { message: fault };
  schema.free();
  if (!error) return;
  const issues = issuesOf(error);
  const words = issues.map(({ path, message }) => `${path.join(".") || "payload"}: ${message}`);
  const what = `the answer to the interrupt ${JSON.stringify(id)} is not what it asks for`;
  const message = `<ag-ui-agent>: ${what}: ${words.join("; ")}`;
  throw new InvalidAnswerError({ message, validationErrors: issues });
}

/** Argument text is that of an object, and a payload may be anything: it is checked as the member of one. */
function usable(responseSchema: object): RawSchema | undefined {
  const { $schema, ...schema } = responseSchema as { readonly $schema?: unknown };
  // What it refers to within itself stays there: it has a name of its own.
  const payload = { $id: "urn:ag-ui-lit:response", ...schema };
  const whole = { $schema, type: "object", properties: { payload }, required: ["payload"] };
  try {
    return new RawSchema(JSON.stringify(whole));
  } catch {
    return undefined;
  }
}

function issuesOf(error: Pick<CoreToolError, "message" | "validationErrors">) {
  const { message, validationErrors = [{ path: [], message }] } = error;
  return validationErrors.map((issue) => ({ ...issue, path: issue.path.slice(1) }));
}
