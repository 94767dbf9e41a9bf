/** `navigate` and `screenshot`. */
import { stopTime } from "../support/clock.js";
import { expect, test } from "./page-tools.js";

test("navigate keeps to the origins that are allowed, and goes to places of the document", async ({
  contentPage,
}) => {
  const page = await contentPage("<p>Here</p>");
  const seen = await page.evaluate(async () => {
    const said = [];
    for (const url of [
      "https://elsewhere.example/",
      "javascript:document.title='x'",
      "data:text/html,x",
      URL.createObjectURL(new Blob(["x"])),
      "http://",
      "#place",
    ]) {
      said.push(await use("navigate", { url }));
    }
    said.push(await use("navigate", { history: "back" }));
    return [said, location.hash, document.title];
  });
  expect(seen[0]).toEqual([
    expect.stringContaining("leads to https://elsewhere.example. Allowed are addresses of http://"),
    expect.stringContaining('Addresses that begin with "javascript:" are never gone to'),
    expect.stringContaining('Addresses that begin with "data:" are never gone to'),
    expect.stringContaining('Addresses that begin with "blob:" are never gone to'),
    expect.stringContaining("is no address"),
    expect.stringMatching(/The address is now .*#place, in the same document\./),
    expect.stringMatching(/The address is now .*, in the same document\./),
  ]);
  expect(seen.slice(1)).toEqual(["", "ag-ui-lit test harness"]);
});

test("a step in the history keeps to the document's own origin, and is refused where it can't be known", async ({
  contentPage,
}) => {
  const page = await contentPage(`<iframe srcdoc="<title>First</title>"></iframe>`);
  let foreign = 0;
  await page.route(/\/(one|two)\.html/, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<title>${/one|two/.exec(route.request().url())?.[0]}</title>`,
    }),
  );
  await page.route("https://foreign.example/", (route) => {
    foreign += 1;
    return route.fulfill({ contentType: "text/html", body: "x" });
  });
  const seen = await page.evaluate(async () => {
    // What stands before this page is of another origin, or nothing.
    const first = await use("navigate", { history: "back" });
    const frame = document.querySelector("iframe") as HTMLIFrameElement;
    useTools({ frame, origins: ["https://foreign.example"] });
    const visited = [];
    for (const url of ["/one.html", "/two.html"]) {
      visited.push(await use("navigate", { url }));
      // What goes on while a document still loads takes its place in the history.
      await turn();
    }
    const back = await use("navigate", { history: "back" });
    const forward = await use("navigate", { history: "forward" });
    const again = await use("navigate", { history: "reload" });
    await use("navigate", { url: "https://foreign.example/" });
    await turn();
    await use("navigate", { url: `${location.origin}/one.html` });
    // A browser does not tell what stands there, whatever may be gone to by its address.
    const out = await use("navigate", { history: "back" });
    const stayed = frame.contentWindow?.location.pathname;
    Object.defineProperty(frame.contentWindow, "navigation", { value: undefined });
    const unknown = await use("navigate", { history: "back" });
    return { first, visited, back, forward, again, out, stayed, unknown };
  });
  expect(seen).toEqual({
    first: expect.stringContaining(
      "There is nothing to go back to in this history, or it is of another",
    ),
    visited: [expect.stringContaining('"one"'), expect.stringContaining('"two"')],
    back: expect.stringMatching(/Now at .*one\.html: "one"/),
    forward: expect.stringMatching(/Now at .*two\.html: "two"/),
    again: expect.stringMatching(/Now at .*two\.html: "two"/),
    out: expect.stringContaining(
      "There is nothing to go back to in this history, or it is of another",
    ),
    stayed: "/one.html",
    unknown: expect.stringContaining(
      "This browser does not tell where a step in the history leads",
    ),
  });
  expect(foreign).toBe(1);
});

test("the answer comes before the page is left", async ({ contentPage }) => {
  const page = await contentPage("<p>Here</p>");
  const said = page.waitForEvent("console", (message) => message.text().startsWith("said "));
  const left = page.waitForURL("**/?left");
  await page.evaluate(() => {
    void use("navigate", { url: "/?left" }).then((text) => console.log(`said ${text}`));
  });
  expect((await said).text()).toContain("The page is being left for http");
  await left;
});

test("in a frame it waits until the document is there, and says when it can't be looked into", async ({
  contentPage,
}) => {
  const page = await contentPage(
    `<iframe srcdoc="<title>First</title><a href='/second.html'>Next</a>"></iframe>`,
  );
  await page.route(/second\.html/, (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Second</title><button>Done</button>" }),
  );
  await page.route("https://foreign.example/", (route) =>
    route.fulfill({ contentType: "text/html", body: "x" }),
  );
  await page.frameLocator("iframe").getByRole("link").waitFor();
  const seen = await page.evaluate(async () => {
    useTools({ frame: document.querySelector("iframe"), origins: ["https://foreign.example"] });
    const old = await ref("Next");
    const clicked = await use("click", { ref: old });
    const there = await use("get_page");
    const stale = await use("click", { ref: old });
    const again = await use("navigate", { url: "/second.html?again" });
    const away = await use("navigate", { url: "https://foreign.example/" });
    const closed = await use("get_page");
    const back = await use("navigate", { url: `${location.origin}/second.html` });
    return [clicked, there, stale, again, away, closed, back];
  });
  expect(seen).toEqual([
    expect.stringMatching(/The address is now .*second\.html\. The title is now "Second"\./),
    expect.stringContaining('button "Done"'),
    expect.stringContaining("is not in the page any more"),
    expect.stringMatching(/Now at .*second\.html\?again: "Second"/),
    expect.stringContaining("what it shows now can't be looked into"),
    expect.stringContaining("a document of another origin"),
    expect.stringContaining('"Second"'),
  ]);
});

test("a screenshot is the picture of what is shown, bounded, without secrets and what is not the agent's", async ({
  contentPage,
}) => {
  const page =
    await contentPage(`<style>body { margin: 0 }</style><div id="box" role="img" aria-label="Box" style="width:2000px;height:500px;background:rgb(255,0,0)"></div>
    <div data-ag-ui-ignore style="position:absolute;top:0;left:0;width:100px;height:100px;background:rgb(0,0,255)"></div>
    <input type="password" value="hunter2" style="display:block"><div style="height:4000px"></div>`);
  const seen = await page.evaluate(async () => {
    const box = await execute("screenshot", { ref: await ref("Box") });
    const all = await execute("screenshot");
    const color = async (outcome: typeof box, x: number, y: number) => {
      const image = new Image();
      image.src = String(outcome.output.dataUrl);
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.width;
      canvas.height = image.height;
      const context = canvas.getContext("2d") as CanvasRenderingContext2D;
      context.drawImage(image, 0, 0);
      return [image.width, image.height, ...context.getImageData(x, y, 1, 1).data.slice(0, 3)];
    };
    return [
      box.result,
      await color(box, 20, 20),
      all.result,
      await color(all, 20, 20),
      toolbox.imageOf(String(all.output.image)) === all.output.dataUrl,
    ] as const;
  });
  expect(seen[0]).toMatch(
    /^Screenshot 1600 × 400 of the img "Box" \(e\d\), made smaller, kept as "screenshot-1"\.\n\[image: image\/png, \d+ bytes\]$/,
  );
  expect(seen[1]).toEqual([1600, 400, 255, 0, 0]);
  expect(seen[2]).toMatch(
    /^Screenshot 1280 × 720 of the page, kept as "screenshot-2"\.\n\[image: /,
  );
  expect(seen[3]).toEqual([1280, 720, 255, 0, 0]);
  expect(seen[4]).toBe(true);
});

// The answer of the list of to-dos comes from opening its database.
const storing = test.extend({ usesStorage: true });

storing("it is known beforehand which tools can be used", async ({ contentPage }) => {
  const page = await contentPage("");
  expect(await page.evaluate(() => toolbox.availableTools())).toMatchObject({
    get_page: { available: true },
    click: { available: true },
    type: { available: true },
    navigate: { available: true },
    screenshot: { available: true },
  });
});

test("a step within the document is waited for, however long the browser takes to take it", async ({
  contentPage,
}) => {
  const page = await contentPage("<p>Here</p>");
  await page.evaluate(() => use("navigate", { url: "#place" }));
  await stopTime(page);
  const step = await page.evaluateHandle(async () => {
    const { navigation } = window as unknown as { navigation: Navigation };
    const { traverseTo } = navigation;
    let take = (): void => {};
    const asked = new Promise<void>((isAsked) => {
      navigation.traverseTo = (key: string) => {
        const taken = new Promise<ReturnType<Navigation["traverseTo"]>>((resolve) => {
          take = () => resolve(traverseTo.call(navigation, key));
        });
        isAsked();
        return {
          committed: taken.then(({ committed }) => committed),
          finished: taken.then(({ finished }) => finished),
        };
      };
    });
    const said = use("navigate", { history: "back" });
    await inTime("the browser is asked for no step", asked);
    return { said, take };
  });
  await page.clock.runFor(5_000);
  await page.clock.resume();
  const said = await step.evaluate(({ said, take }) => {
    take();
    return said;
  });
  expect(said).toMatch(/The address is now .*, in the same document\./);
  expect(new URL(page.url()).hash).toBe("");
});

interface Navigation {
  traverseTo(key: string): {
    readonly committed: Promise<unknown>;
    readonly finished: Promise<unknown>;
  };
}
