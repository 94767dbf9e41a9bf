import { messageOf } from "../codec/describe.js";
import { isError, readText } from "../codec/safe-read.js";
import { platform } from "./platform.js";

/** A module's file, and the option for its address. */
interface File {
  readonly file: string;
  readonly option: ModuleOption;
}

/** The module: an option of `init()`, or one with its own loading function; a part of it stands after a dot. */
export type ModuleOption = "core" | "jsonSchema" | keyof typeof ownFunctions;

/**
 * The advice for a module that `init()` does not load: the function that sets its source, and the latest time for it.
 */
const ownFunctions = {
  conversation: { load: "loadConversation", before: "before a reasoner is asked" },
  models: { load: "loadModels", before: "before something of it is asked for" },
  toolbox: { load: "loadToolbox", before: "before a tool of it runs" },
  "toolbox.files": { load: "loadToolbox", before: "before a tool of it runs" },
  "toolbox.web": { load: "loadToolbox", before: "before a tool of it runs" },
  "toolbox.page": { load: "loadToolbox", before: "before a tool of it runs" },
  "toolbox.bash": { load: "loadToolbox", before: "before a tool of it runs" },
} as const;

/** The function that loads a module which `init()` does not. */
export function ownFunctionOf(
  option: ModuleOption,
): (typeof ownFunctions)[keyof typeof ownFunctions] | undefined {
  return option in ownFunctions ? ownFunctions[option as keyof typeof ownFunctions] : undefined;
}

/** The advice for a module's file that was not found. */
export function serveIt(module: File): string {
  const { file } = module;
  const own = ownFunctionOf(module.option);
  const before = own?.before ?? "before anything else";
  switch (platform()) {
    case "server":
      return (
        `Copy the package's dist/generated/${file} to this server and say where it is ${before}, by its path, a file: URL or ` +
        `its bytes: \`await ${callWith(module, `"/path/to/${file}"`)}\`.`
      );
    case "server-worker":
      return (
        "This platform starts only modules that were compiled with the worker. Import it and pass it on, " +
        `${before}: \`import wasm from "ag-ui-lit/${exportOf(module)}"; await ${callWith(module, "wasm")}\`.`
      );
    case "page":
  }
  if (own) {
    return (
      `Serve the package's dist/generated/${file} and say where it is ${own.before}, as ` +
      `\`${initWith(module, "import.meta.url")}\` where it lies beside your bundle.`
    );
  }
  return (
    `Serve the package's dist/generated/${file} and pass its address to init() before the element is imported, as ` +
    `\`${initWith(module, "import.meta.url")}\` where it lies beside your bundle, or import "ag-ui-lit/inline" first.`
  );
}

/** The advice for setting the source of a module's file. */
export function initWith(module: File, base: string): string {
  return callWith(module, `new URL("${module.file}", ${base})`);
}

function callWith({ option }: File, source: string): string {
  const own = ownFunctionOf(option);
  const [, part] = option.split(".");
  if (own) return part ? `${own.load}({ ${part}: ${source} })` : `${own.load}(${source})`;
  return option === "core" ? `init(${source})` : `init({ ${option}: ${source} })`;
}

/** The import by which a package's user names a module's file. */
function exportOf({ option }: File): string {
  return option === "jsonSchema" ? "json-schema.wasm" : `${option.replace(".", "-")}.wasm`;
}

/** The advice for an address that did not answer. Browsers report only that it failed. */
export function reachIt(module: File): string {
  if (platform() !== "page") return serveIt(module);
  return (
    "Check that the address can be reached, and that neither CORS nor connect-src of a Content-Security-Policy " +
    `forbids it. ${serveIt(module)}`
  );
}

/** The advice for a part of the page's bundle that `import()` could not load. */
export function importIt(isForbidden: boolean): string {
  return isForbidden
    ? "Trusted Types keep the bundle from loading its parts: give webpack `output: { trustedTypes: { policyName } }` and list " +
        "that policy in the page's trusted-types."
    : "It is a part of the page's bundle: serve every file that the bundler made, of one build, and see the network.";
}

/** The advice for a module that a browser refuses to start, by the reason. */
export function startIt(module: File, cause: unknown): string {
  if (isForbidden(cause)) {
    if (platform() === "server-worker") return serveIt(module);
    return (
      "The page's Content-Security-Policy does not allow WebAssembly: add 'wasm-unsafe-eval' to its script-src " +
      "(or default-src). Another file or address does not help."
    );
  }
  // By its name: it may be of another window.
  if (isError(cause) && readText(cause, "name") === "LinkError") {
    return (
      `${module.file} is of another version than the JavaScript that loads it: serve the one of the same package, and empty ` +
      "the caches between."
    );
  }
  return `The file is damaged, cut short or not the package's. ${serveIt(module)}`;
}

/**
 * Returns true if a Content-Security-Policy forbids WebAssembly. Chromium names the directive (before version 103:
 * "disallowed by embedder"), Firefox has "blocked by CSP", Safari names 'unsafe-eval'.
 */
function isForbidden(cause: unknown): boolean {
  return /content security policy|\bCSP\b|unsafe-eval|disallowed by embedder/i.test(
    messageOf(cause),
  );
}
