import { requireWasmBindgen, requireWasmPack } from "./lib/cargo-tools.mjs";
import { requireChromeDriver, writeWebdriverConfig } from "./lib/chromedriver.mjs";
import { requireChromium, requireTestChromium } from "./lib/chromium.mjs";
import { requirePostgres, requireRedis } from "./lib/databases.mjs";
import { requireNpmPackages } from "./lib/node.mjs";
import { requirePython } from "./lib/python.mjs";
import { done, runMain } from "./lib/report.mjs";
import { requireCargo, requireLinker } from "./lib/rust.mjs";
import { wasmBindgenVersion, wasmPackVersion } from "./lib/versions.mjs";
import { wasmEnv } from "./lib/wasm-target.mjs";

/**
 * Everything that building, testing and linting need, at once. The other commands call only the parts they use, so
 * nobody has to run this first.
 * @type {[name: string, ensure: () => Promise<unknown>][]}
 */
const parts = [
  [`Node ${process.versions.node} and npm packages`, requireNpmPackages],
  ["Rust", requireCargo],
  ["a C linker", requireLinker],
  ["Rust's wasm32-unknown-unknown target", wasmEnv],
  [`wasm-bindgen ${wasmBindgenVersion()}`, requireWasmBindgen],
  [`wasm-pack ${wasmPackVersion}`, requireWasmPack],
  ["Chromium", requireChromium],
  ["Chromium for the suites", requireTestChromium],
  ["ChromeDriver", requireChromeDriver],
  ["webdriver.json", writeWebdriverConfig],
  ["PostgreSQL for the stores' tests", requirePostgres],
  ["Redis for the stores' tests", requireRedis],
  ["Python environment for the AG-UI test server", requirePython],
];

await runMain(async () => {
  for (const [name, ensure] of parts) {
    const value = await ensure();
    done(typeof value === "string" ? `${name}: ${value}` : name);
  }
});
