import type { Interrupt } from "@ag-ui/core";
import { isObject } from "../../codec/safe-read.js";
import { fromJson } from "../../core/json.js";
import { type CoreToolError, RawSchema } from "../../core/raw.js";
import { argumentsText } from "../../execution/arguments.js";
import { InvalidAnswerError } from "../errors/invalid-answer-error.js";

/** UTF-16 units of a schema's text, and of a payload's: what is longer is the backend's to judge. */
const longestSchema = 262_144;
const longestPayload = 16_777_216;

/**
 * Checks an answer's payload against what its interrupt asks for. The schema is the backend's: where it can't be used,
 * or takes more work than the core does for a stranger's, the backend has to judge the payload. So there is always an
 * answer, and no schema holds the page up. Needs the core.
 *
 * @throws {InvalidAnswerError} that names what is wrong for sure.
 */
export function checkPayload({ id, responseSchema }: Interrupt, payload: unknown): void {
  const schema = isObject(responseSchema) ? usable(responseSchema) : undefined;
  if (!schema) return;
  const { text, fault } = argumentsText({ payload });
  const error = fault === undefined ? faultOf(schema, text) : { message: fault };
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
    const text = JSON.stringify(whole);
    return text.length > longestSchema ? undefined : new RawSchema(text);
  } catch {
    return undefined;
  }
}

function faultOf(schema: RawSchema, text: string) {
  if (text.length > longestPayload) return undefined;
  try {
    return fromJson(schema.fault(text));
  } catch {
    // It is nested deeper than the core reads.
    return undefined;
  }
}

function issuesOf(error: Pick<CoreToolError, "message" | "validationErrors">) {
  const { message, validationErrors = [{ path: [], message }] } = error;
  return validationErrors.map((issue) => ({ ...issue, path: issue.path.slice(1) }));
}
