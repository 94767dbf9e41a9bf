/** Runs the examples of the guide about streams that come back. */
import { expect, test } from "../support/readme/test.js";

// The page keeps the run in the session of its tab.
test.use({ usesStorage: true });

test("resumable-server: a run goes on without its client, is taken up by its user alone, and stops when asked", async ({
  examples,
}) => {
  const server = await examples.serveInNode("resumable-server", { PAUSE: "1" });
  try {
    const run = { threadId: "t", runId: "r", messages: [], tools: [], context: [] };
    const ada = { authorization: "ada" };
    const begun = await fetch(server.url, {
      method: "POST",
      headers: { ...ada, "content-type": "application/json" },
      body: JSON.stringify(run),
    });
    expect(begun.headers.get("ag-ui-lit-resumable")).toBe("get");
    await begun.body?.cancel();
    const address = `${server.url}?threadId=t&runId=r`;
    const rest = await (await fetch(`${address}&after=1`, { headers: ada })).text();
    expect(rest).toMatch(/^id: 2\n/);
    expect(rest).toContain("red.");
    expect((await fetch(address)).status).toBe(404);
    expect((await fetch(address, { method: "DELETE", headers: ada })).status).toBe(204);
  } finally {
    server.stop();
  }
});

test("resumable-reload: the run is taken up by the reloaded page", async ({
  page,
  site,
  said,
  open,
}) => {
  const headers = { "content-type": "text/event-stream", "ag-ui-lit-resumable": "get" };
  const frame = (event: object, index: number) =>
    `id: ${index + 1}\ndata: ${JSON.stringify(event)}\n\n`;
  let begun: Record<string, string> = {};
  site.script((response, { threadId, runId }) => {
    begun = { threadId, runId };
    response.writeHead(200, headers);
    response.write(frame({ type: "RUN_STARTED", ...begun }, 0));
  });
  await page.route("**/agent?*", (route) => {
    const events = [
      { type: "RUN_STARTED", ...begun },
      { type: "TEXT_MESSAGE_START", messageId: "m", role: "assistant" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "Roses are red." },
      { type: "TEXT_MESSAGE_END", messageId: "m" },
      { type: "RUN_FINISHED", ...begun },
    ];
    return route.fulfill({ status: 200, headers, body: events.map(frame).join("") });
  });
  await open("resumable-reload");
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("run"))).not.toBe(null);
  const asked = page.waitForRequest(
    (request) => request.method() === "GET" && /runId=/.test(request.url()),
  );
  await page.reload();
  expect((await asked).url()).toContain(`runId=${begun.runId}&after=0`);
  await expect.poll(() => said).toEqual(["Roses are red."]);
  expect(site.requests.length).toBe(1);
  expect(await page.evaluate(() => sessionStorage.getItem("run"))).toBe(null);
});
