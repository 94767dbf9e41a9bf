import { initWith } from "./load-advice.js";
import type { InitSource, LoadableModule } from "./module-loader.js";
import { nodeBuiltin } from "./node-builtin.js";
import { packageFile } from "./package-file.js";

/** Finds a module's file in the package, when it is asked. `addressOf` has the expression that bundlers look for. */
export function found(
  module: Pick<LoadableModule, "file" | "option">,
  addressOf: () => URL,
): () => InitSource {
  return () => {
    const address = packageFile(fileOfPackage(module, addressOf));
    return readFile(address) ?? address;
  };
}

function fileOfPackage(module: Pick<LoadableModule, "file" | "option">, addressOf: () => URL): URL {
  try {
    return addressOf();
  } catch (cause) {
    // What esbuild makes of import.meta.url in a script that is no module: undefined.
    throw new Error(
      `ag-ui-lit: the wasm file ${module.file} can't be found from here: this script has no import.meta.url, because its ` +
        `bundler made a classic script of it. Copy the package's dist/generated/${module.file} beside your page and say where ` +
        `it is, \`await ${initWith(module, "document.baseURI")}\`, or import "ag-ui-lit/inline" first.`,
      { cause },
    );
  }
}

/** From the disk, where a test environment in Node takes the entry of browsers (Jest's jsdom): nothing fetches it there. */
function readFile(address: string): Uint8Array<ArrayBuffer> | undefined {
  if (!address.startsWith("file:")) return undefined;
  try {
    // As text: the URL of a test's document is not Node's.
    const path = nodeBuiltin("node:url")?.fileURLToPath(address);
    return path === undefined ? undefined : nodeBuiltin("node:fs")?.readFileSync(path);
  } catch {
    return undefined; // not there: what is said of an address that can't be fetched says more
  }
}
