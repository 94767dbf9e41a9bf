/** What a page can show of a call before a person decides. */
import { run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import { offerShop } from "./shop.js";

const call = run(...toolCall("c1", "pay", '{"amount": 5}', "m1"));
const done = run(...text("m2", "Done."));

test.beforeEach(({ harness }) => offerShop(harness));

test("a request's preview asks the tool, with the validated arguments and as its method", async ({
  harness,
  backend,
}) => {
  const { url } = backend.script(call, done);
  const seen = await harness.evaluate(async (url) => {
    const asked: unknown[] = [];
    const metadata = {
      approval: "always",
      currency: "€",
      preview(args: { amount: number }) {
        asked.push(args);
        return { kind: "text", text: `Pays ${args.amount} ${this.currency}` };
      },
    };
    const { element, order } = await openShop(url, "always", { metadata });
    const { sending, request } = await order();
    const before = asked.length;
    const previews = [await request.preview(), await request.preview()];
    await element.respondToApproval(request.approvalId, { decision: "decline" });
    await sending;
    return {
      before,
      asked,
      previews,
      late: (await request.preview()) ?? "nothing",
      keys: Object.keys(request),
    };
  }, url);
  expect(seen.before, "nobody asks the tool before the page does").toBe(0);
  expect(seen.asked).toEqual([{ amount: 5 }, { amount: 5 }]);
  const preview = { kind: "text", text: "Pays 5 €" };
  expect(seen.previews).toEqual([preview, preview]);
  expect(seen.late).toBe("nothing");
  expect(seen.keys, "the rest is plain data").not.toContain("preview");
});

test("a preview that fails, is none, or does not come is none, and the call can be answered", async ({
  harness,
  backend,
}) => {
  await harness.clock.install();
  const seen: unknown[] = [];
  for (const kind of ["absent", "throws", "rejects", "number", "half", "hangs", "long"] as const) {
    const { url } = backend.script(call, done);
    const started = await harness.evaluate(
      async ([url, kind]) => {
        const previews = {
          absent: undefined,
          throws: () => {
            throw new Error("no");
          },
          rejects: () => Promise.reject(new Error("no")),
          number: () => 5,
          half: () => ({ kind: "diff", path: "a" }),
          hangs: () => new Promise(() => {}),
          long: () => ({ kind: "text", text: "x".repeat(200_000) }),
        };
        console.warn = () => {};
        const metadata = { approval: "always", preview: previews[kind as keyof typeof previews] };
        const { element, ran, order } = await openShop(url as string, "always", { metadata });
        const { sending, request } = await order();
        const preview = request.preview();
        Object.assign(globalThis, { state: { element, ran, sending, request, preview } });
        return true;
      },
      [url, kind],
    );
    expect(started).toBe(true);
    await harness.clock.runFor(10_000);
    seen.push(
      await harness.evaluate(async () => {
        const { element, ran, sending, request, preview } = (
          globalThis as unknown as { state: never }
        ).state as {
          element: { respondToApproval(id: string, answer: object): Promise<void> };
          ran: unknown[];
          sending: Promise<unknown>;
          request: { approvalId: string };
          preview: Promise<{ text?: string } | undefined>;
        };
        const said = await preview;
        await element.respondToApproval(request.approvalId, { decision: "approve" });
        return [said?.text?.length ?? "nothing", ran.length, sending instanceof Promise];
      }),
    );
  }
  const nothing = ["nothing", expect.any(Number), true];
  expect(seen.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => nothing));
  expect((seen[6] as number[])[0]).toBeGreaterThan(100_000);
  expect((seen[6] as number[])[0]).toBeLessThan(100_100);
});

test("what can't be seen has its name wherever a person reads before they decide", async ({
  harness,
  backend,
}) => {
  const { url } = backend.script(call, done, call, done);
  const seen = await harness.evaluate(async (url) => {
    const previews = [
      { kind: "text", text: "rm \u202Etxt.exe\u200B\n\tنامه‌ها 👩‍💻" },
      { kind: "diff", path: "a\u2066.txt", diff: "+b\u{E0041}\r\n-c\u001B[2K" },
    ];
    const shown: unknown[] = [];
    for (const given of previews) {
      const metadata = { approval: "always", preview: () => given };
      const description = "Pays\u202E an amount.\u200B";
      const schema = { title: "Pay\u00ADment", type: "object" };
      const { element, order } = await openShop(url, "always", { metadata, description, schema });
      const { sending, request } = await order();
      shown.push([request.title, request.description, await request.preview()]);
      await element.respondToApproval(request.approvalId, { decision: "decline" });
      await sending;
      element.remove();
    }
    return shown;
  }, url);
  expect(seen).toEqual([
    [
      "Payment",
      "Pays an amount.",
      { kind: "text", text: "rm ⟨U+202E⟩txt.exe⟨U+200B⟩\n\tنامه‌ها 👩‍💻" },
    ],
    [
      "Payment",
      "Pays an amount.",
      { kind: "diff", path: "a⟨U+2066⟩.txt", diff: "+b⟨U+E0041⟩\r\n-c⟨U+001B⟩[2K" },
    ],
  ]);
});
