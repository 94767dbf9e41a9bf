import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { aptInstall, canUseApt, hasAptPackage } from "./debian.mjs";
import { inRoot, npmTool } from "./paths.mjs";
import { Problem, step } from "./report.mjs";
import { isExecutable, tryRun, which } from "./run.mjs";

const advice =
  "Install Chromium or Chrome, or name one: CHROMIUM_FULL_PATH=/path/to/chromium (on Debian: apt-get install chromium)";

/** @type {Promise<string> | undefined} */
let whole;
/** @type {Promise<string> | undefined} */
let shell;

/**
 * The path of a whole Chromium: for ChromeDriver, the benchmarks and the few tests of what only a whole browser has.
 * Installs one where that needs nobody's consent.
 */
export function requireChromium() {
  whole ??= findChromium();
  return whole;
}

/**
 * The path of the Chromium that runs the suites: the headless shell, whose contexts cost a quarter of the whole
 * browser's. Without one it is the whole browser, which runs every test as well.
 */
export function requireTestChromium() {
  shell ??= findShell();
  return shell;
}

async function findChromium() {
  const chosen = chosenBy("CHROMIUM_FULL_PATH") ?? chosenBy("CHROMIUM_PATH");
  if (chosen && !isShell(chosen)) return chosen;
  const present = usualPlace() ?? playwrightsOwn();
  if (present) return present;
  if (canUseApt()) {
    await step("Chromium from Debian's packages", "1 min", () => aptInstall(["chromium"], advice));
    const installed = usualPlace();
    if (installed) return installed;
  }
  if (existsSync(inRoot("node_modules", "playwright"))) {
    const args = [npmTool("playwright", "playwright"), "install", "chromium"];
    await step("Chromium from Playwright", "1 min", () => tryRun(process.execPath, args));
    const installed = playwrightsOwn();
    if (installed) return installed;
  }
  throw new Problem(`No Chromium found. ${advice}`);
}

const shellPackage = "chromium-headless-shell";

async function findShell() {
  const chosen = chosenBy("CHROMIUM_PATH");
  if (chosen) return chosen;
  const present = which(shellPackage);
  if (present) return present;
  const browser = await requireChromium();
  // Ubuntu has no such package.
  if (canUseApt() && (await hasAptPackage(shellPackage))) {
    // Both share a package of one version, so the browser is brought to the shell's.
    const packages = [shellPackage, ...(which("chromium") ? ["chromium"] : [])];
    await step("Chromium's headless shell from Debian's packages", "30 s", () =>
      aptInstall(packages, `On Debian: apt-get install ${shellPackage}, or set CHROMIUM_PATH.`),
    );
  }
  return which(shellPackage) ?? browser;
}

/** @param {string} path */
const isShell = (path) => /headless[-_]shell/.test(path);

/** @param {"CHROMIUM_PATH" | "CHROMIUM_FULL_PATH"} variable */
function chosenBy(variable) {
  const chosen = process.env[variable];
  if (!chosen || isExecutable(chosen)) return chosen || undefined;
  throw new Problem(
    `${variable} is ${chosen}, which is not a program. Correct it, or unset it to search.`,
  );
}

function usualPlace() {
  for (const name of ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"]) {
    const path = which(name);
    if (path) return path;
  }
  const { PROGRAMFILES, LOCALAPPDATA, HOME } = process.env;
  const chromeExe = "Google/Chrome/Application/chrome.exe";
  return (
    [
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
      "/Applications/Chromium.app/Contents/MacOS/Chromium",
      HOME && join(HOME, "Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
      PROGRAMFILES && join(PROGRAMFILES, chromeExe),
      LOCALAPPDATA && join(LOCALAPPDATA, chromeExe),
    ].find((path) => path && isExecutable(path)) || undefined
  );
}

function playwrightsOwn() {
  try {
    const { chromium } = createRequire(inRoot("package.json"))("playwright-core");
    const path = chromium.executablePath();
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined; // npm packages aren't installed yet, or Playwright knows no build for this system
  }
}

/**
 * A browser's or driver's major version.
 * @param {string} path
 * @returns {Promise<number>}
 */
export async function majorVersion(path) {
  if (process.platform === "win32" && path.toLowerCase().endsWith("chrome.exe")) {
    // There `chrome --version` opens a window; the version is the name of a folder beside it.
    const versions = readdirSync(dirname(path)).filter((name) => /^\d+\.\d+/.test(name));
    return Math.max(...versions.map((name) => Number.parseInt(name, 10)));
  }
  const { stdout } = await tryRun(path, ["--version"]);
  return Number(/(\d+)\.\d+/.exec(stdout)?.[1]);
}
