import { existsSync, readFileSync } from "node:fs";
import { npmCi } from "./npm.mjs";
import { inRoot, root } from "./paths.mjs";
import { Problem } from "./report.mjs";

export function requireNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Problem(
    `Node ${process.versions.node} is too old: 20.19 or newer is needed. Install a current Node from nodejs.org.`,
  );
}

export async function requireNpmPackages() {
  requireNode();
  if (!existsSync(inRoot("package-lock.json"))) {
    throw new Problem("package-lock.json is missing: git checkout package-lock.json");
  }
  if (isInstalled()) return;
  await npmCi("npm packages", "10 to 30 s", root);
}

/** Whether what npm noted down at its last install is what the lock file asks for, whoever ran it. */
function isInstalled() {
  const note = inRoot("node_modules", ".package-lock.json");
  if (!existsSync(note)) return false;
  const present = readPackages(note);
  const wanted = Object.entries(readPackages(inRoot("package-lock.json")));
  return wanted.every(([path, { version, optional }]) => {
    // Optional ones are for other systems; the entry without a path is the workspace itself.
    return path === "" || optional || present[path]?.version === version;
  });
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
const readPackages = (file) => JSON.parse(readFileSync(file, "utf8")).packages;
