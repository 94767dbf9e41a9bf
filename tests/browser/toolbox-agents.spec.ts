/** Subagents, batches and images in a page: who is asked, and what is looked at. */

import { run, text, toolCall } from "../support/backend.js";
import { content, Host, redirect } from "../support/hosts.js";
import { expect, test } from "../support/test.js";
import { open, started } from "./conversation.js";

test.use({ usesStorage: true });

const done = run(...text("m9", "Done."));

test("what a batch or a subagent calls asks the person of the element that called it, and says who asks", async ({
  harness,
  backend,
}) => {
  const helper = backend.script(run(...toolCall("h1", "pay", '{"n":3}', "m1")), done);
  const batch = { description: "x", calls: [1, 2].map((n) => ({ tool: "pay", args: { n } })) };
  const task = { agent: "helper", task: "Pay." };
  const agent = backend.script(
    run(
      ...toolCall("c1", "batch", JSON.stringify(batch), "m1"),
      ...toolCall("c2", "subagent", JSON.stringify(task), "m1"),
    ),
    done,
  );
  const seen = await harness.evaluate(
    async ([url, helperUrl]) => {
      await load("toolbox");
      const element = openAgent(url);
      const { registry, manager } = element;
      const ran: unknown[] = [];
      await element.registerTool({
        name: "pay",
        description: "Pays.",
        schema: {},
        metadata: { approval: "always" },
        handler: (args) => ran.push(args),
      });
      const subagents = { helper: { url: helperUrl, description: "Helps.", tools: ["pay"] } };
      const tools = [
        ...toolbox.runTools({ registry, manager }),
        ...toolbox.agentTools({ registry, manager, subagents }),
      ];
      for (const tool of tools) await element.registerTool(tool);
      const asked: unknown[] = [];
      element.addEventListener("ag-ui-approval-request", ({ detail }) => {
        const { approvalId, toolCallArgs, askedBy } = detail;
        asked.push([toolCallArgs.n, askedBy]);
        const decision = toolCallArgs.n === 2 ? "decline" : "approve";
        void element.respondToApproval(approvalId, { decision });
      });
      const { outcome } = await element.sendMessage("Go");
      return { outcome, ran, asked, left: element.pendingApprovals.length };
    },
    [agent.url, helper.url] as const,
  );
  expect(seen.outcome).toBe("finished");
  expect([...seen.asked].sort()).toEqual([
    [1, undefined],
    [2, undefined],
    [3, "helper"],
  ]);
  expect([...seen.ran].sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))).toEqual([
    { n: 1 },
    { n: 3 },
  ]);
  expect(seen.left).toBe(0);
  const answers = agent.requests[1]?.messages.filter(({ role }) => role === "tool");
  expect(answers?.[0]?.content).toContain("2 calls were made: 1 succeeded, 1 failed.");
  expect(answers?.[0]?.content).toContain("The user declined: the tool was not run.");
  expect(answers?.[1]?.content).toBe("Done.");
});

test("an element that is stopped stops its subagent, and withdraws what that has asked", async ({
  harness,
  backend,
}) => {
  const helper = backend.script(run(...toolCall("h1", "pay", "{}", "m1")), done);
  const agent = backend.script(
    run(...toolCall("c1", "subagent", '{"agent":"helper","task":"Pay."}', "m1")),
    done,
  );
  const seen = await harness.evaluate(
    async ([url, helperUrl]) => {
      await load("toolbox");
      const element = openAgent(url);
      const { registry, manager } = element;
      await element.registerTool({
        name: "pay",
        description: "Pays.",
        schema: {},
        metadata: { approval: "always" },
        handler: () => "paid",
      });
      const subagents = { helper: { url: helperUrl, description: "Helps.", tools: ["pay"] } };
      for (const tool of toolbox.agentTools({ registry, manager, subagents })) {
        await element.registerTool(tool);
      }
      const settled: string[] = [];
      element.addEventListener("ag-ui-approval-settled", ({ detail }) => {
        settled.push(detail.outcome);
      });
      element.addEventListener("ag-ui-approval-request", () => element.abort());
      const { outcome } = await element.sendMessage("Go");
      return { outcome, settled, stats: registry.stats("pay")?.executions };
    },
    [agent.url, helper.url] as const,
  );
  expect(seen).toEqual({ outcome: "aborted", settled: ["withdrawn"], stats: 0 });
  expect([agent.requests.length, helper.requests.length]).toEqual([1, 1]);
});

/** Puts `look()` into the page: it calls `image_recognition`. */
function offerLook() {
  Object.assign(globalThis, {
    async look(image: object, args: object) {
      await load("toolbox");
      const registry = new agUi.ToolRegistry();
      const manager = new agUi.ToolExecutionManager();
      for (const tool of toolbox.agentTools({ image } as never)) registry.register(tool);
      const tool = registry.get("image_recognition");
      if (!tool) throw new Error("It is not there.");
      const result = await manager.execute(tool, "c1", { question: "What is it?", ...args });
      return result.success
        ? { text: result.result, ...(result.output as object) }
        : { error: result.error.message, category: result.error.category };
    },
  });
}

declare global {
  var look: (image: object, args: object) => Promise<Record<string, unknown>>;
}

test("images of the page and a file are looked at", async ({ harness, backend }) => {
  await harness.evaluate(offerLook);
  const seen = await harness.evaluate(async (origin) => {
    const canvas = document.createElement("canvas");
    canvas.id = "chart";
    canvas.width = 40;
    canvas.height = 30;
    canvas.getContext("2d")?.fillRect(5, 5, 10, 10);
    document.body.append(canvas);
    const jpeg: Blob = await new Promise((resolve) =>
      canvas.toBlob((blob) => resolve(blob as Blob), "image/jpeg"),
    );
    const picture = new Image();
    picture.id = "picture";
    picture.src = URL.createObjectURL(jpeg);
    document.body.append(picture);
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle("Bilder", { create: true });
    const file = await folder.getFileHandle("grün.png", { create: true });
    const writable = await file.createWritable();
    await writable.write(jpeg);
    await writable.close();
    const looked: unknown[] = [];
    const image = {
      root: "opfs",
      allow: [new URL(origin).host],
      recognize: async (given: {
        blob: Blob;
        mediaType: string;
        question: string;
        signal: AbortSignal;
      }) => {
        const { blob, mediaType, question, signal } = given;
        const { width, height } = await createImageBitmap(blob);
        looked.push([mediaType, blob.type, width, height, question, signal.aborted]);
        return "A square.";
      },
    };
    return {
      results: [
        await look(image, { from: "element", image: "#chart" }),
        await look(image, { from: "element", image: "#picture" }),
        await look(image, { from: "file", image: "/Bilder/grün.png" }),
      ],
      looked,
    };
  }, backend.origin);
  expect(seen.results).toMatchObject([
    { text: "A square.", mediaType: "image/png", width: 40, height: 30, from: "element" },
    { text: "A square.", mediaType: "image/png", width: 40, height: 30 },
    { text: "A square.", mediaType: "image/jpeg", image: "/Bilder/grün.png" },
  ]);
  expect(seen.looked).toEqual([
    ["image/png", "image/png", 40, 30, "What is it?", false],
    ["image/png", "image/png", 40, 30, "What is it?", false],
    ["image/jpeg", "image/jpeg", 40, 30, "What is it?", false],
  ]);
});

test("what can't be looked at is said in words, and nobody is bothered with it", async ({
  harness,
  backend,
}) => {
  await harness.evaluate(offerLook);
  const seen = await harness.evaluate(async (origin) => {
    document.body.insertAdjacentHTML(
      "beforeend",
      '<svg id="drawn"></svg><p id="words">Hi</p><img id="broken" alt=""><div data-ag-ui-ignore><img id="kept"></div>',
    );
    const root = await navigator.storage.getDirectory();
    const put = async (name: string, content: FileSystemWriteChunkType) => {
      const file = await root.getFileHandle(name, { create: true });
      const writable = await file.createWritable();
      await writable.write(content);
      await writable.close();
    };
    const png = (...size: number[]) =>
      new Uint8Array([
        137,
        80,
        78,
        71,
        13,
        10,
        26,
        10,
        0,
        0,
        0,
        13,
        73,
        72,
        68,
        82,
        ...size,
        8,
        6,
        0,
        0,
        0,
      ]);
    await put("words.png", "No image.");
    await put("drawn.png", "<svg xmlns='http://www.w3.org/2000/svg'/>");
    await put("cut.png", png(0, 0, 0, 9, 0, 0, 0, 9));
    await put("bomb.png", png(0, 1, 0, 0, 0, 1, 0, 0));
    await put("long.png", new Uint8Array(2_000));
    let looks = 0;
    const image = {
      root: "opfs",
      allow: ["images.example"],
      maxBytes: 1_000,
      recognize: () => {
        looks += 1;
        return "x";
      },
    };
    const cases: [from: string, image: string][] = [
      ["element", "#drawn"],
      ["element", "#words"],
      ["element", "#none"],
      ["element", "#broken"],
      ["element", ":::"],
      // By what is found and what is not, a value could be told letter by letter.
      ["element", 'img[data-token^="a"]'],
      ["element", "body:has(input:valid) #broken"],
      ["element", "#broken:not(:checked)"],
      ["element", "#kept"],
      ["screenshot", "screenshot-99"],
      ["file", "words.png"],
      ["file", "drawn.png"],
      ["file", "cut.png"],
      ["file", "bomb.png"],
      ["file", "long.png"],
      ["file", "none.png"],
      ["file", "../etc/passwd"],
      ["file", "a\0b"],
      ["url", `${origin}/x.png`],
      ["url", "http://user:secret@images.example/x.png"],
      ["url", "javascript:alert(1)"],
      ["url", "data:image/png;base64,AAAA"],
    ];
    const said: string[] = [];
    for (const [from, name] of cases) {
      const { error, category } = await look(image, { from, image: name });
      said.push(`${name}: ${category}: ${error}`);
    }
    return { said, looks };
  }, backend.origin);
  const words = [
    /permanent: #drawn is an SVG/,
    /permanent: #words is a <p>/,
    /permanent: No element of the page matches #none/,
    /permanent: The element shows nothing/,
    /permanent: Name the image by tag, #id, \.class/,
    /permanent: Name the image by tag, #id, \.class/,
    /permanent: Name the image by tag, #id, \.class/,
    /permanent: Name the image by tag, #id, \.class/,
    /permanent: No element of the page matches #kept/,
    /permanent: No picture is kept as screenshot-99/,
    /permanent: words.png is not a supported image. PNG, JPEG, GIF and WebP/,
    /permanent: drawn.png is an SVG/,
    /permanent: The image is broken/,
    /permanent: The image bomb.png is 65536 × 65536 pixels/,
    /permanent: The image long.png has more than 1000 bytes/,
    /permanent: There is no file none.png/,
    /permanent: \.\.\/etc\/passwd is no path below the root/,
    /(permanent|execution): /,
    /permanent: The page does not allow requests to http:\/\/127\.0\.0\.1:\d+\. Allowed: images\.example/,
    /permanent: An address with a user name or a password in it is not fetched \(http:\/\/images\.example\)/,
    /permanent: Only https and http are fetched, not javascript/,
    /permanent: Only https and http are fetched, not data/,
  ];
  for (const [at, pattern] of words.entries()) expect(seen.said[at]).toMatch(pattern);
  expect(seen.looks).toBe(0);
});

test("images of the web go by the filter of web_fetch, also after redirects", async ({
  harness,
  complaints,
}) => {
  await harness.evaluate(offerLook);
  const [inside, outside] = [await Host.start(), await Host.start()];
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==",
    "base64",
  );
  const picture = inside.answer("/cat.png", content("image/png", png));
  const other = outside.answer("/cat.png", content("image/png", png));
  const urls = [
    picture,
    inside.answer("/moved", redirect("/cat.png")),
    inside.answer("/long.png", content("image/png", Buffer.concat([png, Buffer.alloc(4_000)]))),
    inside.answer("/out", redirect(other)),
    other,
    outside.answer("/in", redirect(picture)),
    `${inside.origin}/none.png`,
  ];
  const options = { allow: ["localhost:*"], deny: [`localhost:${outside.port}`], maxBytes: 1_000 };
  const seen = await harness.evaluate(
    async ({ urls, options }) => {
      const image = { ...options, recognize: () => "A cat." };
      const said = [];
      for (const url of urls) said.push(await look(image, { from: "url", image: url }));
      // Without hosts no image is fetched, as web_fetch has it.
      const none = { recognize: () => "A cat.", deny: options.deny };
      said.push(await look(none, { from: "url", image: urls[0] }));
      return said.map(({ text, error }) => text ?? error);
    },
    { urls, options },
  );
  const denied = `The page denies requests to ${outside.origin}. Allowed: localhost:*.`;
  expect(seen).toEqual([
    "A cat.",
    // A policy can't except a port of what is allowed: such a redirect is not followed.
    expect.stringContaining("redirects to where the page does not allow requests"),
    expect.stringContaining("has more than 1000 bytes"),
    expect.stringContaining("redirects to where the page does not allow requests"),
    denied,
    denied,
    expect.stringContaining("answered with HTTP status 404"),
    expect.stringContaining('images can\'t come from "url" here'),
  ]);
  const exact = { allow: [`localhost:${inside.port}`], maxBytes: 1_000 };
  const followed = await harness.evaluate(
    async ({ urls, exact }) => {
      const image = { ...exact, recognize: () => "A cat." };
      const said = [];
      for (const url of urls) said.push(await look(image, { from: "url", image: url }));
      return said.map(({ text, error }) => text ?? error);
    },
    { urls: [urls[1], urls[3]], exact },
  );
  expect(followed).toEqual([
    "A cat.",
    expect.stringContaining("redirects to where the page does not allow requests"),
  ]);
  expect(outside.requests).toEqual([]);
  // The browser notes by itself what its policy keeps back, and what is not there.
  const noted = complaints.splice(0);
  expect(
    noted.filter((line) => !/Content Security Policy|404|Failed to load|CSP/.test(line)),
  ).toEqual([]);
  await Promise.all([inside.stop(), outside.stop()]);
});

test("an agent looks at an image, and its failures are told", async ({
  harness,
  backend,
  complaints,
}) => {
  await harness.evaluate(offerLook);
  const agent = backend.script(run(...text("m1", "A cat.")));
  const broken = backend.script((response) => {
    response.writeHead(503).end();
  });
  const silent = backend.script(open(started));
  const seen = await harness.evaluate(
    async ([url, brokenUrl, silentUrl]) => {
      const canvas = document.createElement("canvas");
      document.body.append(canvas);
      const args = { from: "element", image: "canvas" };
      return [
        await look({ agent: { url } }, args),
        await look({ agent: { url: brokenUrl } }, args),
        await look({ agent: { url: silentUrl, timeout: 50 } }, args),
        await look({ recognize: () => 5 }, args),
        await look(
          {
            recognize: () => {
              throw new Error("Too blurred.");
            },
          },
          args,
        ),
      ];
    },
    [agent.url, broken.url, silent.url] as const,
  );
  expect(seen).toMatchObject([
    { text: "A cat." },
    { category: "transient", error: expect.stringContaining("HTTP status 503") },
    { category: "timeout", error: expect.stringContaining("not done within 50 ms") },
    { category: "permanent", error: expect.stringContaining("must give a text, but gave 5") },
    { category: "execution", error: "Too blurred." },
  ]);
  expect(agent.requests[0]?.messages).toMatchObject([
    {
      role: "user",
      content: [
        { type: "text", text: "What is it?" },
        {
          type: "image",
          source: { type: "data", mimeType: "image/png", value: expect.stringMatching(/^iVBOR/) },
        },
      ],
    },
  ]);
  expect(agent.requests[0]?.tools).toEqual([]);
  // The browser itself notes each answer of 503.
  const others = complaints.splice(0).filter((note) => !note.includes("status of 503"));
  expect(others).toEqual([]);
});

test("every tool says whether it can be used", async ({ page, backend }) => {
  await page.goto(backend.origin);
  const here = await page.evaluate(async () => {
    await load("toolbox");
    return toolbox.availableTools();
  });
  expect(here).toMatchObject({
    thinking: { available: true },
    subagent: { available: true },
    image_recognition: { available: true },
    batch: { available: true },
    view_background_processes: { available: true },
    get_page: { available: true },
  });
  for (const said of Object.values(here)) {
    if (!said.available) expect(said.reason.length).toBeGreaterThan(10);
  }
});
