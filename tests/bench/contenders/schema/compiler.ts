import type { SchemaKind, SyntheticTool } from "./tools.js";

/** A way from a schema to the first verdict. */
export interface Compiler {
  readonly name: string;
  readonly kind: "ours" | "reference" | "peer";
  readonly notes: readonly string[];
  /** Whatever comes before the first tool, and has nothing to do with its schema. */
  load(kind: SchemaKind): Promise<Compile>;
}

/** Takes a tool in; gives what judges text and calls the handler when nothing is wrong. */
export type Compile = (tool: SyntheticTool, handler: () => void) => Judge;
export type Judge = (text: string) => unknown;
