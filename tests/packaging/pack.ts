import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** The built package. */
export const pkg = fileURLToPath(new URL("../../pkg", import.meta.url));

/** A tarball, and what is in it. */
export interface Packed {
  readonly tarball: string;
  readonly files: readonly string[];
}

/** Packs the built package as `npm publish` would. */
export async function pack(folder: string): Promise<Packed> {
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const args = ["pack", "--json", "--pack-destination", folder];
  const { stdout } = await promisify(execFile)(npm, args, { cwd: pkg, env: npmEnv() });
  const [{ filename, files }] = JSON.parse(stdout) as [
    { filename: string; files: { path: string }[] },
  ];
  return { tarball: join(folder, filename), files: files.map(({ path }) => path) };
}

/** The environment without what `npm test` and Playwright put there: a user's terminal has none of it. */
export function npmEnv(): NodeJS.ProcessEnv {
  const ours =
    /^(npm_(package|lifecycle|command|config_local_prefix)|INIT_CWD$|NODE_|FORCE_COLOR$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}
