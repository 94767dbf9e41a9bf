import type { Interrupt } from "@ag-ui/core";
import { isObject } from "../codec/safe-read.js";
import type { CoreToolError } from "../core/raw.js";
import { EngineSchema } from "../engine/engine-schema.js";
import { whenEngineReady } from "../engine/state.js";
import { argumentsText } from "../execution/arguments.js";
import { DEFAULT_MAX_DEPTH } from "../execution/options.js";
import { InvalidAnswerError } from "./invalid-answer-error.js";

/**
 * Checks an answer's payload against what its interrupt asks for, with the schema engine. A schema that the engine
 * can't use is the backend's fault: then the backend has to judge the payload.
 *
 * Rejects with an `InvalidAnswerError` that names everything that is wrong.
 */
export async function checkPayload(
  { id, responseSchema }: Interrupt,
  payload: unknown,
): Promise<void> {
  const schema = isObject(responseSchema) ? await usable(responseSchema) : undefined;
  if (!schema) return;
  const { text, fault } = argumentsText({ payload });
  const error =
    fault === undefined ? await schema.validate(text, DEFAULT_MAX_DEPTH) : { message: fault };
  if (!error) return;
  const issues = issuesOf(error);
  const words = issues.map(({ path, message }) => `${path.join(".") || "payload"}: ${message}`);
  const what = `the answer to the interrupt ${JSON.stringify(id)} is not what it asks for`;
  const message = `<ag-ui-agent>: ${what}: ${words.join("; ")}`;
  throw new InvalidAnswerError({ message, validationErrors: issues });
}

/** The engine validates objects, and a payload may be anything: it is checked as the member of one. */
async function usable(responseSchema: object): Promise<EngineSchema | undefined> {
  const { $schema, ...schema } = responseSchema as { readonly $schema?: unknown };
  // What it refers to within itself stays there: it has a name of its own.
  const payload = { $id: "urn:ag-ui-lit:response", ...schema };
  const whole = { $schema, type: "object", properties: { payload }, required: ["payload"] };
  const compiled = new EngineSchema(whole, true);
  try {
    return compiled.faults(await whenEngineReady()).length === 0 ? compiled : undefined;
  } catch {
    return undefined;
  }
}

function issuesOf(error: Pick<CoreToolError, "message" | "validationErrors">) {
  const { message, validationErrors = [{ path: [], message }] } = error;
  return validationErrors.map((issue) => ({ ...issue, path: issue.path.slice(1) }));
}
