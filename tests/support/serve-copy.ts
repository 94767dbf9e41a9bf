import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";

const dist = new URL("../../pkg/dist/", import.meta.url);

/** Serves the built package under a path of the page's own origin, besides the copy that the harness bundles. */
export async function serveCopy(
  page: Page,
  path: string,
  change = (code: string) => code,
): Promise<void> {
  await page.route(`**/${path}/**`, async (route) => {
    const file = new URL(route.request().url()).pathname.slice(path.length + 2);
    const body = await readFile(new URL(file, dist));
    if (file.endsWith(".wasm")) await route.fulfill({ body, contentType: "application/wasm" });
    else await route.fulfill({ body: change(String(body)), contentType: "text/javascript" });
  });
}
