import { isObject, read, readText } from "../codec/safe-read.js";
import { start, wellFormed } from "../codec/truncate.js";
import type { RegisteredTool } from "../tools/types.js";
import { readableText } from "../visible-text/readable-text.js";

/** A tool's annotations for the browser: WebMCP's hints, and those of MCP, which a browser may ignore. */
export interface ShownAnnotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly untrustedContentHint?: boolean;
  readonly consequentialHint?: boolean;
}

const hints = [
  "readOnlyHint",
  "destructiveHint",
  "idempotentHint",
  "untrustedContentHint",
  "consequentialHint",
] as const satisfies readonly (keyof ShownAnnotations)[];

/** UTF-16 units of a title. */
const longestTitle = 200;

/**
 * A tool's title and annotations for a browser: those in `metadata.annotations`, else those known from elsewhere.
 * Unknown ones are left out, since a browser has defaults of its own.
 *
 * @see https://webmachinelearning.github.io/webmcp/#dictdef-toolannotations
 */
export function shownBeside(tool: RegisteredTool): {
  readonly title?: string;
  readonly annotations?: ShownAnnotations;
} {
  const said = membersOf(tool.metadata, "annotations");
  const mcp = membersOf(tool.metadata, "mcp");
  const title = [said, mcp, tool.parameters].map((from) => readText(from, "title")).find(Boolean);
  const annotations = annotationsOf(tool, said, mcp);
  return {
    ...(title && { title: wellFormed(readableText(start(title, longestTitle))) }),
    ...(Object.keys(annotations).length > 0 && { annotations }),
  };
}

function annotationsOf({ metadata }: RegisteredTool, said: object, mcp: object): ShownAnnotations {
  const ofServer = membersOf(mcp, "annotations");
  const isOfServer = Object.keys(mcp).length > 0;
  const known: ShownAnnotations = {
    ...(typeof metadata.idempotent === "boolean" && { idempotentHint: metadata.idempotent }),
    // Content of another party: the page does not vouch for it.
    ...(isOfServer && { untrustedContentHint: true }),
  };
  const shown = hints.flatMap((hint) => {
    const value = [read(said, hint), read(ofServer, hint), known[hint]].find(isFlag);
    return value === undefined ? [] : [[hint, value] as const];
  });
  return Object.fromEntries(shown);
}

function membersOf(holder: object, key: string): object {
  const value = read(holder, key);
  return isObject(value) ? value : {};
}

function isFlag(value: unknown): value is boolean {
  return typeof value === "boolean";
}
