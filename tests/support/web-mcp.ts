import type { Browser, LaunchOptions, PlaywrightWorkerArgs } from "@playwright/test";
import { wholeBrowser } from "./whole-browser.js";

/** A whole Chromium whose own WebMCP is switched on. */
export function launchWithWebMcp(
  { chromium }: PlaywrightWorkerArgs["playwright"],
  options: LaunchOptions,
): Promise<Browser> {
  const switches = ["--enable-features=WebMCP", "--enable-blink-features=WebMCP"];
  return chromium.launch({
    ...wholeBrowser(options),
    args: [...(options.args ?? []), ...switches],
  });
}

/** A tool as the browser lists it. */
export interface BrowserTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: unknown;
}

declare global {
  interface Document {
    readonly modelContext?: {
      getTools(): Promise<BrowserTool[]>;
      executeTool(tool: BrowserTool, args: object, options?: object): Promise<string>;
      registerTool(tool: object, options?: object): Promise<void>;
    };
  }
}
