import type { Interrupt } from "@ag-ui/core";
import { isObject } from "../codec/safe-read.js";
import type { RawTool, ValidationIssue } from "../core/raw.js";
import { argumentsText } from "../execution/arguments.js";
import { compiledTool, defineTool } from "../tools/define.js";
import { InvalidAnswerError } from "./invalid-answer-error.js";

/**
 * Checks an answer's payload against what its interrupt asks for, with the core's engine. A schema that the engine
 * can't use is the backend's fault: then the backend has to judge the payload.
 *
 * @throws {InvalidAnswerError} that names everything that is wrong.
 */
export function checkPayload({ id, responseSchema }: Interrupt, payload: unknown): void {
  const checker = isObject(responseSchema) ? checkerOf(responseSchema) : undefined;
  if (!checker) return;
  const { text, fault } = argumentsText({ payload });
  const error = fault === undefined ? checker.validate(text) : { message: fault };
  if (!error) return;
  const issues = issuesOf(error);
  const words = issues.map(({ path, message }) => `${path.join(".") || "payload"}: ${message}`);
  const what = `the answer to the interrupt ${JSON.stringify(id)} is not what it asks for`;
  const message = `<ag-ui-agent>: ${what}: ${words.join("; ")}`;
  throw new InvalidAnswerError({ message, validationErrors: issues });
}

/** The engine validates objects, and a payload may be anything: it is checked as the member of one. */
function checkerOf(responseSchema: object): RawTool | undefined {
  const { $schema, ...schema } = responseSchema as { readonly $schema?: unknown };
  // What it refers to within itself stays there: it has a name of its own.
  const payload = { $id: "urn:ag-ui-lit:response", ...schema };
  try {
    const tool = defineTool({
      name: "response",
      description: "What an interrupt asks for.",
      handler: () => {},
      schema: { $schema, type: "object", properties: { payload }, required: ["payload"] },
    });
    return compiledTool(tool).raw;
  } catch {
    return undefined;
  }
}

function issuesOf(error: { message: string; validationErrors?: ValidationIssue[] }) {
  const { message, validationErrors = [{ path: [], message }] } = error;
  return validationErrors.map((issue) => ({ ...issue, path: issue.path.slice(1) }));
}
