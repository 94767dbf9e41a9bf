/** `web_fetch` in Chromium, against real servers: who gets a request, and what becomes of an answer. */
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import type { ToolExecutionResult } from "ag-ui-lit";
import type { WebToolsOptions } from "ag-ui-lit/toolbox";
import { content, cors, Host, redirect } from "../support/hosts.js";
import { test as base, expect } from "../support/test.js";

interface Servers {
  /** The one that is allowed, and one that is not. */
  readonly inside: Host;
  readonly outside: Host;
}

const test = base.extend<Servers>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
  inside: async ({}, use) => {
    const host = await Host.start();
    await use(host);
    await host.stop();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
  outside: async ({}, use) => {
    const host = await Host.start();
    await use(host);
    await host.stop();
  },
});

test.use({ sharesPage: true });

/** Executes a call as a page does. */
const fetchPage = (
  page: Page,
  // A rule of its own can't cross to the page.
  options: Omit<WebToolsOptions, "approval">,
  args: Record<string, unknown>,
): Promise<ToolExecutionResult> =>
  page.evaluate(
    async ({ options, args }) => {
      await load("toolbox");
      const registry = new agUi.ToolRegistry();
      const [definition] = toolbox.webTools(options);
      if (!definition) throw new Error("There is no tool.");
      const { tool } = registry.register(definition);
      const manager = new agUi.ToolExecutionManager(undefined, {
        ...agUi.DEFAULT_RETRY_CONFIG,
        maxAttempts: 1,
      });
      return manager.execute(tool, "c1", args);
    },
    { options, args },
  );

/** The browser notes refusals and failures in its console by itself. */
const takeNotes = (complaints: string[]) => complaints.splice(0);

const storing = test.extend({ usesStorage: true });

storing(
  "HTML comes as Markdown with absolute links, JSON laid out, and nothing of the page goes along",
  async ({ harness, inside }) => {
    const url = inside.answer(
      "/a/page",
      content(
        "text/html; charset=windows-1251",
        Buffer.concat([
          Buffer.from("<title>T</title><script>x</script><h1>"),
          Buffer.from([0xe4, 0xe0]),
          Buffer.from("</h1><a href=../b>link</a>"),
        ]),
      ),
    );
    const options = { allow: [`localhost:${inside.port}`] };
    await harness.evaluate(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: it is sent to every port of this host
      document.cookie = "secret=1";
    });
    const page = await fetchPage(harness, options, { url });
    expect(page).toMatchObject({
      success: true,
      result: `${url}\nTitle: T\n\n# да\n\n[link](${inside.origin}/b)`,
      output: { finalUrl: url, status: 200, charset: "windows-1251", contentType: "text/html" },
    });
    const json = inside.answer("/json", content("application/json", '{"b":1.0,"a":[]}'));
    const laidOut = await fetchPage(harness, options, { url: json });
    expect(laidOut.success && laidOut.result).toBe(`${json}\n\n{\n  "b": 1.0,\n  "a": []\n}`);
    const zipped = gzipSync("hello ".repeat(1000));
    const gzip = inside.answer(
      "/gzip",
      content("text/plain", zipped, { "content-encoding": "gzip" }),
    );
    const inflated = await fetchPage(harness, { ...options, maxBytes: 20 }, { url: gzip });
    expect(inflated).toMatchObject({
      success: true,
      result: expect.stringContaining("Only the first 20 bytes were read"),
      output: { bytes: 20, truncated: true },
    });
    for (const { headers } of inside.requests) {
      expect(headers).not.toHaveProperty("cookie");
      expect(headers).not.toHaveProperty("referer");
    }
  },
);

test("a redirect within the allowed hosts is followed, also over several steps and hosts", async ({
  harness,
  inside,
  outside,
  complaints,
}) => {
  const end = outside.answer("/end", content("text/plain", "arrived"));
  const middle = inside.answer("/2", redirect(end, 307));
  const url = inside.answer("/1", redirect("/2"));
  const result = await fetchPage(
    harness,
    { allow: [`localhost:${inside.port}`, `localhost:${outside.port}`] },
    { url },
  );
  expect(result).toMatchObject({
    success: true,
    result: `${end} (redirected)\n\narrived`,
    output: { url, finalUrl: end, redirected: true },
  });
  expect(middle).toContain("/2");
  expect(await harness.locator("iframe").count()).toBe(0);
  // The frame was tried out, which the browser notes; nothing else was refused.
  const notes = takeNotes(complaints);
  expect(notes).not.toEqual([]);
  for (const note of notes) expect(note).toContain("data:,x");
});

for (const status of [301, 302, 303, 307, 308]) {
  test(`a redirect (${status}) to a host that is not allowed asks it nothing`, async ({
    harness,
    inside,
    outside,
    complaints,
  }) => {
    const forbidden = outside.answer("/secret", content("text/plain", "secret"));
    inside.answer("/2", redirect(forbidden, status));
    const url = inside.answer("/1", redirect("/2", status));
    const result = await fetchPage(harness, { allow: [`localhost:${inside.port}`] }, { url });
    expect(result).toMatchObject({
      success: false,
      error: {
        category: "permanent",
        code: "redirect_not_allowed",
        message: expect.stringContaining(`Allowed: localhost:${inside.port}`),
      },
    });
    expect(outside.requests).toEqual([]);
    expect(await harness.locator("iframe").count()).toBe(0);
    takeNotes(complaints);
  });
}

test("what is denied gets no request by a redirect either, although a wildcard allows it", async ({
  harness,
  inside,
  outside,
  complaints,
}) => {
  const forbidden = `http://no.localhost:${outside.port}/secret`;
  outside.answer("/secret", content("text/plain", "secret"));
  inside.answer("/1", redirect(forbidden));
  const url = `http://yes.localhost:${inside.port}/1`;
  const options = { allow: ["*.localhost:*"], deny: ["no.localhost"] };
  const result = await fetchPage(harness, options, { url });
  expect(result).toMatchObject({ success: false, error: { code: "redirect_not_allowed" } });
  const direct = await fetchPage(harness, options, { url: forbidden });
  expect(direct.success).toBe(false);
  expect(outside.requests).toEqual([]);
  takeNotes(complaints);
});

test("a circle of redirects ends", async ({ harness, inside, complaints }) => {
  const url = inside.answer("/1", redirect("/1"));
  const result = await fetchPage(harness, { allow: [`localhost:${inside.port}`] }, { url });
  expect(result).toMatchObject({ success: false, error: { code: "fetch_failed" } });
  takeNotes(complaints);
});

test("a server that does not allow the page is explained", async ({
  harness,
  inside,
  complaints,
}) => {
  const url = inside.answer("/private", (_request, response) => void response.end("private"));
  const result = await fetchPage(harness, { allow: [`localhost:${inside.port}`] }, { url });
  expect(result).toMatchObject({
    success: false,
    error: {
      category: "transient",
      message: expect.stringContaining("Access-Control-Allow-Origin"),
    },
  });
  takeNotes(complaints);
});

test("statuses are failures of the kind that they are", async ({ harness, inside, complaints }) => {
  const url = inside.answer("/busy", (_request, response) => {
    const headers = { ...cors, "access-control-expose-headers": "retry-after", "retry-after": "7" };
    response.writeHead(429, headers).end("later");
  });
  const options = { allow: [`localhost:${inside.port}`] };
  expect(await fetchPage(harness, options, { url })).toMatchObject({
    success: false,
    error: { category: "transient", retryAfter: 7000, code: "http_429" },
  });
  expect(await fetchPage(harness, options, { url: `${inside.origin}/none` })).toMatchObject({
    success: false,
    error: { category: "permanent", message: expect.stringContaining("not here") },
  });
  const empty = inside.answer("/204", (_request, response) => {
    response.writeHead(204, cors).end();
  });
  expect(await fetchPage(harness, options, { url: empty })).toMatchObject({
    success: true,
    result: expect.stringContaining("[No content.]"),
  });
  takeNotes(complaints);
});

test("a body without end is read as far as it may be, and then let go", async ({
  harness,
  inside,
}) => {
  let isLetGo: () => void = () => {};
  const letGo = new Promise<void>((resolve) => {
    isLetGo = resolve;
  });
  const url = inside.answer("/endless", (_request, response) => {
    response.writeHead(200, { ...cors, "content-type": "text/plain" });
    const more = () => {
      while (!response.destroyed && response.write("x".repeat(65_536)));
    };
    response.on("drain", more).on("close", isLetGo);
    more();
  });
  const result = await fetchPage(
    harness,
    { allow: [`localhost:${inside.port}`], maxBytes: 100_000 },
    { url },
  );
  expect(result).toMatchObject({ success: true, output: { bytes: 100_000, truncated: true } });
  await letGo;
});

test("an abort lets go of a request that waits, also one in a frame", async ({
  harness,
  inside,
  complaints,
}) => {
  const hanging: Promise<void>[] = [];
  const asked: (() => void)[] = [];
  const waits = (path: string) => {
    let isAsked: () => void = () => {};
    const once = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    asked.push(isAsked);
    const url = inside.answer(path, (_request, response) => {
      hanging.push(new Promise<void>((resolve) => void response.on("close", resolve)));
      response.writeHead(200, { ...cors, "content-type": "text/plain" }).write("begin");
      isAsked();
    });
    return { url, once };
  };
  for (const isRedirected of [false, true]) {
    const { url, once } = waits(`/slow-${isRedirected}`);
    const first = isRedirected ? inside.answer("/redirected", redirect(url)) : url;
    const outcome = harness.evaluate(
      async ({ url, port }) => {
        await load("toolbox");
        const [definition] = toolbox.webTools({ allow: [`localhost:${port}`] });
        if (!definition) throw new Error("There is no tool.");
        const { tool } = new agUi.ToolRegistry().register(definition);
        const stop = new AbortController();
        Object.assign(globalThis, { stop });
        const manager = new agUi.ToolExecutionManager();
        const result = await manager.execute(tool, "c1", { url }, { signal: stop.signal });
        return result.success ? "success" : result.error.category;
      },
      { url: first, port: inside.port },
    );
    await once;
    await harness.evaluate(() => (globalThis as unknown as { stop: AbortController }).stop.abort());
    expect(await outcome).toBe("cancelled");
  }
  await Promise.all(hanging);
  await expect(harness.locator("iframe")).toHaveCount(0);
  takeNotes(complaints);
});

test("options are checked at once", async ({ harness }) => {
  const messages = await harness.evaluate(async () => {
    await load("toolbox");
    const wrong: unknown[] = [
      undefined,
      {},
      { allow: "example.com" },
      { allow: ["example.com/path"] },
      { allow: ["a@example.com"] },
      { allow: [], deny: [""] },
      { allow: [], maxBytes: 0 },
      { allow: [], credentials: "all" },
      { allow: [], denied: ["x"] },
    ];
    return wrong.map((options) => {
      try {
        toolbox.webTools(options as never);
        return "nothing";
      } catch (error) {
        return String(error);
      }
    });
  });
  for (const message of messages) expect(message).toMatch(/^TypeError: ag-ui-lit: webTools\(/);
  expect(messages[8]).toContain('no option "denied"');
});
