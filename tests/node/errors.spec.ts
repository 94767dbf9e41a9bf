import {
  categorizeError,
  DEFAULT_MAX_RESULT_LENGTH,
  ToolExecutionManager,
  ToolFailure,
  ToolRegistry,
} from "ag-ui-lit";
import * as z from "zod";
import * as z3 from "zod3";
import { errorOf } from "../support/observe.js";
import { expect, test } from "./test.js";

test("headers are found in a plain object, whatever their case and shape", async () => {
  const wait = (headers: unknown) =>
    errorOf({ statusCode: 429, message: "no", headers }).retryAfter;
  const waits = [
    wait({ "retry-after": "3" }),
    wait({ "Retry-After": "3" }),
    wait({ "RETRY-AFTER": ["3", "9"] }),
    wait({ "Retry-After": 3 }),
    wait(new Map([["retry-after", "3"]])),
    wait({ "Retry-After-Ms": "3000" }),
    wait({ "retry-after": "soon" }),
    wait({ "retry-after": "-3" }),
    wait({ "retry-after": "9".repeat(1_000_000) }),
    wait({ get: () => ({}) }),
    wait("retry-after: 3"),
    wait(null),
  ];
  expect(waits.slice(0, 6)).toEqual(Array(6).fill(3000));
  expect(waits.slice(6)).toEqual(Array(6).fill(undefined));
});

test("issues of every schema library become validation errors with paths", async () => {
  const refused = async (issues: unknown[]) => {
    const validate = () => ({ issues }) as never;
    const { tool } = new ToolRegistry().register({
      name: "it",
      description: "Takes nothing.",
      schema: { "~standard": { version: 1, vendor: "mine", validate } },
      parameters: {},
      handler: () => "ran",
    });
    const result = await new ToolExecutionManager().execute(tool, "1", "{}");
    return result.success ? result.result : result.error.message;
  };
  const caught = (act: () => unknown) => {
    try {
      act();
    } catch (thrown) {
      return errorOf(thrown);
    }
    return undefined;
  };
  const bad = { list: [{ n: "x" }] };
  const zod = z.object({ list: z.array(z.object({ n: z.number() })) });
  const zod3 = z3.object({ list: z3.array(z3.object({ n: z3.number() })) });
  // As valibot 1.5 and arktype 2.2 throw them.
  const path = [{ key: "list" }, { key: 0 }, { key: "n" }];
  const valibot = Object.assign(new Error("Invalid type"), {
    name: "ValiError",
    issues: [{ message: "not a number", input: "x", path }],
  });
  const arktype = Object.assign(new Error("n must be a number"), {
    name: "TraversalError",
    arkErrors: [
      {
        " arkKind": "error",
        data: "x",
        message: "list[0].n must be a number",
        problem: "must be a number",
        path: ["list", 0, "n"],
      },
    ],
  });
  const seen = {
    zod: caught(() => zod.parse(bad)),
    zod3: caught(() => zod3.parse(bad)),
    standard: errorOf(zod["~standard"].validate(bad)),
    valibot: errorOf(valibot),
    arktype: errorOf(arktype),
    arguments: errorOf({ issues: [{ message: "no", path: ["a"] }] }, "validation"),
    refusals: await Promise.all(
      [[], [{ message: "no", path: ["a"] }], [{}], ["plain"]].map(refused),
    ),
    nothing: [
      errorOf(Object.assign(new Error("x"), { issues: [] })).category,
      errorOf(Object.assign(new Error("x"), { issues: ["PROJ-1"] })).category,
      errorOf(Object.assign(new Error("x"), { issues: [{ id: 1 }] })).category,
    ],
  };
  for (const error of [seen.zod, seen.zod3, seen.standard, seen.valibot, seen.arktype]) {
    expect(error).toMatchObject({ category: "validation", retryable: false, keepsCause: true });
    expect(error?.validationErrors).toHaveLength(1);
    expect(error?.validationErrors?.[0]).toMatchObject({
      path: ["list", "0", "n"],
      message: expect.stringMatching(/number/),
    });
    expect(error?.message).toMatch(/^A value doesn't match its schema:\n- list\.0\.n: .*number/);
  }
  expect(seen.valibot.validationErrors?.[0]?.received).toBe("x");
  expect(seen.arktype.validationErrors?.[0]?.received).toBe("x");
  expect(seen.arguments.message).toBe("The arguments don't match the tool's schema:\n- a: no");
  expect(seen.refusals).toEqual([
    "The tool's schema could not check the arguments: its validator gave no issues",
    "The arguments don't match the tool's schema:\n- a: no",
    "The arguments don't match the tool's schema:\n- is not accepted",
    "The arguments don't match the tool's schema:\n- plain",
  ]);
  expect(seen.nothing).toEqual(["execution", "execution", "execution"]);
});

test("a ToolFailure says itself how it failed", async () => {
  const cause = new Error("inner");
  const failure = new ToolFailure("full", {
    category: "transient",
    retryAfter: 2000,
    retryable: false,
    code: "queue_full",
    cause,
  });
  // A second copy of the package knows the brand, not the class.
  const copy = Object.assign(new Error("copy"), {
    [Symbol.for("ag-ui-lit.ToolFailure")]: true,
    category: "permanent",
    retryable: true,
  });
  const broken = Object.assign(new Error("x"), {
    [Symbol.for("ag-ui-lit.ToolFailure")]: true,
    category: "nonsense",
    retryAfter: "soon",
  });
  const seen = {
    shape: [
      failure instanceof Error,
      failure.name,
      failure.cause === cause,
      "cause" in new ToolFailure("x"),
    ],
    failure: errorOf(failure),
    plain: errorOf(new ToolFailure("plain")),
    wrapped: errorOf(new Error("outer", { cause: failure })),
    copy: errorOf(copy),
    broken: errorOf(broken),
  };
  expect(seen.shape).toEqual([true, "ToolFailure", true, false]);
  const failed = {
    category: "transient",
    retryable: false,
    retryAfter: 2000,
    code: "queue_full",
    keepsCause: true,
  };
  expect(seen.failure).toEqual({ ...failed, message: "full" });
  expect(seen.wrapped).toEqual({ ...failed, message: "outer" });
  const plain = { category: "execution", retryable: false, keepsCause: true };
  expect(seen.plain).toEqual({ ...plain, message: "plain" });
  expect(seen.copy).toMatchObject({ category: "permanent", retryable: true });
  expect(seen.broken).toEqual({ ...plain, message: "x" });
});

test("an option that a ToolFailure can't have is named", async () => {
  const faults: object[] = [
    { category: "fatal" },
    { retryAfter: -1 },
    { retryAfter: Number.NaN },
    { retryAfter: "2" },
    { retryable: "yes" },
    { code: 5 },
  ];
  const messages = faults.map((options) => {
    try {
      new ToolFailure("x", options);
    } catch (thrown) {
      return String(thrown);
    }
    return "accepted";
  });
  const wait =
    "TypeError: ToolFailure: the option retryAfter must be a number of milliseconds, not negative, not";
  expect(messages).toEqual([
    'TypeError: ToolFailure: the option category must be one of validation, execution, timeout, cancelled, transient, permanent, unknown, not "fatal".',
    `${wait} -1.`,
    `${wait} NaN.`,
    `${wait} "2".`,
    'TypeError: ToolFailure: the option retryable must be true or false, not "yes".',
    "TypeError: ToolFailure: the option code must be a string, not 5.",
  ]);
});

test("a ToolError thrown on passes through with the cause it has", async () => {
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  const inner = new Error("inner");
  const error: InstanceType<typeof Object> & Record<string, unknown> = {
    category: "validation",
    message: "Not that.",
    retryable: true,
    retryAfter: 5,
    code: "mine",
    validationErrors: [{ path: ["a"], message: "no", received: cyclic }],
    cause: inner,
  };
  const { cause, ...passed } = categorizeError(Object.freeze(error));
  const bare = categorizeError({ category: "permanent", message: "x", retryable: false });
  const again = categorizeError(categorizeError(new TypeError("Failed to fetch")));
  const seen = {
    passed,
    keepsCause: cause === inner,
    bare,
    again: [again.category, again.message, again.cause instanceof TypeError],
    lookalike: errorOf({ category: "books", message: "x", retryable: false }).category,
  };
  expect(seen.passed).toEqual({
    category: "validation",
    message: "Not that.",
    retryable: true,
    retryAfter: 5,
    code: "mine",
    validationErrors: [
      {
        ...{ path: ["a"], message: "no", code: "invalid" },
        received: expect.stringContaining("self"),
      },
    ],
  });
  expect(seen.keepsCause).toBe(true);
  expect(seen.bare).toEqual({ category: "permanent", message: "x", retryable: false });
  expect(seen.again).toEqual(["transient", "Failed to fetch", true]);
  expect(seen.lookalike).toBe("execution");
});

test("a message is cut at a whole character, and nothing of it breaks the core", async () => {
  const limit = DEFAULT_MAX_RESULT_LENGTH;
  const long = errorOf(new Error("x".repeat(3_000_000))).message;
  const pair = errorOf(new Error(`${"x".repeat(limit - 1)}😀${"y".repeat(9)}`)).message;
  const issues = Array.from({ length: 5000 }, () => ({
    path: Array(5000).fill("key"),
    message: "m".repeat(100_000),
  }));
  const many = errorOf({ issues });
  const seen = {
    limit,
    long: [long.length, long.slice(limit)],
    pair: pair.slice(limit - 2),
    many: [many.message.length < 2 * limit, many.validationErrors?.length],
    last: many.validationErrors?.at(-1)?.message,
    half: errorOf(new Error("a\ud800b")).message,
    inName: errorOf(Object.assign(new Error(""), { name: "\udc00", code: "\ud800" })),
  };
  expect(seen.limit).toBe(262_144);
  const mark = `… [${3_000_000 - seen.limit} more characters were cut]`;
  expect(seen.long).toEqual([seen.limit + mark.length, mark]);
  expect(seen.pair).toBe("x… [11 more characters were cut]");
  expect(seen.many).toEqual([true, 1001]);
  expect(seen.last).toBe("and 4000 more issues");
  expect(seen.half).toBe("a\uFFFDb");
  expect(seen.inName).toMatchObject({ message: "\uFFFD", code: "\uFFFD" });
});
