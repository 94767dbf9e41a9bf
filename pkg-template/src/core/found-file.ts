import { bytesOf } from "../codec/base64.js";
import { initWith, serveIt } from "./load-advice.js";
import type { InitSource, LoadableModule } from "./module-loader.js";
import { packageFile } from "./package-file.js";
import { platform } from "./platform.js";

type Module = Pick<LoadableModule, "file" | "option">;

const brought = new Map<Module["option"], () => InitSource>();

/**
 * For entries that contain a module, as bytes or compiled: `find` returns it when it is needed, instead of the
 * package's file.
 */
export function bringModule(option: Module["option"], find: () => InitSource): void {
  brought.set(option, find);
}

/** Like `bringModule()`, for bytes as base64, which are read and decoded when they are needed. */
export function bringBytes(
  option: Module["option"],
  read: () => Promise<{ readonly default: string }>,
): void {
  bringModule(option, () => read().then(({ default: base64 }) => bytesOf(base64)));
}

/** Finds a module's file in the package, when it is asked. `addressOf` has the expression that bundlers look for. */
export function found(module: Module, addressOf: () => URL): () => InitSource {
  return () => brought.get(module.option)?.() ?? packageFile(fileOfPackage(module, addressOf));
}

function fileOfPackage(module: Module, addressOf: () => URL): URL {
  try {
    return addressOf();
  } catch (cause) {
    // esbuild replaces import.meta.url by undefined in a script that is not a module.
    const what = `ag-ui-lit: the wasm file ${module.file} can't be found from here: this script has no import.meta.url`;
    throw new Error(
      `${what}, because its bundler made a classic script of it. ${sayWhere(module)}`,
      {
        cause,
      },
    );
  }
}

function sayWhere(module: Module): string {
  if (platform() !== "page") return serveIt(module);
  return (
    `Copy the package's dist/generated/${module.file} beside your page and say where it is, ` +
    `\`await ${initWith(module, "document.baseURI")}\`, or import "ag-ui-lit/inline" first.`
  );
}
