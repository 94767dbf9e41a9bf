import type { LaunchOptions } from "@playwright/test";

/**
 * Launch options for what only a whole browser has: flags of features in trial, extensions, windows. The suites run in
 * the headless shell, whose contexts are cheaper (`scripts/lib/chromium.mjs`).
 */
export function wholeBrowser(options: LaunchOptions): LaunchOptions {
  const executablePath = process.env.CHROMIUM_FULL_PATH;
  return { ...options, ...(executablePath && { executablePath }) };
}
