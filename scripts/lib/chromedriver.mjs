import { writeFileSync } from "node:fs";
import { majorVersion, requireChromium } from "./chromium.mjs";
import { aptInstall, canUseApt } from "./debian.mjs";
import { inRoot } from "./paths.mjs";
import { Problem, step } from "./report.mjs";
import { isExecutable, which } from "./run.mjs";

/** The path of a ChromeDriver that fits the Chromium found; only wasm-pack needs one. */
export async function requireChromeDriver() {
  const chromium = await requireChromium();
  const driver = await findDriver();
  const [wanted, got] = await Promise.all([majorVersion(chromium), majorVersion(driver)]);
  if (wanted !== got) {
    throw new Problem(
      `${driver} is version ${got}, but ${chromium} is version ${wanted}: they must be the same.\n  ${advice(wanted)}`,
    );
  }
  return driver;
}

async function findDriver() {
  const chosen = process.env.CHROMEDRIVER_PATH;
  if (chosen) {
    if (isExecutable(chosen)) return chosen;
    throw new Problem(
      `CHROMEDRIVER_PATH is ${chosen}, which is not a program. Correct it, or unset it to search.`,
    );
  }
  const present = which("chromedriver");
  if (present) return present;
  const help = advice(await majorVersion(await requireChromium()));
  if (canUseApt()) {
    await step("ChromeDriver from Debian's packages", "30 s", () =>
      aptInstall(["chromium-driver"], help),
    );
    const installed = which("chromedriver");
    if (installed) return installed;
  }
  throw new Problem(`No ChromeDriver found. ${help}`);
}

/** @param {number} major */
const advice = (major) =>
  `Get one with npx @puppeteer/browsers install chromedriver@${major} and name it: CHROMEDRIVER_PATH=/path/to/chromedriver\n` +
  "  (on Debian: apt-get install chromium-driver)";

/**
 * Tells wasm-bindgen's test runner which browser to start. It reads this file beside Cargo.toml, so a plain
 * `wasm-pack test --headless --chrome` works afterwards too; the path is this machine's, so git ignores the file.
 */
export async function writeWebdriverConfig() {
  const quiet = ["disable-gpu", "disable-quic", "no-first-run", "disable-background-networking"];
  quiet.push("disable-component-update", "disable-sync", "disable-dev-shm-usage", "headless");
  // Chromium refuses its sandbox to root, which is what containers run as.
  if (process.getuid?.() === 0) quiet.push("no-sandbox");
  const options = { binary: await requireChromium(), args: quiet.map((flag) => `--${flag}`) };
  const text = JSON.stringify({ "goog:chromeOptions": options }, undefined, 2);
  writeFileSync(inRoot("webdriver.json"), `${text}\n`);
}
