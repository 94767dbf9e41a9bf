/** `metadata.approval`: what a definition may say, and when a rule of its own asks a person. */
import { run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import { offerShop } from "./shop.js";

test.use({ sharesPage: true });

const pay = (amount: number, id = "c1") =>
  run(...toolCall(id, "pay", `{"amount": ${amount}}`, `of-${id}`));
const done = run(...text("m2", "Done."));

test.beforeEach(({ harness }) => offerShop(harness));

test("a definition says never, always or gives a function; anything else is a fault among the others", async ({
  harness,
}) => {
  const seen = await harness.evaluate(() => {
    const registry = new agUi.ToolRegistry();
    const define = (approval: unknown, more: object = {}) => ({
      name: "pay",
      description: "Pays.",
      schema: {},
      handler: () => 0,
      metadata: { approval: approval as never, ...more },
    });
    const rule = () => true;
    const kept = ["never", "always", rule, undefined, null].map((approval) => {
      const { tool } = registry.register(define(approval), { replace: true });
      return tool.metadata.approval === rule ? "rule" : tool.metadata.approval;
    });
    const faultsOf = (definition: unknown) => {
      try {
        registry.register(definition as never);
        return "registered";
      } catch (error) {
        const { issues } = error as InstanceType<typeof agUi.ToolDefinitionError>;
        return issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
      }
    };
    const throwing = {
      ...define("never"),
      name: "x",
      metadata: {
        get approval() {
          throw new Error("no");
        },
      },
    };
    return {
      kept,
      word: faultsOf({ ...define("sometimes", { timeout: -1 }), name: "no spaces" }),
      others: [true, 1, {}, Symbol("s")].map((approval) => faultsOf({ ...define(approval) })),
      throwing: faultsOf(throwing),
      names: registry.names,
    };
  });
  expect(seen.kept).toEqual(["never", "always", "rule", undefined, null]);
  expect(seen.word).toEqual([
    'metadata.approval: must be "never", "always" or a function of the arguments, but is "sometimes"',
    expect.stringMatching(/^name: /),
    expect.stringMatching(/^metadata\.timeout: /),
  ]);
  for (const faults of seen.others) {
    expect(faults).toContainEqual(expect.stringMatching(/^metadata\.approval: must be /));
  }
  expect(seen.throwing).toContainEqual(expect.stringMatching(/^metadata\.approval: could not be/));
  expect(seen.names).toEqual(["pay"]);
});

test("the model is shown nothing of it", async ({ harness }) => {
  const tools = await harness.evaluate(() => {
    const registry = new agUi.ToolRegistry();
    const metadata = { approval: () => true };
    const more = { description: "Pays.", schema: {}, handler: () => 0, metadata };
    registry.register({ name: "pay", ...more });
    return registry.toAgUiTools();
  });
  expect(tools).toEqual([
    { name: "pay", description: "Pays.", parameters: { type: "object", properties: {} } },
  ]);
});

for (const approval of ["never", null, undefined] as const) {
  test(`a tool whose approval is ${approval} asks nobody`, async ({ harness, backend }) => {
    const agent = backend.script(pay(5), done);
    const seen = await harness.evaluate(
      async ([url, approval]) => {
        const { element, ran, events } = await openShop(url as string, approval as "never", {
          ...(approval === undefined && { metadata: {} }),
        });
        await element.sendMessage("Go");
        return [ran.length, events.some(({ type }) => type === "approval-request")];
      },
      [agent.url, approval],
    );
    expect(seen).toEqual([1, false]);
  });
}

test("a rule sees the validated arguments, and may answer later", async ({ harness, backend }) => {
  const agent = backend.script(pay(5), done, pay(50, "c2"), done);
  const seen = await harness.evaluate(async (url) => {
    const ruled: unknown[] = [];
    const rule = async (args: unknown) => {
      ruled.push(args);
      await Promise.resolve();
      return (args as { amount: number }).amount > 10;
    };
    const { element, ran, order } = await openShop(url, rule);
    await element.sendMessage("A little");
    const small = [...ran];
    const { sending } = await order();
    await element.respondToApproval("c2", { decision: "decline" });
    await sending;
    return { ruled, small, ran };
  }, agent.url);
  expect(seen).toEqual({
    ruled: [{ amount: 5 }, { amount: 50 }],
    small: [{ amount: 5 }],
    ran: [{ amount: 5 }],
  });
});

test("what a rule does to the arguments changes nothing of what runs", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(pay(5), done);
  const ran = await harness.evaluate(async (url) => {
    const rule = (args: unknown) => {
      (args as { amount: number }).amount = 99;
      return false;
    };
    const { element, ran } = await openShop(url, rule);
    await element.sendMessage("Go");
    return ran;
  }, agent.url);
  expect(ran).toEqual([{ amount: 5 }]);
});

const doubtful = {
  throws: "() => { throw new Error('no rule'); }",
  rejects: "() => Promise.reject('no rule')",
  "answers nothing": "() => undefined",
  "answers a word": "() => 'no'",
  "answers zero": "async () => 0",
  "answers what can't be shown": "() => Object.create(null)",
  "answers a broken promise": "() => ({ then() { throw 1; } })",
};

for (const [what, source] of Object.entries(doubtful)) {
  test(`a rule that ${what} asks a person, and says so`, async ({ harness, backend }) => {
    const warnings: string[] = [];
    harness.on("console", (message) => {
      if (message.type() === "warning") warnings.push(message.text());
    });
    const agent = backend.script(pay(5), done);
    const seen = await harness.evaluate(
      async ([url, source]) => {
        const rule = new Function(`return ${source}`)();
        const { element, ran, order } = await openShop(url as string, rule);
        const { sending } = await order();
        const before = ran.length;
        await element.respondToApproval("c1", { decision: "approve" });
        return [before, await sending, ran.length];
      },
      [agent.url, source],
    );
    expect(seen).toEqual([0, { outcome: "finished" }, 1]);
    expect(warnings).toEqual([expect.stringContaining("the approval rule of pay")]);
  });
}

test("a rule that never answers asks a person after ten seconds", async ({
  harness,
  backend,
  page,
}) => {
  const agent = backend.script(pay(5), done);
  await page.clock.install();
  await harness.evaluate(async (url) => {
    let begun: () => void = () => {};
    const ruling = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const rule = () => {
      begun();
      return new Promise<boolean>(() => {});
    };
    const shop = await openShop(url, rule);
    Object.assign(globalThis, { ordered: shop.order(), shop });
    await ruling;
  }, agent.url);
  await page.clock.fastForward(10_000);
  const seen = await harness.evaluate(async () => {
    const { sending, request } = await ordered;
    await shop.element.respondToApproval(request.toolCallId, { decision: "approve" });
    return [await sending, shop.ran];
  });
  expect(seen).toEqual([{ outcome: "finished" }, [{ amount: 5 }]]);
});

declare global {
  var ordered: ReturnType<import("./shop.js").Shop["order"]>;
}
