/** What the tests of the page's tools share: a page with content, and calls of the tools through a manager. */
import type { Page } from "@playwright/test";
import { test as base } from "../support/test.js";

interface Fixtures {
  /** Puts HTML into the harness page, with the page's tools over it. */
  readonly contentPage: (html: string) => Promise<Page>;
}

export const test = base.extend<Fixtures>({
  contentPage: async ({ harness }, use) => {
    await harness.evaluate(async () => {
      await load("toolbox");
      Object.assign(globalThis, {
        useTools: (options = {}) => {
          const registry = new agUi.ToolRegistry();
          for (const tool of toolbox.pageTools(options)) registry.register(tool);
          const manager = new agUi.ToolExecutionManager(undefined, {
            ...agUi.DEFAULT_RETRY_CONFIG,
            maxAttempts: 1,
          });
          let calls = 0;
          const execute = (name: string, args: object = {}) => {
            const tool = registry.get(name);
            if (!tool) throw new Error(`There is no tool ${name}.`);
            calls += 1;
            return manager.execute(tool, `call-${calls}`, args as Record<string, unknown>);
          };
          const use = async (name: string, args: object = {}) => {
            const outcome = await execute(name, args);
            return outcome.success ? outcome.result : `Error: ${outcome.error.message}`;
          };
          const see = async (args: object = {}) => {
            const text = await use("get_page", args);
            return text.split("\n-----\n")[1]?.replace(/\n?-----.*$/s, "") ?? text;
          };
          const ref = async (part: string) => {
            const line = (await see()).split("\n").find((each) => each.includes(part));
            const found = /\[(e\d+)\]/.exec(line ?? "")?.[1];
            if (!found) throw new Error(`${part} is not shown:\n${await see()}`);
            return found;
          };
          Object.assign(globalThis, { registry, manager, execute, use, see, ref });
        },
        /** What the elements hear of these events, by type and id. */
        hear: (...types: string[]) => {
          const heard: string[] = [];
          for (const type of types) {
            document.addEventListener(
              type,
              (event) =>
                heard.push(`${type} ${(event.composedPath()[0] as Element).id ?? ""}`.trim()),
              true,
            );
          }
          Object.assign(globalThis, { heard });
        },
      });
    });
    await use(async (html) => {
      await harness.evaluate((html) => {
        document.body.innerHTML = html;
        useTools();
      }, html);
      return harness;
    });
  },
});

interface Outcome {
  readonly success: boolean;
  readonly result: string;
  readonly output: { readonly [name: string]: unknown };
  readonly error: { readonly message: string; readonly code?: string };
}

declare global {
  var useTools: (options?: object) => void;
  var execute: (name: string, args?: object) => Promise<Outcome>;
  var use: (name: string, args?: object) => Promise<string>;
  var see: (args?: object) => Promise<string>;
  var ref: (part: string) => Promise<string>;
  var registry: InstanceType<typeof agUi.ToolRegistry>;
  var manager: InstanceType<typeof agUi.ToolExecutionManager>;
  var hear: (...types: string[]) => void;
  var heard: string[];
}

export { expect } from "@playwright/test";
