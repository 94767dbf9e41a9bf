/** What the tests of forms share: a page with an agent and forms, and calls of their tools. */
import type { Page } from "@playwright/test";
import { test as base } from "../support/test.js";

interface Fixtures {
  /** Puts an agent with a registry of its own, for which every form is a tool, and this HTML into the page. */
  readonly formPage: (html: string) => Promise<Page>;
}

export const test = base.extend<Fixtures>({
  formPage: async ({ harness }, use, testInfo) => {
    await harness.evaluate(() => {
      const agent = openAgent("/nowhere");
      agent.formTools = "all";
      const recording = new AbortController();
      Object.assign(globalThis, {
        agent,
        rejected: record(document, "ag-ui-tool-", ["rejected"], recording.signal),
        stopRecording: () => recording.abort(),
        settled: turn,
        schemaOf: (name: string) => agent.registry.get(name)?.parameters,
        call: (name: string, args: object, options = {}) => {
          const tool = agent.registry.get(name);
          if (!tool) throw new Error(`There is no tool ${name}.`);
          return agent.manager.execute(tool, "call", args as Record<string, unknown>, options);
        },
        form: (name = "") => {
          const form = document.querySelector(`form[toolname="${name}"]`) ?? document.forms[0];
          return form as HTMLFormElement;
        },
      });
    });
    await use(async (html) => {
      await harness.evaluate((html) => {
        const place = document.createElement("main");
        place.innerHTML = html;
        document.body.append(place);
        return settled();
      }, html);
      return harness;
    });
    if (testInfo.errors.length > 0 || harness.isClosed()) return;
    await harness.evaluate(() => globalThis.stopRecording?.());
  },
});

declare global {
  var agent: ReturnType<typeof openAgent>;
  var rejected: ReturnType<typeof record>;
  /** Not in a document that the test has opened afterwards. */
  var stopRecording: (() => void) | undefined;
  var settled: () => Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  var schemaOf: (name: string) => any;
  var call: (
    name: string,
    args: object,
    options?: { signal?: AbortSignal },
  ) => ReturnType<typeof agent.manager.execute>;
  var form: (name?: string) => HTMLFormElement;
}

export { expect } from "@playwright/test";
