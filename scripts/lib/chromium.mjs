import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { aptInstall, canUseApt } from "./debian.mjs";
import { inRoot, npmTool } from "./paths.mjs";
import { Problem, step } from "./report.mjs";
import { isExecutable, tryRun, which } from "./run.mjs";

const advice =
  "Install Chromium or Chrome, or name one: CHROMIUM_PATH=/path/to/chromium (on Debian: apt-get install chromium)";

/** @type {Promise<string> | undefined} */
let found;

/** The path of a Chromium that tests can drive; installs one where that needs nobody's consent. */
export function requireChromium() {
  found ??= findChromium();
  return found;
}

async function findChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (isExecutable(chosen)) return chosen;
    throw new Problem(
      `CHROMIUM_PATH is ${chosen}, which is not a program. Correct it, or unset it to search.`,
    );
  }
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
