import { expect, test } from "../support/test.js";

test.use({ sharesPage: true });

test("objects of the page are described, never walked", async ({ harness, backend }) => {
  const seen = await harness.evaluate(
    async (otherOrigin) => {
      const frame = document.createElement("iframe");
      frame.src = otherOrigin;
      document.body.append(frame);
      await new Promise((resolve) => frame.addEventListener("load", resolve));
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      const agent = document.createElement("ag-ui-agent");
      const values: unknown[] = [
        document.body,
        document,
        window,
        agent,
        new Event("click"),
        new Response("x"),
        new Headers(),
        [Promise.resolve()],
        (function* () {})(),
        new WeakMap(),
        new AbortController().signal,
        frame.contentWindow,
        proxy,
      ];
      const texts: string[] = [];
      for (const value of values) texts.push((await resultOf({ value })).result);
      return texts;
    },
    backend.origin.replace("127.0.0.1", "localhost"),
  );
  expect(seen.slice(0, 11)).toEqual(
    [
      "[HTMLBodyElement]",
      "[HTMLDocument]",
      "[Window]",
      "[HTMLElement]",
      "[Event]",
      "[Response]",
      "[Headers]",
      ["[Promise]"],
      "[Generator]",
      "[WeakMap]",
      "[AbortSignal]",
    ].map((value) => JSON.stringify({ value })),
  );
  expect(seen[11]?.length).toBeLessThan(500);
  expect(seen[12]).toMatch(/^\{"value":"\[Threw: .*revoked/);
});

test("values of another realm are written as those of this one", async ({ harness }) => {
  const seen = await harness.evaluate(async () => {
    const realm = openRealm();
    const bytes = new realm.Uint8Array([1]);
    const values: unknown[] = [
      new realm.Map([["a", 1]]),
      new realm.Set([1]),
      new realm.Date(0),
      new realm.Error("boom", { cause: new realm.RangeError("inner") }),
      realm.Object({ a: realm.Array(1, 2) }),
      bytes,
      bytes.buffer,
      realm.RegExp("a"),
      realm.Object("s"),
      realm.document.body,
      realm,
    ];
    const texts: string[] = [];
    for (const value of values) texts.push((await resultOf([value])).result);
    return texts;
  });
  expect(seen).toEqual([
    '[{"a":1}]',
    "[[1]]",
    '["1970-01-01T00:00:00.000Z"]',
    '[{"name":"Error","message":"boom","cause":{"name":"RangeError","message":"inner"}}]',
    '[{"a":[1,2]}]',
    "[[1]]",
    "[[1]]",
    '["/a/"]',
    '["s"]',
    '["[HTMLBodyElement]"]',
    '["[Window]"]',
  ]);
});
