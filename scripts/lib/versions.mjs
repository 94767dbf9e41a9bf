import { readFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";
import { Problem } from "./report.mjs";

/** wasm-pack only drives the tests in a browser: no crate pins it, so it is pinned here. */
export const wasmPackVersion = "0.15.1";

/** No crate pins what changes the core to see whether a test fails: it is pinned here. */
export const cargoMutantsVersion = "27.1.0";

/** The crate's version, which is the npm package's too. */
export function crateVersion() {
  return find(/^\[package\][^[]*?^version\s*=\s*"([^"]+)"/m, "the package's version");
}

/** The command line tool must be the very version of the wasm-bindgen crate. */
export function wasmBindgenVersion() {
  return find(
    /^wasm-bindgen\s*=\s*(?:\{[^}]*version\s*=\s*)?"=([^"]+)"/m,
    'wasm-bindgen, pinned with "="',
  );
}

/**
 * @param {RegExp} pattern
 * @param {string} what
 */
function find(pattern, what) {
  const match = pattern.exec(readFileSync(inRoot("Cargo.toml"), "utf8"));
  if (!match) throw new Problem(`Cargo.toml does not name ${what}.`);
  return match[1];
}
