import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { oncePerRun } from "../support/once-per-run.js";

/** The built package. */
export const pkg = fileURLToPath(new URL("../../pkg", import.meta.url));

/** A tarball, and what is in it. */
export interface Packed {
  readonly tarball: string;
  readonly files: readonly string[];
  /** The tarball's checksum, as lock files have it. */
  readonly integrity: string;
}

/** The package, packed as `npm publish` would: once per run, by the worker that needs it first. */
export async function packed(): Promise<Packed> {
  const folder = await oncePerRun("packed", async (folder) => {
    const { stdout } = await npm(pkg, "pack", "--json", "--pack-destination", folder);
    await writeFile(join(folder, report), stdout);
  });
  const [{ filename, files, integrity }] = JSON.parse(
    await readFile(join(folder, report), "utf8"),
  ) as [{ filename: string; files: { path: string }[]; integrity: string }];
  return { tarball: join(folder, filename), files: files.map(({ path }) => path), integrity };
}

/** The report of npm on the tarball that it made. */
const report = "packed.json";

/** Runs npm in a folder, as a user's terminal would. */
export function npm(folder: string, ...args: string[]): Promise<{ stdout: string }> {
  const command = process.platform === "win32" ? "npm.cmd" : "npm";
  return promisify(execFile)(command, args, { cwd: folder, env: npmEnv(), maxBuffer: 1 << 26 });
}

/** The environment without what `npm test` and Playwright put there: a user's terminal has none of it. */
export function npmEnv(): NodeJS.ProcessEnv {
  const ours =
    /^(npm_(package|lifecycle|command|config_local_prefix)|INIT_CWD$|NODE_|FORCE_COLOR$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}
