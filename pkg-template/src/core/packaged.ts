import { setPackagedFile } from "./init.js";
import { nodeBuiltin } from "./node-builtin.js";
import { packageFile } from "./package-file.js";

setPackagedFile(() => {
  const address = packageFile(fileOfPackage());
  return readFile(address) ?? address;
});

/** Bundlers look for just this expression, and put the address there that they give the file. */
function fileOfPackage(): URL {
  try {
    return new URL("../generated/core_bg.wasm", import.meta.url);
  } catch (cause) {
    // What esbuild makes of import.meta.url in a script that is no module: undefined.
    throw new Error(
      "ag-ui-lit: the wasm file core_bg.wasm can't be found from here: this script has no import.meta.url, because its " +
        "bundler made a classic script of it. Copy the package's dist/generated/core_bg.wasm beside your page and say where " +
        'it is, `await init(new URL("core_bg.wasm", document.baseURI))`, or import "ag-ui-lit/inline" first.',
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
