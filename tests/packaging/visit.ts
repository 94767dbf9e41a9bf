import type { Page } from "@playwright/test";

/** What a page came to. */
export interface Visit {
  /** What its script left in `outcome`. */
  readonly outcome: unknown;
  /** The WebAssembly files it asked for, with the type they came as. */
  readonly wasm: { readonly url: string; readonly type: string | undefined }[];
  /** What its CSP stopped: the directive and what broke it. */
  readonly violations: string[];
  /** Uncaught errors, and errors and warnings in its console. */
  readonly complaints: string[];
}

/** Opens a page and waits until its script has said how it went. */
export async function visit(page: Page, url: string): Promise<Visit> {
  const [wasm, complaints]: [Visit["wasm"], string[]] = [[], []];
  page.on("response", (response) => {
    const type = response.headers()["content-type"];
    if (new URL(response.url()).pathname.endsWith(".wasm"))
      wasm.push({ url: response.url(), type });
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  await page.addInitScript(() => {
    globalThis.violations = [];
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
      globalThis.violations.push(`${effectiveDirective} ${blockedURI}`);
    });
  });
  await page.goto(url);
  const outcome = await page.waitForFunction(() => globalThis.outcome);
  return {
    outcome: await outcome.jsonValue(),
    wasm,
    violations: await page.evaluate(() => globalThis.violations),
    complaints,
  };
}

declare global {
  var outcome: unknown;
  var violations: string[];
}
