import { readFileSync } from "node:fs";
import { requirePackagesOf } from "./own-packages.mjs";
import { inRoot } from "./paths.mjs";

/** Installs what the benchmarks compare with. */
export const requirePeers = () => requirePackagesOf("tests/bench", "what is compared");

/** The versions that are compared, by package. @returns {Record<string, string>} */
export function peerVersions() {
  const manifest = JSON.parse(readFileSync(inRoot("tests", "bench", "package.json"), "utf8"));
  return manifest.dependencies;
}
