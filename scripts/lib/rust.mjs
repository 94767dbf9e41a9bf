import { Problem } from "./report.mjs";
import { tryRun, which } from "./run.mjs";
import { takeCompiledCrates } from "./worktree.mjs";

const howToInstall =
  "Install Rust with rustup (https://rustup.rs), open a new terminal and run the command again.";

export async function requireCargo() {
  if (!which("cargo")) throw new Problem(`cargo is not on PATH. ${howToInstall}`);
  // A cargo on PATH may be a rustup proxy without a toolchain behind it.
  const version = await tryRun("cargo", ["--version"]);
  if (version.code !== 0) {
    throw new Problem(`cargo does not run: ${version.output.trim()}\n  ${howToInstall}`);
  }
  await takeCompiledCrates();
}

/** A linker is Rust's one need that rustup does not bring. */
export async function requireLinker() {
  if (process.platform === "win32" || which("cc") || which("gcc") || which("clang")) return;
  throw new Problem(
    process.platform === "darwin"
      ? "Rust needs a C linker: run xcode-select --install"
      : "Rust needs a C linker: install gcc (on Debian and Ubuntu: apt-get install gcc libc6-dev)",
  );
}
