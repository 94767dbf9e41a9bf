import type { Interrupt } from "@ag-ui/core";
import { isObject } from "../../codec/safe-read.js";
import { loadJsonSchema } from "../../core/json-schema.js";
import type { ValidationIssue } from "../../core/raw.js";
import { BoundedSchema } from "../../validation/bounded-schema.js";
import { wantsJsonSchemaModule } from "../../validation/choose.js";
import { InvalidAnswerError } from "../errors/invalid-answer-error.js";

/**
 * Loads what checks payloads, where an interrupt says what it asks for. A page with a validator of its own has no such
 * module: it may not be bounded, and the schema is a stranger's. Never rejects: what can't be checked the backend judges.
 */
export async function preparePayloadChecks(interrupts: readonly Interrupt[]): Promise<void> {
  const asks = interrupts.some(({ responseSchema }) => isObject(responseSchema));
  if (asks && wantsJsonSchemaModule()) await loadJsonSchema().catch(() => {});
}

/**
 * Checks an answer's payload against what its interrupt asks for. The schema is the backend's: where it can't be used,
 * takes more work than is done for a stranger's, or the JSON Schema module is not there, the backend has to judge the
 * payload. So there is always an answer, and no schema holds the page up.
 *
 * @throws {InvalidAnswerError} that names what is wrong for sure.
 */
export function checkPayload({ id, responseSchema }: Interrupt, payload: unknown): void {
  if (!isObject(responseSchema)) return;
  const issues = faultsOf(responseSchema, payload);
  if (issues.length === 0) return;
  const words = issues.map(({ path, message }) => `${path.join(".") || "payload"}: ${message}`);
  const what = `the answer to the interrupt ${JSON.stringify(id)} is not what it asks for`;
  const message = `<ag-ui-agent>: ${what}: ${words.join("; ")}`;
  throw new InvalidAnswerError({ message, validationErrors: [...issues] });
}

function faultsOf(responseSchema: object, payload: unknown): readonly ValidationIssue[] {
  const schema = BoundedSchema.compile(responseSchema);
  // A payload is a plain copy by now, which JSON can say.
  const issues = schema?.issuesOf(payload) ?? [];
  schema?.free();
  return issues;
}
