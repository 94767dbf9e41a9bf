import { isArray, isObject, read, readText } from "../codec/safe-read.js";
import { start, wellFormed } from "../codec/truncate.js";
import type { JsonSchema } from "../tools/types.js";
import { hiddenInTool } from "../visible-text/foreign-tool.js";
import { readableText } from "../visible-text/readable-text.js";
import { visibleText } from "../visible-text/visible-text.js";
import { McpToolError } from "./errors.js";

/**
 * A server's description of a tool. All of it is the server's claim: the specification calls annotations hints that
 * must not be trusted unless the server is.
 */
export interface McpToolInfo {
  /** The name that the server knows it by. */
  readonly tool: string;
  /** A name for people. */
  readonly title?: string;
  readonly description?: string;
  /** The server, as it names itself. */
  readonly server: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: McpToolAnnotations;
  /** Names of hidden characters that were removed from the texts: `U+202E, U+200B`. Absent without any. */
  readonly hidden?: string;
}

/**
 * The behaviour of a tool, by the specification's `ToolAnnotations`. Missing annotations have the specification's
 * defaults: a tool may change and destroy things, is not idempotent, and deals with an open world.
 */
export interface McpToolAnnotations {
  /** It changes nothing. */
  readonly readOnlyHint: boolean;
  /** It may destroy something. */
  readonly destructiveHint: boolean;
  /** Calling it twice does no more than calling it once. */
  readonly idempotentHint: boolean;
  /** It deals with others than the server itself. */
  readonly openWorldHint: boolean;
}

/** The maximum length of a name and a title that is read, in UTF-16 units. */
const LONGEST_NAME = 1000;

/** @throws {McpToolError} with the error in a server's description of a tool. */
export function readToolInfo(given: unknown, server: string): McpToolInfo {
  if (!isObject(given) || isArray(given)) throw fault("it is no object");
  const tool = readText(given, "name");
  if (tool === undefined || tool === "") throw fault("it has no name");
  if (tool.length > LONGEST_NAME) throw fault("its name is longer than 1,000 characters");
  const inputSchema = read(given, "inputSchema");
  if (!isSchema(inputSchema)) throw fault("its inputSchema must be an object");
  const outputSchema = read(given, "outputSchema");
  if (outputSchema !== undefined && outputSchema !== null && !isSchema(outputSchema)) {
    throw fault("its outputSchema must be an object");
  }
  if (needsTask(given)) {
    throw fault(
      "it can only run as a task (execution.taskSupport), which this client has no means for",
    );
  }
  const hints = read(given, "annotations");
  const title =
    readText(given, "title") ?? (isObject(hints) ? readText(hints, "title") : undefined);
  const description = readText(given, "description");
  const { inTexts: hidden, inNames } = hiddenInTool([tool, title, description], inputSchema);
  if (inNames !== undefined) {
    throw fault(`its inputSchema has hidden characters in names or values: ${inNames}`);
  }
  return {
    tool,
    server,
    ...(title && { title: readableText(wellFormed(start(title, LONGEST_NAME))) }),
    ...(description !== undefined && { description: readableText(description) }),
    inputSchema,
    ...(isSchema(outputSchema) && { outputSchema }),
    annotations: readAnnotations(hints),
    ...(hidden !== undefined && { hidden }),
  };
}

/** The name of a list's tool in a message about it. */
export function nameOfTool(given: unknown, index: number): string {
  const name = isObject(given) ? readText(given, "name") : undefined;
  return name ? visibleText(wellFormed(start(name, 100))) : `#${index + 1} of the list`;
}

function readAnnotations(hints: unknown): McpToolAnnotations {
  const hint = (name: keyof McpToolAnnotations): boolean | undefined => {
    const value = isObject(hints) ? read(hints, name) : undefined;
    return typeof value === "boolean" ? value : undefined;
  };
  const readOnlyHint = hint("readOnlyHint") ?? false;
  return {
    readOnlyHint,
    // The specification: both are of meaning only where something is changed.
    destructiveHint: !readOnlyHint && (hint("destructiveHint") ?? true),
    idempotentHint: readOnlyHint || (hint("idempotentHint") ?? false),
    openWorldHint: hint("openWorldHint") ?? true,
  };
}

function isSchema(value: unknown): value is JsonSchema {
  return isObject(value) && !isArray(value);
}

function needsTask(given: object): boolean {
  const execution = read(given, "execution");
  return isObject(execution) && readText(execution, "taskSupport") === "required";
}

function fault(message: string): McpToolError {
  return new McpToolError(message);
}
