/**
 * Stands in for cargo where the build compiles a module: it asks the real one whether the crate is stale, by a check, which
 * takes a second where an optimised module takes half a minute, and writes another file then.
 */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const [command, ...args] = process.argv.slice(2);
const { REAL_CARGO: cargo, CHECK_TARGET_DIR: checked, CARGO_TARGET_DIR: target } = process.env;
// Cargo keeps what it makes by a wrapper apart from what the tree has of the same crates.
const { RUSTC_STAND_IN: rustc } = process.env;

/** @param {string} name */
const option = (name) => args[args.indexOf(name) + 1];

if (command === "rustc") {
  const crate = option("--package");
  const name = crate.replaceAll("-", "_");
  const artefacts = check(crate).filter(({ reason }) => reason === "compiler-artifact");
  const own = artefacts.find((artefact) => artefact.target.name === name);
  const compiled = join(target, option("--target"), "release", `${name}.wasm`);
  if (!own.fresh || !existsSync(compiled)) {
    mkdirSync(dirname(compiled), { recursive: true });
    writeFileSync(compiled, `${crate} ${randomUUID()}`);
  }
} else {
  execFileSync(cargo, process.argv.slice(2), { stdio: "inherit" });
}

/** @param {string} crate */
function check(crate) {
  const what = ["--package", crate, "--lib", "--target", option("--target")];
  const output = execFileSync(cargo, ["check", "--quiet", "--message-format=json", ...what], {
    env: { ...process.env, CARGO_TARGET_DIR: checked, RUSTC_WORKSPACE_WRAPPER: rustc },
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    stdio: ["ignore", "pipe", "inherit"],
  });
  return output
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
