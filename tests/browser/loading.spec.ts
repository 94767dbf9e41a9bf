/** Loading the core: where it may come from, what is said when it can't be loaded, and what comes of it then. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page, Route } from "@playwright/test";
import { run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";

const core = readFileSync(
  fileURLToPath(new URL("../../pkg/dist/generated/core_bg.wasm", import.meta.url)),
);

/** Where the page's build has put the core. */
const packaged = "**/core_bg*.wasm";

/** The other file of the package, as a request for it is noted. */
const jsonSchema = expect.stringMatching(/\/json_schema_bg[^/]*\.wasm$/);

/** Where another copy of it is. */
const elsewhere = "/files/the-core.wasm";

test.beforeEach(({ page }) =>
  page.route(`**${elsewhere}`, (route) =>
    route.fulfill({ body: core, contentType: "application/wasm" }),
  ),
);

/** The paths of the wasm files that the page asks for. */
function wasmOf(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".wasm")) asked.push(pathname);
  });
  return asked;
}

/** Takes what the browser itself notes of what could not be loaded, and what an element says of it. */
const takeNotes = (complaints: string[]): string[] => {
  const isNote = (one: string) => one.includes("Failed to load resource");
  const isReport = (one: string) => one.includes("<ag-ui-agent>: Error: ag-ui-lit: the wasm file");
  const reports = complaints.filter(isReport);
  const rest = complaints.filter((one) => !isNote(one) && !isReport(one));
  complaints.splice(0, complaints.length, ...rest);
  return reports;
};

/** A tool whose schema asks for more than types, and what comes of a good and a bad call, without waiting for anything. */
const useIt = (page: Page) =>
  page.evaluate(async () => {
    const { tool } = new agUi.ToolRegistry().register({
      name: "find",
      description: "Finds.",
      schema: {
        properties: {
          code: { pattern: "^\\p{Lu}{3}$" },
          day: { format: "date" },
        },
      },
      handler: () => "found",
    });
    const manager = new agUi.ToolExecutionManager();
    const good = await manager.execute(tool, "1", { code: "ÄBC", day: "2026-02-28" });
    const bad = await manager.execute(tool, "2", { code: "abc", day: "2026-02-29" });
    return {
      result: good.success && good.result,
      wrong: bad.success ? [] : bad.error.validationErrors?.map(({ path }) => path.join(".")),
    };
  });
const used = { result: "found", wrong: ["code", "day"] };

const sources: [what: string, load: () => Promise<void>][] = [
  ["an address", () => agUi.init("/files/the-core.wasm")],
  ["a URL", () => agUi.init(new URL("/files/the-core.wasm", location.href))],
  ["a response", async () => agUi.init(await fetch("/files/the-core.wasm"))],
  ["the promise of a response", () => agUi.init(fetch("/files/the-core.wasm"))],
  ["a buffer", async () => agUi.init(await (await fetch("/files/the-core.wasm")).arrayBuffer())],
  [
    "bytes",
    async () =>
      agUi.init(new Uint8Array(await (await fetch("/files/the-core.wasm")).arrayBuffer())),
  ],
  [
    "a compiled module",
    async () => agUi.init(await WebAssembly.compileStreaming(fetch("/files/the-core.wasm"))),
  ],
];

for (const [what, load] of sources) {
  test(`init() takes ${what}, and loads the JSON Schema module beside it`, async ({
    page,
    backend,
  }) => {
    const asked = wasmOf(page);
    await page.goto(backend.origin);
    await page.evaluate(load);

    expect(await useIt(page)).toEqual(used);
    expect(asked.sort().reverse()).toEqual([elsewhere, jsonSchema]);
  });
}

test("init() takes bytes that another window has made", async ({ page, backend }) => {
  await page.goto(backend.origin);
  await page.evaluate(async () => {
    const realm = openRealm();
    const bytes = await (await fetch("/files/the-core.wasm")).arrayBuffer();

    await agUi.init(new realm.Uint8Array(new Uint8Array(bytes)));
  });

  expect(await useIt(page)).toEqual(used);
});

test("an element loads the core by itself, once, and tools wait for that", async ({
  page,
  backend,
}) => {
  const asked = wasmOf(page);
  await page.goto(backend.origin);
  const names = await page.evaluate(async () => {
    const waiting = agUi.registerTool({
      name: "find",
      description: "Finds.",
      schema: { properties: { code: { pattern: "^[A-Z]{3}$" } } },
      handler: () => "found",
    });
    openAgent("/nowhere");
    openAgent("/nowhere");
    await waiting;
    return agUi.globalToolRegistry.names;
  });

  expect(names).toEqual(["find"]);
  expect(await useIt(page)).toEqual(used);
  expect(asked).toEqual([expect.stringMatching(/\/core_bg[^/]*\.wasm$/), jsonSchema]);
});

const failures: [what: string, answer: (route: Route) => Promise<void>, why: string][] = [
  ["is missing", (route) => route.fulfill({ status: 404, body: "" }), "gave HTTP status 404"],
  [
    "is an HTML page",
    (route) => route.fulfill({ body: "<!doctype html>", contentType: "text/html" }),
    "gave an HTML page",
  ],
  ["is blocked", (route) => route.abort("blockedbyclient"), "could not be fetched from http"],
  [
    "is no WebAssembly",
    (route) => route.fulfill({ body: "no wasm", contentType: "application/wasm" }),
    "could not be started from http",
  ],
];

for (const [what, answer, why] of failures) {
  test(`when the core ${what}, a message fails with the reason and what to do, and the next one tries again`, async ({
    page,
    backend,
    complaints,
  }) => {
    const agent = backend.script(
      run(...toolCall("c1", "greet", "{}", "m1")),
      run(...text("m2", "Done.")),
    );
    await page.route(packaged, answer);
    await page.goto(backend.origin);
    const { outcome, message } = await page.evaluate(async (url) => {
      const element = openAgent(url);
      void element.registerTool({
        name: "greet",
        description: "Greets.",
        schema: {},
        handler: () => "Hello!",
      });
      const { outcome, error } = await element.sendMessage("Go");
      return { outcome, message: error?.message };
    }, agent.url);
    expect(outcome).toBe("failed");
    expect(message).toContain(why);
    expect(message).toMatch(/core_bg\.wasm .*dist\/generated\/core_bg\.wasm .*init\(\)/);
    expect(agent.requests).toEqual([]);
    // An app may listen to no failure, and its tools are missing all the same.
    const reports = takeNotes(complaints);
    expect(reports).toEqual([expect.stringContaining(why)]);

    await page.unroute(packaged);
    const again = await page.evaluate(() =>
      document.querySelector("ag-ui-agent")?.sendMessage("Again"),
    );
    expect(again?.outcome).toBe("finished");
    expect(agent.requests[1]?.messages.at(-1)?.content).toBe("Hello!");
  });

  test(`when the core ${what}, init() rejects with the reason and what to do, and may be called again`, async ({
    page,
    backend,
    complaints,
  }) => {
    await page.route(packaged, answer);
    await page.goto(backend.origin);
    const message = await page.evaluate(() =>
      agUi.init().then(String, (error: Error) => error.message),
    );
    expect(message).toContain(why);
    expect(message).toMatch(/core_bg\.wasm .*dist\/generated\/core_bg\.wasm .*init\(\)/);
    takeNotes(complaints);

    await page.unroute(packaged);
    await page.evaluate(() => agUi.init());
    expect(await useIt(page)).toEqual(used);
  });
}

test("each of several sources is tried, and one that breaks is told with the file's name and what to do", async ({
  page,
  backend,
}) => {
  await page.goto(backend.origin);
  const messages = await page.evaluate(() =>
    Promise.all(
      [
        () => agUi.init(Promise.reject(new Error("Offline."))),
        () => agUi.init(new Uint8Array([1, 2, 3])),
        () => agUi.init(new Response("gone", { status: 410 })),
      ].map((load) => load().then(String, (error: Error) => error.message)),
    ),
  );

  expect(messages).toEqual([
    expect.stringContaining("core_bg.wasm could not be fetched (Offline.)"),
    expect.stringContaining("core_bg.wasm could not be started (WebAssembly"),
    expect.stringContaining("HTTP status 410"),
  ]);
  for (const message of messages) expect(message).toContain("pass its address to init()");
});

test("an address that the browser refuses stands in the error without what may be a token in it", async ({
  page,
  backend,
}) => {
  await page.goto(backend.origin);
  const said = await page.evaluate(async () => {
    const error = await agUi
      .init("https://me:s3cr3t@a.example/core.wasm?t=s3cr3t")
      .catch((error: Error) => error);
    return error && [error.message, String(error.cause)];
  });
  expect(said?.[0]).toContain("https://a.example/core.wasm");
  expect(said?.join()).not.toContain("s3cr3t");
});

test("under a policy without 'wasm-unsafe-eval', the error names the directive and offers no other file", async ({
  page,
  backend,
}) => {
  await page.route(backend.origin, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), "content-security-policy": "script-src 'self'" };
    await route.fulfill({ response, headers });
  });
  await page.goto(backend.origin);
  const message = await page.evaluate(() =>
    agUi.init().then(String, (error: Error) => error.message),
  );

  expect(message).toContain("core_bg.wasm could not be started");
  expect(message).toContain("add 'wasm-unsafe-eval' to its script-src");
  expect(message).not.toContain("pass its address");
});

/** What browsers say of a policy that forbids WebAssembly, word for word; and of a file of another version. */
const refusals: [who: string, name: string, message: string, advice: string][] = [
  [
    "Chromium before 103",
    "CompileError",
    "WebAssembly.instantiate(): Wasm code generation disallowed by embedder",
    "add 'wasm-unsafe-eval'",
  ],
  [
    "Firefox",
    "CompileError",
    "call to WebAssembly.instantiateStreaming() blocked by CSP",
    "add 'wasm-unsafe-eval'",
  ],
  [
    "Safari",
    "EvalError",
    "Refused to create a WebAssembly object because 'unsafe-eval' or 'wasm-unsafe-eval' is not an allowed source of script",
    "add 'wasm-unsafe-eval'",
  ],
  [
    "any browser, of another version's file",
    "LinkError",
    "WebAssembly.instantiate(): Import #3: function import requires a callable",
    "of another version",
  ],
];

for (const [who, name, message, advice] of refusals) {
  test(`the words of ${who} are understood`, async ({ page, backend }) => {
    await page.goto(backend.origin);
    const said = await page.evaluate(
      ({ name, message }) => {
        const refuse = () => Promise.reject(Object.assign(new Error(message), { name }));
        WebAssembly.instantiate = refuse;
        WebAssembly.instantiateStreaming = refuse;
        return agUi.init().then(String, (error: Error) => error.message);
      },
      { name, message },
    );
    expect(said).toContain(advice);
  });
}

test("a source that the page has chosen is used after an element's own load failed", async ({
  page,
  backend,
  complaints,
}) => {
  const asked = wasmOf(page);
  await page.route(packaged, (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto(backend.origin);
  const failed = page.waitForResponse(packaged);
  await page.evaluate(() => void openAgent("/nowhere"));
  await failed;
  await page.evaluate(() => agUi.init("/files/the-core.wasm"));

  expect(await useIt(page)).toEqual(used);
  expect(asked.filter((path) => !path.includes("json_schema"))).toEqual([
    expect.stringMatching(/\/core_bg/),
    elsewhere,
  ]);
  takeNotes(complaints);
});

test("a source that the page has chosen is used when an element's own load fails later", async ({
  page,
  backend,
  complaints,
}) => {
  let fail: () => void = () => {};
  const told = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route(packaged, async (route) => {
    await told;
    await route.fulfill({ status: 404, body: "" });
  });
  await page.goto(backend.origin);
  const asked = wasmOf(page);
  const loading = page.evaluate(() => {
    openAgent("/nowhere");
    return agUi.init("/files/the-core.wasm");
  });
  await expect.poll(() => asked.filter((path) => path.includes("core_bg")).length).toBe(1);
  fail();
  await loading;

  expect(await useIt(page)).toEqual(used);
  expect(asked.filter((path) => !path.includes("json_schema")).at(-1)).toBe(elsewhere);
  takeNotes(complaints);
});

test("what is no source is refused with a TypeError that says what init() takes, whatever is loaded already", async ({
  page,
  backend,
}) => {
  await page.goto(backend.origin);
  const refusals = () =>
    page.evaluate(() =>
      Promise.all(
        [null, 42, [1, 2], Promise.resolve({ ok: true })].map((source) =>
          agUi.init(source as never).then(
            () => "loaded",
            (error: Error) => `${error.name}: ${error.message}`,
          ),
        ),
      ),
    );
  const given = ["null", "42", "1,2"];
  const first = await refusals();
  for (const message of first) {
    expect(message).toMatch(/^TypeError: ag-ui-lit: init\(\) takes where core_bg\.wasm comes from/);
  }
  expect(first.map((message) => message.replace(/.*It was given (.*)\.$/, "$1"))).toEqual([
    ...given,
    "an object with ok",
  ]);

  await page.evaluate(() => agUi.init());
  expect((await refusals()).slice(0, given.length)).toEqual(first.slice(0, given.length));
  expect(await useIt(page)).toEqual(used);
});
