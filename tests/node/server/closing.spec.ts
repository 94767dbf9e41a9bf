/** An endpoint whose reasoner shuts down. */
import { serveAgent } from "ag-ui-lit/server";
import { input, served } from "../../support/server/endpoint.js";
import { reasonerOf, ScriptedModel } from "../../support/server/reasoner.js";
import { expect, test } from "../test.js";

test("a request is refused with 503 before it begins, and says when to send it again", async () => {
  const model = new ScriptedModel({ text: "So." });
  const { reasoner } = reasonerOf([], model.ask);
  const ask = (url: string): Promise<Response> => {
    const headers = { "content-type": "application/json" };
    return fetch(url, { method: "POST", headers, body: JSON.stringify(input) });
  };
  await served(serveAgent(reasoner), async (url) => {
    const before = await ask(url);
    expect(await before.text()).toContain("RUN_FINISHED");
    expect(await reasoner.close()).toEqual({ running: 0 });
    const refused = await ask(url);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await refused.json()).toEqual({
      error: {
        code: "closing",
        message: "This server is shutting down. Send the request again.",
      },
    });
  });
  expect(model.asked).toHaveLength(1);
});
