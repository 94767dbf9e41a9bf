/** Nothing that one call cancels begins, whichever way an element's calls are stopped. `tests/node` has the others. */
import { run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";

for (const way of ["abort()", "another threadId", "cancelAll() of its manager"] as const) {
  test(`what waits for a slot does not begin when ${way} leaves an element's calls`, async ({
    harness,
    backend,
  }) => {
    const calls = Array.from({ length: 6 }, (_, n) =>
      toolCall(`c${n}`, "hang", `{"n": ${n}}`, "m"),
    );
    const agent = backend.script(run(...calls.flat()), run(...text("m2", "Done.")));
    const seen = await harness.evaluate(
      async ({ url, way }) => {
        const element = openAgent(url);
        const begun: unknown[] = [];
        await element.registerTool({
          name: "hang",
          description: "Never ends.",
          schema: {},
          metadata: { maxConcurrency: 2 },
          handler: ({ n }) => {
            begun.push(n);
            return new Promise(() => {});
          },
        });
        const sending = element.sendMessage("Go");
        await until("two calls have begun", () => begun.length === 2);
        if (way === "abort()") element.abort();
        else if (way === "another threadId") element.threadId = "another";
        else element.manager.cancelAll();
        await inTime("sendMessage() has no end", sending);
        // Whatever was to begin when a slot became free has begun by then.
        await turn();
        return begun;
      },
      { url: agent.url, way },
    );
    expect(seen).toEqual([0, 1]);
  });
}
