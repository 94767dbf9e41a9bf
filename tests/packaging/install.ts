import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "../../scripts/lib/lock.mjs";
import { linkTree, WrittenFileError } from "./linked-tree.js";
import { npm, packed, pkg } from "./pack.js";

/** The installed packages of each manifest: installing is most of the cost of a project. */
const store = fileURLToPath(new URL("../../target/installed", import.meta.url));

const manifests = ["package.json", "package-lock.json"];

/**
 * Installs the packed package from its tarball, with npm, into a project that has a manifest. What npm made of the same
 * manifest and the same tarball is taken from the store; where only the tarball is another, npm brings it up to date.
 */
export async function install(app: string, project: string): Promise<void> {
  const { tarball, integrity, files } = await packed();
  const entry = join(store, app);
  const key = await keyOf(project);
  await withLock(entry, async () => {
    const kept = await taken(entry, key, project);
    if (kept !== integrity) {
      await npm(project, "install", "--prefer-offline", "--no-audit", "--no-fund", tarball);
      await keep(entry, key, project, integrity);
    }
  });
  const installed = join(project, "node_modules", "ag-ui-lit");
  const other = files.filter((file) => !same(join(pkg, file), join(installed, file)));
  if (other.length) throw new Error(`${app}: not as they were packed: ${other.join(", ")}`);
}

interface Stamp {
  readonly key: string;
  readonly integrity: string;
}

/** Links the kept packages into a project, if they are of its manifest. Returns the tarball they were installed from. */
async function taken(entry: string, key: string, project: string): Promise<string | undefined> {
  const stamp = join(entry, "installed.json");
  if (!existsSync(stamp)) return undefined;
  const kept: Stamp = JSON.parse(await readFile(stamp, "utf8"));
  if (kept.key !== key) return undefined;
  const packages = join(project, "node_modules");
  try {
    linkTree(join(entry, "node_modules"), packages, statSync(stamp).mtimeMs);
  } catch (error) {
    if (!(error instanceof WrittenFileError)) throw error;
    console.warn(`${error.message} It is installed anew.`);
    rmSync(packages, { recursive: true });
    return undefined;
  }
  for (const name of manifests) await copyFile(join(entry, name), join(project, name));
  return kept.integrity;
}

/** Puts what npm made of a project into the store. */
async function keep(entry: string, key: string, project: string, integrity: string): Promise<void> {
  rmSync(entry, { recursive: true, force: true });
  mkdirSync(entry, { recursive: true });
  linkTree(join(project, "node_modules"), join(entry, "node_modules"));
  for (const name of manifests) await copyFile(join(project, name), join(entry, name));
  const stamp: Stamp = { key, integrity };
  // Last, and whole at once: an entry without it is not taken.
  writeFileSync(join(entry, "part.json"), JSON.stringify(stamp));
  renameSync(join(entry, "part.json"), join(entry, "installed.json"));
}

/** A hash of everything that decides which packages npm installs alongside the package. */
async function keyOf(project: string): Promise<string> {
  const ours = JSON.parse(await readFile(join(pkg, "package.json"), "utf8"));
  const { dependencies, peerDependencies, peerDependenciesMeta } = ours;
  const manifest = await readFile(join(project, "package.json"), "utf8");
  const { platform, arch, version } = process;
  const all = [
    manifest,
    dependencies,
    peerDependencies,
    peerDependenciesMeta,
    platform,
    arch,
    version,
  ];
  return createHash("sha256").update(JSON.stringify(all)).digest("hex");
}

function same(one: string, other: string): boolean {
  return existsSync(other) && readFileSync(one).equals(readFileSync(other));
}
