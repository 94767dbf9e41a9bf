import { messageOf } from "../codec/describe.js";
import { isObject, read } from "../codec/safe-read.js";
import { isJsonSchemaReady } from "../core/json-schema.js";
import type { DefinitionIssue } from "../core/raw.js";
import { NotInitializedError } from "../core/state.js";
import { JsonSchemaValidator } from "./json-schema.js";
import { type JsonSchemaValidatorProvider, ProvidedValidator } from "./provider.js";
import { validatesItself } from "./read-schema.js";
import type { JsonSchema } from "./schema-object.js";
import { StandardSchemaValidator, type StandardValidate } from "./standard-schema.js";
import type { ArgumentsValidator } from "./validator.js";

/** The members of a definition that determine the validation of its arguments. */
export interface ValidationWish {
  /** A Standard Schema's own validator. */
  readonly standard: StandardValidate | undefined;
  /** The definition's `schema` as plain JSON, if it is one. */
  readonly schema: unknown;
  /** The definition's `parameters` as plain JSON: they validate where there is no `schema`. */
  readonly parameters: unknown;
  /** `metadata.validateFormats`. */
  readonly formats: boolean;
}

/** A tool's validator, or the issues of its schema; neither, if the rules for definitions find the error. */
export interface ChosenValidator {
  readonly validator?: ArgumentsValidator;
  readonly issues: readonly DefinitionIssue[];
}

let provider: JsonSchemaValidatorProvider | false | undefined;

/** The value of `init({ validator })`: the validator for plain JSON Schemas of tools that are defined from now on. */
export function setProvider(given: JsonSchemaValidatorProvider | false): void {
  provider = given;
}

/** Returns true if a page loads the JSON Schema module before a tool needs it. */
export function wantsJsonSchemaModule(): boolean {
  return provider === undefined;
}

/**
 * The one place that chooses the validator of a tool's arguments: its schema's own validator, the page's provider, the
 * JSON Schema module.
 *
 * @throws {NotInitializedError} when it would be the module, which is not loaded.
 */
export function chooseValidator(wish: ValidationWish): ChosenValidator {
  if (wish.standard) return { validator: new StandardSchemaValidator(wish.standard), issues: [] };
  const field = wish.schema === undefined || wish.schema === null ? "parameters" : "schema";
  const schema = wish[field];
  if (!isSchemaObject(schema)) return { issues: [] };
  if (provider) return byProvider(provider, schema, field);
  if (!isJsonSchemaReady()) throw new NotInitializedError("A plain JSON Schema", moduleIsMissing());
  const { formats } = wish;
  const compiled = JsonSchemaValidator.compile(schema, { formats });
  const faults = "issues" in compiled ? within(field, compiled.issues) : [];
  return {
    ...("validator" in compiled && { validator: compiled.validator }),
    issues: [...faults, ...(field === "schema" ? faultsOfShown(wish) : [])],
  };
}

/**
 * Returns true if a definition can't be registered before the JSON Schema module is loaded. It only looks, and is safe
 * for any value: errors in a definition are reported by its registration.
 */
export function needsJsonSchemaModule(definition: unknown): boolean {
  if (provider || !isObject(definition)) return false;
  const schema = read(definition, "schema");
  if (validatesItself(schema)) return false;
  if (![schema, read(definition, "parameters")].some(isHolder)) return false;
  try {
    return !isJsonSchemaReady();
  } catch {
    // The module in the script can't be started: the registration will report the reason.
    return false;
  }
}

function byProvider(
  given: JsonSchemaValidatorProvider,
  schema: JsonSchema,
  field: string,
): ChosenValidator {
  try {
    return { validator: new ProvidedValidator(given, schema), issues: [] };
  } catch (thrown) {
    const message = `can't be used by the page's validator: ${messageOf(thrown)}`;
    return { issues: [{ path: [field], message }] };
  }
}

/** Parameters that are only shown have to be a JSON Schema, too. */
function faultsOfShown({ parameters, formats }: ValidationWish): DefinitionIssue[] {
  if (!isSchemaObject(parameters)) return [];
  const compiled = JsonSchemaValidator.compile(parameters, { formats });
  return "issues" in compiled ? within("parameters", compiled.issues) : [];
}

function within(field: string, issues: readonly DefinitionIssue[]): DefinitionIssue[] {
  return issues.map(({ path, message }) => ({ path: [field, ...path], message }));
}

/** The rules for definitions refuse values that are not a schema or do not describe an object. */
function isSchemaObject(schema: unknown): schema is JsonSchema {
  if (!isObject(schema) || Array.isArray(schema)) return false;
  const { type } = schema as { readonly type?: unknown };
  if (Array.isArray(type)) return type.includes("object");
  return typeof type !== "string" || type === "object";
}

/** Also a function: some libraries' schemas are. */
function isHolder(value: unknown): boolean {
  return isObject(value) || typeof value === "function";
}

function moduleIsMissing(): string {
  if (provider === false) {
    return (
      "A plain JSON Schema was used, but init({ validator: false }) does not load the JSON Schema module. Leave the option " +
      "out, or use `registerTool()`, which loads the module and waits for it."
    );
  }
  return (
    "A plain JSON Schema was used before the ag-ui-lit JSON Schema module was loaded. Call `await init()` first, which " +
    "loads it, or use `registerTool()`, which waits for it; `init({ validator })` takes a validator of your own in its " +
    'place, and "ag-ui-lit/inline" has the module in itself.'
  );
}
