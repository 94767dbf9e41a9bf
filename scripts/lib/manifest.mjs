import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "./report.mjs";
import { crateVersion } from "./versions.mjs";

/**
 * The faults of a manifest that nobody sees before the package is published.
 * @param {string} pkg
 */
export function checkManifest(pkg) {
  const manifest = JSON.parse(readFileSync(join(pkg, "package.json"), "utf8"));
  const version = crateVersion();
  if (manifest.version !== version) {
    throw new Problem(
      `pkg-template/package.json says version ${manifest.version}, Cargo.toml says ${version}: make them equal.`,
    );
  }
  const named = [
    manifest.exports,
    manifest.main,
    manifest.module,
    manifest.types,
    manifest.customElements,
  ].flatMap(paths);
  const lost = named.find((path) => !path.includes("*") && !existsSync(join(pkg, path)));
  if (lost)
    throw new Problem(`pkg-template/package.json names ${lost}, which the build does not make.`);
}

/**
 * @param {unknown} value a path, or conditions that lead to paths
 * @returns {string[]}
 */
function paths(value) {
  if (typeof value === "string") return [value];
  return value && typeof value === "object" ? Object.values(value).flatMap(paths) : [];
}
