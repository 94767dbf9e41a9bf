// Node's own processes, not a library's: this runs npm, which installs the libraries.
import { spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { isCapturing, printError, writer } from "./output.mjs";
import { root } from "./paths.mjs";
import { Problem } from "./report.mjs";

/**
 * @typedef {object} RunOptions
 * @property {NodeJS.ProcessEnv} [env] added to this process's environment
 * @property {string} [cwd]
 * @property {"show" | "hide" | "both"} [output] "show" prints it, "hide" keeps it, "both" does both
 */

/** @typedef {{ code: number, output: string, stdout: string, missing: boolean }} RunResult */

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
// A terminal's Ctrl-C reaches children by itself; a SIGTERM sent to npm or a CI runner does not.
process.on("exit", () => {
  for (const child of running) child.kill();
});

/**
 * Runs a command to its end. It never rejects: a command that cannot be started has `missing` set.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>}
 */
export function tryRun(command, args, { env = {}, cwd = root, output = "hide" } = {}) {
  const write = writer();
  const isInherited = output === "show" && !isCapturing();
  return new Promise((settle) => {
    const child = spawn(command, args, {
      cwd,
      env: merged(env),
      stdio: isInherited ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
    });
    running.add(child);
    let all = "";
    let stdout = "";
    child.stdout?.setEncoding("utf8").on("data", (text) => {
      all += text;
      stdout += text;
      if (output !== "hide") write(text);
    });
    child.stderr?.setEncoding("utf8").on("data", (text) => {
      all += text;
      if (output !== "hide") write(text, process.stderr);
    });
    child.on("error", (error) => {
      running.delete(child);
      settle({ code: 127, output: String(error), stdout: "", missing: true });
    });
    child.on("close", (code) => {
      running.delete(child);
      settle({ code: code ?? 1, output: all, stdout, missing: false });
    });
  });
}

/** @param {NodeJS.ProcessEnv} env */
function merged(env) {
  const all = { ...process.env };
  // Windows spells it "Path" and would take the first of the two spellings.
  if (env.PATH) for (const name of Object.keys(all)) if (/^path$/i.test(name)) delete all[name];
  return { ...all, ...env };
}

/**
 * Runs a command that has to succeed; `advice` ends the message when it does not.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions & { advice: string }} options
 */
export async function run(command, args, { advice, ...options }) {
  const result = await tryRun(command, args, options);
  if (result.code === 0) return result;
  if (result.missing) throw new Problem(`Cannot start ${command}: ${result.output}\n  ${advice}`);
  if (!options.output || options.output === "hide") {
    printError(result.output.trimEnd().split("\n").slice(-30).join("\n"));
  }
  throw new Problem(advice);
}

/**
 * Where a command is on PATH, or undefined.
 * @param {string} command
 */
export function which(command) {
  const endings = process.platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    if (!folder) continue;
    for (const ending of endings) {
      const path = join(folder, command + ending);
      if (isExecutable(path)) return path;
    }
  }
  return undefined;
}

/** @param {string} path */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
