import { isDeeperThan } from "../codec/depth.js";
import { describe, messageOf } from "../codec/describe.js";
import { isArray, isObject } from "../codec/safe-read.js";
import { MAX_SCHEMA_DEPTH } from "../constants/core.js";
import {
  type DefinitionIssue,
  type RawDefinition,
  RawTool,
  RawToolRegistry,
  type ToolStats,
} from "../core/raw.js";
import { ToolDefinitionError } from "../errors/definition-error.js";
import { nearestName } from "../options/nearest-name.js";
import {
  type ChosenValidator,
  chooseValidator,
  type ValidationWish,
} from "../validation/choose.js";
import { readSchema } from "../validation/read-schema.js";
import type { ArgumentsValidator } from "../validation/validator.js";
import { readableSchema } from "../visible-text/readable-schema.js";
import { readableText } from "../visible-text/readable-text.js";
import { type Approval, readApproval } from "./approval.js";
import { readCaching } from "./caching.js";
import { asMethod } from "./callable.js";
import { foreignSource, type ToolOfOtherCopy } from "./copies.js";
import { deepFreeze } from "./deep-freeze.js";
import { markOwner, metadataFields, readMetadata } from "./metadata.js";
import { formOf, lowerPrecedence } from "./precedence.js";
import { checkReload } from "./reload.js";
import { shownSchema } from "./shown-schema.js";
import { checkTracing } from "./tracing.js";
import type { JsonSchema, RegisteredTool, ToolHandler, ToolMetadata } from "./types.js";

/** The core's part of a tool, and the validator of its arguments. */
export interface CompiledTool {
  readonly raw: RawTool;
  /** The core's tool; for a tool that another copy of ag-ui-lit defined, that copy provides it. */
  readonly definition?: RawDefinition;
  /** The outcomes of executions in other copies of ag-ui-lit. */
  readonly statsElsewhere: (() => ToolStats | undefined)[];
  /** The validator of its arguments. */
  readonly validator: ArgumentsValidator;
}

/** By tool. A tool's compiled half is released together with the tool. */
const compiled = new WeakMap<object, CompiledTool>();

/** Checks a definition. @throws {ToolDefinitionError} with every error. */
export function defineTool(definition: unknown): RegisteredTool {
  const fields = readFields(definition);
  const found: DefinitionIssue[] = [...fields.issues];
  const json = (field: string, value: unknown): unknown => asJson(field, value, found);

  const { jsonSchema, validate, fault } = readSchema(
    fields.schema,
    fields.parameters === undefined,
  );
  if (fault !== undefined) found.push({ path: ["schema"], message: fault });

  const metadata = readMetadata(fields.metadata, found);
  const approval = readApproval(metadata, found);
  checkTracing(metadata, found);
  checkReload(metadata, found);
  const schema = json("schema", jsonSchema);
  const parameters = json("parameters", fields.parameters);
  const checked: RawDefinition = {
    name: json("name", fields.name),
    id: json("id", fields.id),
    description: readable(json("description", fields.description)),
    handler: typeof fields.handler,
    schema: kindOf(schema),
    parameters: kindOf(parameters),
    metadata: json("metadata", readCaching(metadata, found)),
    issues: found,
  };
  const { raw, faults = [] } = definedInCore(checked);
  const { validator, issues } = chosen(raw, {
    standard: validate,
    schema,
    parameters,
    formats: (metadata as ToolMetadata | undefined)?.validateFormats !== false,
  });
  if (!raw || !validator) {
    raw?.free();
    validator?.free?.();
    throw new ToolDefinitionError(fields.name, [...faults, ...issues]);
  }
  const tool: RegisteredTool = Object.freeze({
    // As the core has checked them: the author's value may be an object that only turns into a string.
    name: checked.name as string,
    ...(typeof checked.id === "string" && { id: checked.id }),
    description: checked.description as string,
    parameters: deepFreeze(
      readableSchema(shownSchema((parameters ?? schema) as JsonSchema)).schema,
    ),
    metadata: freezeMetadata(metadata as ToolMetadata | null | undefined, approval, checked),
    handler: asMethod(definition as object, fields.handler) as ToolHandler<never>,
  });
  markOwner(tool.metadata, fields.metadata);
  const form = formOf({ handler: fields.handler as object });
  if (form) lowerPrecedence(tool.handler, form);
  compiled.set(tool, {
    raw,
    definition: checked,
    statsElsewhere: [],
    validator,
  });
  return tool;
}

function chosen(raw: RawTool | undefined, wish: ValidationWish): ChosenValidator {
  try {
    return chooseValidator(wish);
  } catch (thrown) {
    raw?.free();
    throw thrown;
  }
}

/** The core's result for a definition: a tool, or every issue. */
function definedInCore(
  definition: RawDefinition,
): { raw: RawTool; faults?: never } | { raw?: never; faults: DefinitionIssue[] } {
  try {
    return { raw: RawTool.define(definition) };
  } catch (thrown) {
    if (!isArray(thrown)) throw thrown;
    return { faults: thrown as unknown[] as DefinitionIssue[] };
  }
}

/** The core's information about a schema: whether it describes objects. */
function kindOf(schema: unknown): unknown {
  if (!isObject(schema) || isArray(schema)) return schema;
  const { type } = schema as { readonly type?: unknown };
  return { ...(type !== undefined && { type }) };
}

/**
 * The compiled half of a tool. An object that merely looks like a tool, such as a copy of one, is checked first.
 *
 * @throws {ToolDefinitionError} if it is not a tool.
 */
export function compiledTool(tool: RegisteredTool): CompiledTool {
  const isHolder = typeof tool === "object" && tool !== null;
  const known = isHolder ? compiled.get(tool) : undefined;
  if (known) return known;
  const source = isHolder ? foreignSource(tool) : undefined;
  const made = source ? compileForeign(source) : (compiled.get(defineTool(tool)) as CompiledTool);
  compiled.set(tool, made);
  return made;
}

/** Frees the memory of a tool that was defined only for a check. No other code may hold the tool. */
export function discardTool(tool: RegisteredTool): void {
  const known = compiled.get(tool);
  if (!known) return;
  compiled.delete(tool);
  known.raw.free();
  known.validator.free?.();
}

/** The parts that another copy of ag-ui-lit needs to run a tool of this one. */
export function sourceOf(tool: object): ToolOfOtherCopy | undefined {
  const known = compiled.get(tool);
  if (!known?.definition) return undefined;
  const { definition, validator, statsElsewhere } = known;
  return {
    definition: JSON.stringify(definition),
    validator,
    reportStats: (stats) => void statsElsewhere.push(stats),
  };
}

/** A tool that another copy of ag-ui-lit has defined, for this one's core. */
function compileForeign({ definition, validator, reportStats }: ToolOfOtherCopy): CompiledTool {
  const checked = JSON.parse(definition) as RawDefinition & { name: string };
  const { name } = checked;
  const { raw, faults } = definedInCore(checked);
  if (!raw) throw new ToolDefinitionError(name, faults);
  const counter = new RawToolRegistry();
  counter.register(raw, true);
  reportStats(() => counter.stats(name));
  return { raw, statsElsewhere: [], validator };
}

type Field = "name" | "id" | "description" | "schema" | "parameters" | "metadata" | "handler";

/** Reads each field once: a getter may throw, or answer differently the second time. */
function readFields(definition: unknown): Record<Field, unknown> & { issues: DefinitionIssue[] } {
  const issues: DefinitionIssue[] = [];
  if (typeof definition !== "object" || definition === null) {
    const kind = definition === null ? "null" : typeof definition;
    throw new ToolDefinitionError(undefined, [
      {
        path: [],
        message: `must be an object with name, description, schema and handler, but is ${kind}`,
      },
    ]);
  }
  issues.push(...misplacedFields(definition));
  const read = (field: Field): unknown => {
    try {
      return (definition as Record<Field, unknown>)[field];
    } catch (thrown) {
      issues.push({ path: [field], message: `could not be read: ${describe(thrown)}` });
      return undefined;
    }
  };
  return {
    name: read("name"),
    id: read("id"),
    description: read("description"),
    schema: read("schema"),
    parameters: read("parameters"),
    metadata: read("metadata"),
    handler: read("handler"),
    issues,
  };
}

/**
 * An issue for each field of a plain object that is misplaced, or has a schema under another name: such a tool would
 * accept any arguments. Other fields may be used by its functions as `this`.
 */
function misplacedFields(definition: object): DefinitionIssue[] {
  const above = Object.getPrototypeOf(definition);
  if (above !== null && Object.getPrototypeOf(above) !== null) return [];
  const keys = Object.keys(definition);
  const hasSchema = keys.includes("schema") || keys.includes("parameters");
  return keys.flatMap((key) => {
    const isSchema =
      !hasSchema && (/schema$/i.test(key) || nearestName(key, ["schema", "parameters"]));
    if (metadataFields.includes(key)) return { path: [key], message: "belongs in metadata" };
    return isSchema ? { path: [key], message: 'is not read: write it as "schema"' } : [];
  });
}

/** The description for a model, without characters that a person can't see. */
function readable(description: unknown): unknown {
  return typeof description === "string" ? readableText(description) : description;
}

function asJson(field: string, value: unknown, issues: DefinitionIssue[]): unknown {
  if (value === undefined) return undefined;
  try {
    const text = JSON.stringify(value, finite);
    const plain: unknown = text === undefined ? undefined : JSON.parse(text);
    if (plain === undefined) {
      issues.push({ path: [field], message: `must be plain data, but is a ${typeof value}` });
    } else if (text !== undefined && unpairedSurrogate.test(text)) {
      issues.push({ path: [field], message: "has text with an unpaired surrogate" });
    } else if (isDeeperThan(MAX_SCHEMA_DEPTH, plain)) {
      issues.push({ path: [field], message: `is nested deeper than ${MAX_SCHEMA_DEPTH} levels` });
    } else {
      return plain;
    }
  } catch (thrown) {
    issues.push({ path: [field], message: `can't be written as JSON: ${messageOf(thrown)}` });
  }
  return undefined;
}

/**
 * `JSON.stringify` escapes a surrogate only if its partner is missing. An escaped backslash before it is not an escape.
 */
const unpairedSurrogate = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

function freezeMetadata(
  metadata: ToolMetadata | null | undefined,
  approval: Approval | undefined,
  checked: RawDefinition,
): ToolMetadata {
  const tags = metadata?.tags && { tags: Object.freeze([...metadata.tags]) };
  const cache = metadata?.cache && { cache: Object.freeze({ ...metadata.cache }) };
  const asked = approval !== undefined && { approval };
  // As the core has checked it, for the same reason as the name.
  const { execution } = (checked.metadata ?? {}) as ToolMetadata;
  const runs = typeof execution === "string" && { execution };
  return Object.freeze({ ...metadata, ...tags, ...cache, ...asked, ...runs });
}

/** JSON has no `Infinity`; as a limit it means the same as the largest number. */
function finite(_key: string, value: unknown): unknown {
  return value === Number.POSITIVE_INFINITY ? Number.MAX_VALUE : value;
}
