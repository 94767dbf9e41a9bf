import { isObject, tagOf } from "../../codec/safe-read.js";
import { type InitSource, isSource } from "../../core/module-loader.js";
import { offerLoader } from "../../core/offered-loaders.js";
import { type LoadSeparate, separateModule } from "../../core/separate-module.js";
import { lives } from "./life.js";
import { checkParts, type ToolboxPart, type ToolboxSources, toolboxParts } from "./parts.js";

/** The scripts of the parts, once they are loaded. */
export interface RawParts {
  readonly light: typeof import("./raw-light.js");
  readonly files: typeof import("./raw-files.js");
  readonly web: typeof import("./raw-web.js");
  readonly page: typeof import("./raw-page.js");
  readonly bash: typeof import("./raw-bash.js");
}

// Bundlers look for just these expressions of addresses.
const loaders: { readonly [Part in ToolboxPart]: LoadSeparate<RawParts[Part]> } = {
  light: separateModule<RawParts["light"]>({
    file: "toolbox_bg.wasm",
    option: "toolbox",
    addressOf: () => new URL("../../generated/toolbox_bg.wasm", import.meta.url),
    importRaw: () => import("./raw-light.js"),
  }),
  files: separateModule<RawParts["files"]>({
    file: "toolbox_files_bg.wasm",
    option: "toolbox.files",
    addressOf: () => new URL("../../generated/toolbox_files_bg.wasm", import.meta.url),
    importRaw: () => import("./raw-files.js"),
  }),
  web: separateModule<RawParts["web"]>({
    file: "toolbox_web_bg.wasm",
    option: "toolbox.web",
    addressOf: () => new URL("../../generated/toolbox_web_bg.wasm", import.meta.url),
    importRaw: () => import("./raw-web.js"),
  }),
  page: separateModule<RawParts["page"]>({
    file: "toolbox_page_bg.wasm",
    option: "toolbox.page",
    addressOf: () => new URL("../../generated/toolbox_page_bg.wasm", import.meta.url),
    importRaw: () => import("./raw-page.js"),
  }),
  bash: separateModule<RawParts["bash"]>({
    file: "toolbox_bash_bg.wasm",
    option: "toolbox.bash",
    addressOf: () => new URL("../../generated/toolbox_bash_bg.wasm", import.meta.url),
    importRaw: () => import("./raw-bash.js"),
  }),
};

/**
 * Loads modules of the toolbox before the first tool of each runs, or sets the addresses of their files. Once loaded a
 * module stays; after a failure the next call, or the next tool, tries again. A module that has stopped is restarted.
 *
 * @param sources the source of each part: the address of its file (`toolbox_bg.wasm` of `light`,
 * `toolbox_files_bg.wasm` of `files`), a Response or a promise of one, its bytes, a WebAssembly.Module, or `true` for
 * the package's file. A single source is that of `light`. Without any, all parts are loaded.
 * @throws {TypeError} if a source has another type.
 * @throws {Error} if a module can't be loaded; the message has the file, the reason and the remedy.
 *
 * @example
 * ```ts
 * import address from "ag-ui-lit/toolbox.wasm?url";
 * import { loadToolbox } from "ag-ui-lit/toolbox";
 *
 * await loadToolbox(address);
 * await loadToolbox({ files: true, bash: "/assets/toolbox_bash_bg.wasm" });
 * ```
 */
export async function loadToolbox(sources?: InitSource | ToolboxSources | true): Promise<void> {
  const loads = wanted(sources).map(([part, source]) => loadPart(part, source));
  const results = await Promise.allSettled(loads);
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

offerLoader("toolbox", (source) =>
  loadToolbox(source as InitSource | ToolboxSources | true | undefined),
);

/** Loads a part. @returns its script. */
export async function loadPart<Part extends ToolboxPart>(
  part: Part,
  source?: InitSource,
): Promise<RawParts[Part]> {
  const raw = await loaders[part](source);
  lives[part].reviveWith(raw.reset);
  return raw;
}

function wanted(
  sources: InitSource | ToolboxSources | true | undefined,
): [part: ToolboxPart, source: InitSource | undefined][] {
  if (sources === undefined || sources === true) {
    return toolboxParts.map((part) => [part, undefined]);
  }
  if (!areParts(sources)) return [["light", sources]];
  checkParts("loadToolbox()", sources);
  return toolboxParts.flatMap((part) => {
    const source = sources[part];
    if (source === undefined) return [];
    return [[part, source === true ? undefined : source]];
  });
}

/** Anything that is neither is refused by the loader. */
function areParts(sources: InitSource | ToolboxSources): sources is ToolboxSources {
  return isObject(sources) && tagOf(sources) === "Object" && !isSource(sources);
}
