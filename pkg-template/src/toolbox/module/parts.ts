import type { InitSource } from "../../core/module-loader.js";
import { refuseUnknown } from "../../options/unknown-options.js";

/**
 * A part of the toolbox, each a WebAssembly module: `light` has the tools of agents, calendar, flights, runs and to-do;
 * `files` those of files and search; `web`, `page` and `bash` their own.
 */
export type ToolboxPart = "light" | "files" | "web" | "page" | "bash";

/** Every part, in the order of the guide. */
export const toolboxParts: readonly ToolboxPart[] = ["light", "files", "web", "page", "bash"];

/** Sources of the parts of the toolbox, or `true` for the file of the package. */
export type ToolboxSources = { readonly [Part in ToolboxPart]?: InitSource | true };

/** @throws {OptionError} that names a part which does not exist, and the nearest one. */
export function checkParts(whole: string, sources: ToolboxSources): void {
  refuseUnknown(whole, sources, toolboxParts);
}
