import type { JsonSchema } from "../../tools/types.js";

// What a client tells of its tools, in the words of the seed: two shapes mean the same.

/** A part of a tool's parameters: JSON Schema. These are the keywords that are written most; any other may stand beside them. */
export interface JsonSchemaProperty {
  readonly type?: JsonSchemaType | readonly JsonSchemaType[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly items?: JsonSchemaProperty | boolean;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchemaProperty | boolean>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchemaProperty | boolean;
  readonly [keyword: string]: unknown;
}

export type JsonSchemaType =
  | "string"
  | "number"
  | "integer"
  | "boolean"
  | "array"
  | "object"
  | "null";

/** A tool's parameters: the JSON Schema of an object. */
export interface FunctionParameters extends JsonSchemaProperty {
  readonly type?: "object" | readonly JsonSchemaType[];
}

/** A tool of a client, as AG-UI and most APIs of models list it. */
export interface FunctionDefinition {
  /** 1 to 64 of `A-Z a-z 0-9 _ -`. */
  readonly name: string;
  /** 1 to 1,024 characters, for the model. */
  readonly description: string;
  /** The JSON Schema of the arguments. */
  readonly parameters: FunctionParameters | JsonSchema;
  /** OpenAI's Responses API says it here as well. */
  readonly type?: "function";
  readonly function?: never;
}

/** The same as OpenAI's Chat Completions API lists it. */
export interface WrappedDefinition {
  readonly type: "function";
  readonly function: Omit<FunctionDefinition, "type" | "function">;
}

/** A tool of a client, in either shape. */
export type ToolDefinition = FunctionDefinition | WrappedDefinition;

/** A call of a client's tool, as a model asks for it. */
export interface ToolCall {
  readonly id: string;
  readonly type: "function";
  readonly function: {
    readonly name: string;
    /** JSON text. */
    readonly arguments: string;
  };
}

/** What came of a call. */
export type ToolResult =
  | {
      readonly toolCallId: string;
      readonly toolName: string;
      readonly success: true;
      /** Plain data. */
      readonly result: unknown;
      readonly error?: never;
    }
  | {
      readonly toolCallId: string;
      readonly toolName: string;
      readonly success: false;
      /** Why, for the model. */
      readonly error: string;
      readonly result?: never;
    };
