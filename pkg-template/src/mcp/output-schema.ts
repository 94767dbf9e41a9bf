import { MOST_DEPTH } from "../constants/core.js";
import { chooseValidator } from "../validation/choose.js";
import type { JsonSchema } from "../validation/schema-object.js";
import { McpToolError } from "./errors.js";

/** Returns the error in a tool's `structuredContent`; `undefined` if it is valid. */
export type OutputCheck = (structured: unknown) => Promise<string | undefined>;

/**
 * Compiles a tool's `outputSchema` for whoever validates arguments, too: the JSON Schema module or the page's provider.
 * The client's own default in Node makes functions of text, which a page's policy may forbid.
 *
 * @throws {McpToolError} when the schema is broken.
 */
export function checkOf(schema: JsonSchema): OutputCheck {
  const isObjects = schema.type === "object";
  // A result may be anything, but the validator of arguments accepts objects. An `$id` keeps references within the
  // schema.
  const judged = isObjects
    ? schema
    : {
        $schema: schema.$schema ?? "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        properties: { result: { $id: "urn:ag-ui-lit:output-schema", ...schema } },
      };
  const { validator, issues } = chooseValidator({
    standard: undefined,
    schema: judged,
    parameters: undefined,
    formats: true,
  });
  if (!validator) {
    const [first] = issues;
    const where = first ? ["", ...first.path.slice(1)].join("/") : "";
    const why = first ? `${where && `at ${where} `}${first.message}` : "it is no JSON Schema";
    throw new McpToolError(`its outputSchema can't be used: ${why}`);
  }
  return async (structured) => {
    const text = JSON.stringify(isObjects ? structured : { result: structured });
    const verdict = await validator.validate({
      text,
      maxDepth: MOST_DEPTH,
      fresh: () => JSON.parse(text),
    });
    return verdict.accepted ? undefined : verdict.error.message;
  };
}
