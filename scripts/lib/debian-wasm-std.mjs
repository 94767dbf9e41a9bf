import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { aptInstall } from "./debian.mjs";
import { withLock } from "./lock.mjs";
import { cargoTarget, inCache } from "./paths.mjs";
import { run, tryRun, which } from "./run.mjs";
import { readStamp, writeStamp } from "./stamp.mjs";

// Where rustup cannot fetch the target, Debian's packages still bring a current rustc together with the sources of
// its standard library. This builds that library for wasm32 once and puts it where rustc looks for it, so that
// everything after it is an ordinary build with stable flags.

const toolchain = "ag-ui-lit-web";
const linker = "wasm-ld-22";
const libraries = "/usr/lib/rustlib/wasm32-unknown-unknown/lib";
const stamp = join(libraries, ".ag-ui-lit-rustc");

const buildEnv = {
  RUSTUP_TOOLCHAIN: toolchain,
  CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: linker,
};

/** The environment for Debian's compiler with our standard library, or undefined when that is not set up. */
export async function debianWasmEnv() {
  if (!existsSync(stamp) || !which(linker)) return undefined;
  // An upgraded compiler can't read what the old one wrote.
  if (readStamp(stamp) !== (await debianRustcVersion())) return undefined;
  if (which("rustup")) {
    const linked = await tryRun("rustc", ["--version"], { env: buildEnv });
    if (linked.code !== 0) return undefined;
  }
  return buildEnv;
}

export const installDebianWasmStd = () => withLock(inCache("wasm32-std.lock"), install);

async function install() {
  if (await debianWasmEnv()) return;
  await aptInstall(
    ["rustc-web", "cargo-web", "rust-web-src", "lld-22"],
    "Debian's rustc-web, cargo-web, rust-web-src and lld-22 could not be installed, see above.\n" +
      "  Where rustup can reach its server, this is enough: rustup target add wasm32-unknown-unknown",
  );
  await buildStd();
  if (which("rustup")) {
    await run("rustup", ["toolchain", "link", toolchain, "/usr"], {
      advice: `rustup could not link Debian's compiler as ${toolchain}.`,
    });
  }
  writeStamp(stamp, await debianRustcVersion());
  // Cargo does not notice that the standard library under a finished build was replaced.
  rmSync(join(cargoTarget, "wasm32-unknown-unknown"), { recursive: true, force: true });
}

async function buildStd() {
  const crate = mkdtempSync(join(tmpdir(), "ag-ui-lit-std-"));
  try {
    writeFileSync(
      join(crate, "Cargo.toml"),
      '[package]\nname = "empty_for_std"\nversion = "0.0.0"\nedition = "2024"\n' +
        '[profile.release]\npanic = "abort"\nopt-level = 3\ncodegen-units = 1\n[workspace]\n',
    );
    mkdirSync(join(crate, "src"));
    writeFileSync(join(crate, "src", "lib.rs"), "");
    const parts = "core,alloc,std,panic_abort,proc_macro,test";
    const args = [
      "build",
      "--release",
      "--target",
      "wasm32-unknown-unknown",
      "-Z",
      `build-std=${parts}`,
    ];
    await run("/usr/bin/cargo", args, {
      cwd: crate,
      env: {
        RUSTC: "/usr/bin/rustc",
        RUSTC_BOOTSTRAP: "1", // build-std is not stable; the compiler is
        RUSTFLAGS: "-Cembed-bitcode=yes", // link-time optimisation reads it from here
        CARGO_TARGET_DIR: join(crate, "target"),
        CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: linker,
      },
      advice: "The wasm32 standard library could not be built from Debian's sources, see above.",
    });
    const built = join(crate, "target", "wasm32-unknown-unknown", "release", "deps");
    // Two standard libraries side by side would be ambiguous.
    rmSync(libraries, { recursive: true, force: true });
    mkdirSync(libraries, { recursive: true });
    for (const name of readdirSync(built)) {
      if (!name.endsWith(".rlib") || name.includes("empty_for_std")) continue;
      copyFileSync(join(built, name), join(libraries, name));
    }
  } finally {
    rmSync(crate, { recursive: true, force: true });
  }
}

async function debianRustcVersion() {
  const { code, stdout } = await tryRun("/usr/bin/rustc", ["--version"]);
  return code === 0 ? stdout.trim() : "";
}
