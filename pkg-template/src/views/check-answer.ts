import type { StandardSchemaV1 } from "@standard-schema/spec";
import { isObject, read } from "../codec/safe-read.js";
import { wellFormedJson } from "../codec/truncate.js";
import { loadJsonSchema } from "../core/json-schema.js";
import { InvalidAnswerError } from "../element/errors/invalid-answer-error.js";
import { OptionError } from "../options/option-error.js";
import { chooseValidator, needsJsonSchemaModule } from "../validation/choose.js";
import { readSchema, validatesItself } from "../validation/read-schema.js";
import type { JsonSchema } from "../validation/schema-object.js";
import type { ArgumentsValidator } from "../validation/validator.js";

/** The schema of an answer: a Standard Schema, or a JSON Schema of any value. */
export type AnswerSchema<Answer> =
  | StandardSchemaV1<unknown, Answer>
  | StandardSchemaV1<never, Answer>
  | JsonSchema;

/** Checks answers of people by a schema, with the validator that also checks the arguments of tools. */
export class AnswerCheck<Answer> {
  readonly #schema: AnswerSchema<Answer>;
  #validator: ArgumentsValidator | undefined;

  constructor(schema: AnswerSchema<Answer>) {
    this.#schema = schema;
  }

  /**
   * The answer as the schema's validator gives it.
   *
   * @throws {InvalidAnswerError} when the schema refuses it.
   */
  async check(answer: unknown): Promise<Answer> {
    const isWrapped = !validatesItself(this.#schema);
    this.#validator ??= await this.#choose();
    const value = isWrapped ? { answer } : answer;
    const verdict = await this.#validator.validate({
      text: wellFormedJson(JSON.stringify(value) ?? "null"),
      maxDepth: 128,
      fresh: () => value as Record<string, unknown>,
    });
    if (verdict.accepted) return (verdict.output ? verdict.output.value : answer) as Answer;
    const issues = (verdict.error.validationErrors ?? []).map((issue) => ({
      ...issue,
      path: isWrapped ? issue.path.slice(1) : issue.path,
    }));
    const message = issues.map(({ path, message }) => [...path, message].join(": ")).join("; ");
    throw new InvalidAnswerError({
      message: message || verdict.error.message,
      validationErrors: issues,
    });
  }

  async #choose(): Promise<ArgumentsValidator> {
    const { validate, jsonSchema } = readSchema(this.#schema, !validatesItself(this.#schema));
    const schema = validate ? undefined : wrapped(jsonSchema);
    if (needsJsonSchemaModule({ schema })) await loadJsonSchema();
    const wish = { standard: validate, schema, parameters: undefined, formats: true };
    const { validator, issues } = chooseValidator(wish);
    if (validator) return validator;
    const why = issues.map(({ path, message }) => `${path.join(".")} ${message}`).join("; ");
    throw new OptionError(`ag-ui-lit: humanTool({ resultSchema }) can't be used: ${why}`);
  }
}

/** Validators are for objects, and an answer may be any value. References lead from the top: `#/$defs/…`. */
function wrapped(schema: unknown): JsonSchema {
  const given = isObject(schema) ? schema : {};
  const shared = ["$schema", "$defs", "definitions"].flatMap((keyword) => {
    const value = read(given, keyword);
    return value === undefined ? [] : [[keyword, value]];
  });
  const { $schema: _, ...rest } = given as JsonSchema;
  return {
    ...Object.fromEntries(shared),
    type: "object",
    properties: { answer: rest },
    required: ["answer"],
  };
}
