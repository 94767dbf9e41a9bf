import { existsSync, readdirSync } from "node:fs";
import { canUseApt } from "./debian.mjs";
import { debianWasmEnv, installDebianWasmStd } from "./debian-wasm-std.mjs";
import { print } from "./output.mjs";
import { Problem, step } from "./report.mjs";
import { tryRun } from "./run.mjs";
import { requireCargo, requireLinker } from "./rust.mjs";

const target = "wasm32-unknown-unknown";

/** @type {Promise<NodeJS.ProcessEnv> | undefined} */
let found;

/**
 * Makes sure that Rust can compile for WebAssembly, and returns what the environment of such a build needs.
 * There is deliberately no rust-toolchain.toml: naming the target there makes rustup fetch it on every command,
 * which fails where only package registries are reached.
 */
export function wasmEnv() {
  found ??= findWasmEnv();
  return found;
}

/** @returns {Promise<NodeJS.ProcessEnv>} */
async function findWasmEnv() {
  await requireCargo();
  await requireLinker();
  if (await hasTarget()) return {};
  const debian = await debianWasmEnv();
  if (debian) return debian;

  print(`• Rust's ${target} target, from rustup (usually 5 s)`);
  const added = await tryRun("rustup", ["target", "add", target]);
  if (added.code === 0 && (await hasTarget())) return {};
  const reason = /^error.*$/m.exec(added.output)?.[0] ?? added.output.trim().split("\n").at(-1);
  print(`  rustup cannot add it: ${reason}`);

  if (canUseApt()) {
    await step("wasm32 standard library from Debian's packages", "2 min", installDebianWasmStd);
    const env = await debianWasmEnv();
    if (env) return env;
  }
  throw new Problem(
    `Rust has no ${target} target here. Run: rustup target add ${target}\n` +
      "  (without rustup, install your distribution's package of that target's standard library)",
  );
}

async function hasTarget() {
  const { code, stdout } = await tryRun("rustc", ["--print", "target-libdir", "--target", target]);
  const folder = stdout.trim();
  // Debian's own compiler finds what debian-wasm-std.mjs built, but needs the linker that only debianWasmEnv names.
  if (code !== 0 || folder.startsWith("/usr/lib/rustlib/")) return false;
  return existsSync(folder) && readdirSync(folder).some((name) => /^libstd-.*\.rlib$/.test(name));
}
