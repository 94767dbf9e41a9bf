/** `ag-ui-lit/log`: no secret gets into a line, and no value keeps a line from being written. */

import { describe as suite } from "node:test";
import { ToolFailure } from "ag-ui-lit";
import type { LogToolsOptions } from "ag-ui-lit/log";
import { logged, toolOf } from "../support/log.js";
import { collectReports } from "./reports.js";
import { expect, test } from "./test.js";

/** The arguments of a call as they are logged. */
async function argsOf(args: object | string, redact?: LogToolsOptions["redact"]): Promise<unknown> {
  const { manager, all } = logged(redact === undefined ? {} : { redact });
  await manager.execute(
    toolOf(() => "ok"),
    "1",
    args as Record<string, unknown>,
  );
  const [started, ended] = await all();
  expect(ended?.args).toEqual(started?.args);
  return started?.args;
}

/** A failure's message as it is logged. */
async function errorOf(message: string, redact?: LogToolsOptions["redact"]): Promise<string> {
  const { manager, all } = logged(redact === undefined ? {} : { redact });
  const fail = () => {
    throw new ToolFailure(message, { category: "permanent" });
  };
  await manager.execute(toolOf(fail), "1", {});
  const [, ended] = await all();
  return ended?.error ?? "";
}

test("what has a telling key is hidden, however the key is written, wherever it stands, whatever it is", async () => {
  const keys = [
    "password",
    "Password",
    "user_password",
    "passwd",
    "token",
    "accessToken",
    "refresh-token",
    "authorization",
    "Proxy-Authorization",
    "api_key",
    "apiKey",
    "X-API-Key",
    "secret",
    "clientSecret",
    "Cookie",
    "set-cookie",
    "credentials",
    "private_key",
    "cvv",
    "pin",
    "userPwd",
    "cvv2",
    "otp_code",
    "X-Amz-Signature",
    "ｐassword",
  ];
  for (const key of keys) {
    for (const value of ["hunter2", 4711, true, { inner: "hunter2" }, ["hunter2"]]) {
      const shown = await argsOf({ list: [{ deep: { [key]: value, city: "Rome" } }] });
      expect(shown, key).toEqual({ list: [{ deep: { [key]: "[redacted]", city: "Rome" } }] });
    }
  }
});

test("what only looks like a telling key is shown", async () => {
  const args = {
    author: "Ada",
    pinned: true,
    passengers: 2,
    spinner: "x",
    keyboard: "qwerty",
    key: "a",
    robotPath: "x",
    pinCode: "560001",
    field: { name: "city", value: "Rome" },
    pair: ["city", "Rome"],
    words: ["token", "cookie", "Rome"],
    link: "https://example.org/?key=electronics&code=RSX1",
  };
  expect(await argsOf(args)).toEqual(args);
});

const pem =
  "-----BEGIN RSA PRIVATE KEY-----\nDEK-Info: AES-128-CBC,00\n\nMIIEow\n-----END RSA PRIVATE KEY-----";
const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P";

suite("secrets that are known by how they look", () => {
  const cases: [string, string, string][] = [
    ["bearer token", "curl -H 'x: Bearer abcdef123456'", "curl -H 'x: Bearer [redacted]'"],
    ["JWT", `it was ${jwt}, he said`, "it was [redacted], he said"],
    ["JWT behind a prefix", `id-${jwt} v_${jwt}`, "id-[redacted] v_[redacted]"],
    ["JWT behind a host", `a.example.${jwt}`, "a.example.[redacted]"],
    ["no JWT: nothing follows", "eyJhbGciOi. eyJhbGciOi", "eyJhbGciOi. eyJhbGciOi"],
    ["private key", `key ${pem} end`, "key [redacted] end"],
    ["private key that was cut", `key ${pem.slice(0, 80)}`, "key [redacted]"],
    ["OpenAI key", "sk-proj-abcdefghij0123456789", "[redacted]"],
    ["Anthropic key", "use sk-ant-api03-abcdefghijklmnop now", "use [redacted] now"],
    ["AWS key", "AKIAIOSFODNN7EXAMPLE", "[redacted]"],
    ["Google key", `AIza${"a".repeat(35)}`, "[redacted]"],
    ["GitHub token", `ghp_${"a1".repeat(18)}`, "[redacted]"],
    ["Slack token", "xoxb-123456789012-abcdef", "[redacted]"],
    ["Duffel token", "duffel_test_abcdefghijkl", "[redacted]"],
    [
      "address with a password",
      "https://ada:hunter2@example.org/",
      "https://[redacted]@example.org/",
    ],
    ["address with a password alone", "redis://:hunter2@db:6379", "redis://[redacted]@db:6379"],
    ["key in a query", "/v1?key=hunter2secret&n=1", "/v1?key=[redacted]&n=1"],
    ["code of a sign-in", "/cb?state=a&code=4/0Adeu5BW#x", "/cb?state=a&code=[redacted]#x"],
    ["signed address", "/blob?sv=2024&sig=ab%2Bcd12%3D", "/blob?sv=2024&sig=[redacted]"],
    ["card number", "paid by 4111 1111 1111 1111.", "paid by [redacted]."],
    ["card number in one", "5555555555554444", "[redacted]"],
    ["Amex", "3782-822463-10005", "[redacted]"],
    ["no card: Luhn's sum is wrong", "4111 1111 1111 1112", "4111 1111 1111 1112"],
    ["no card: a time", "1700000000000", "1700000000000"],
    ["no secret: an address", "ada@example.org", "ada@example.org"],
    [
      "no secret: words",
      "a bearer of news, at risk-free terms",
      "a bearer of news, at risk-free terms",
    ],
  ];
  for (const [what, text, shown] of cases) {
    test(what, async () => {
      expect(await argsOf({ note: text })).toEqual({ note: shown });
      expect(await errorOf(text)).toBe(shown);
      expect(Object.keys((await argsOf({ [text]: 1 })) as object)).toEqual([shown]);
    });
  }
});

test("what stands beside a telling name is hidden: entries of headers and forms", async () => {
  const args = {
    headers: [
      ["Authorization", "Token hunter2"],
      ["Accept", "text/html"],
    ],
    har: [
      { name: "x-api-key", value: "hunter2" },
      { key: "Cookie", values: ["hunter2"], enabled: true },
      { name: "accept", value: "text/html" },
    ],
  };
  expect(await argsOf(args)).toEqual({
    headers: [
      ["Authorization", "[redacted]"],
      ["Accept", "text/html"],
    ],
    har: [
      { name: "x-api-key", value: "[redacted]" },
      { key: "Cookie", values: "[redacted]", enabled: true },
      { name: "accept", value: "text/html" },
    ],
  });
});

test("a card's number is none as a number either", async () => {
  expect(await argsOf({ number: 4111111111111111, at: 1700000000000, price: -920.5 })).toEqual({
    number: "[redacted]",
    at: 1700000000000,
    price: -920.5,
  });
});

test("messages that quote JSON, headers or addresses lose what their names give away", async () => {
  const cases: [string, string][] = [
    ['{"password":"hunter2","city":"Rome"}', '{"password":"[redacted]","city":"Rome"}'],
    ['400: {"a":{"api_key": "k\\"ey", "n": 1}}', '400: {"a":{"api_key": "[redacted]", "n": 1}}'],
    [
      '{"body":"{\\"token\\":\\"abc\\",\\"n\\":1}"}',
      '{"body":"{\\"token\\":\\"[redacted]\\",\\"n\\":1}"}',
    ],
    ['{"token":{"value":"abc","}":1},"n":1}', '{"token":[redacted],"n":1}'],
    ['{"tokens":["a","b"],"n":1}', '{"tokens":[redacted],"n":1}'],
    ['{"pin": 4711, "n": 1}', '{"pin": [redacted], "n": 1}'],
    ["Cookie: a=1; session=abc\nHost: x", "Cookie: [redacted]\nHost: x"],
    ["Authorization: Basic YTpi", "Authorization: [redacted]"],
    ["GET /flights?access_token=abc&n=1", "GET /flights?access_token=[redacted]&n=1"],
    ["{ secret: 'a b', n: 1 }", "{ secret: '[redacted]', n: 1 }"],
    [
      "GET /?to=%2Fcb%3Faccess_token%3Dabc%26n%3D1",
      "GET /?to=%2Fcb%3Faccess_token%3D[redacted]%26n%3D1",
    ],
    [
      "user[password]=abc&user%5Bpassword%5D=abc",
      "user[password]=[redacted]&user%5Bpassword%5D=[redacted]",
    ],
    [
      "token[]=abc [secret] => abc token == abc",
      "token[]=[redacted] [secret] => [redacted] token == [redacted]",
    ],
    ['Set-Cookie: sid="abc"; b=def\nHost: x', "Set-Cookie: [redacted]\nHost: x"],
    ['{"password":"cut off', '{"password":"[redacted]"'],
    ["Unexpected token } in JSON at position 5", "Unexpected token } in JSON at position 5"],
  ];
  for (const [message, shown] of cases) expect(await errorOf(message), message).toBe(shown);
});

test("a page adds keys, patterns, addresses of mail", async () => {
  const args = { passportNumber: "X123", Visa_Id: 5, note: "order ORD-12 of ada@example.org" };
  const redact = {
    keys: ["passport_number", /^visa/gi],
    patterns: [/ORD-\d+/y],
    emails: true,
  };
  expect(await argsOf(args, redact)).toEqual({
    passportNumber: "[redacted]",
    Visa_Id: "[redacted]",
    note: "order [redacted] of [redacted]",
  });
  expect(await errorOf('failed: {"passportNumber":"X123"}', redact)).toBe(
    'failed: {"passportNumber":"[redacted]"}',
  );
});

test("a page's function is asked about what is left, by its place; what it says is redacted as well", async () => {
  const asked: unknown[] = [];
  const redact = (value: unknown, path: readonly string[]) => {
    asked.push([path.join("."), value]);
    return path.at(-1) === "name" ? "Bearer abcdefghijkl" : value;
  };
  const shown = await argsOf({ who: [{ name: "Ada", age: 36, token: "abc" }], none: null }, redact);
  expect(shown).toEqual({
    who: [{ name: "Bearer [redacted]", age: 36, token: "[redacted]" }],
    none: null,
  });
  expect(asked).toEqual([
    ["args.who.0.name", "Ada"],
    ["args.who.0.age", 36],
  ]);
  expect(await errorOf("No.", () => "Yes.")).toBe("Yes.");
});

test("a function that throws, says nothing or says nonsense withholds the value, and is reported once", async () => {
  const reported = collectReports();
  const answers: (() => unknown)[] = [
    () => {
      throw new Error("broken");
    },
    () => undefined,
    () => ({ value: "Ada" }),
    () => Promise.resolve("Ada"),
    () => Symbol("Ada"),
  ];
  for (const answer of answers) {
    expect(await argsOf({ name: "Ada", n: 1 }, answer)).toEqual({
      name: "[withheld]",
      n: "[withheld]",
    });
  }
  expect(reported).toHaveLength(1);
});

test("long arguments are cut, and say what was cut", async () => {
  const text = "x ".repeat(5000);
  const many = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`k${at}`, at]));
  const shown = (await argsOf({ text, list: Array(1000).fill(1), many })) as {
    text: string;
    list: unknown[];
    many: object;
  };
  expect(shown.text).toBe(`${text.slice(0, 2000)}… [8000 more characters were cut]`);
  expect(shown.list).toHaveLength(101);
  expect(shown.list.at(-1)).toBe("[900 more items were cut]");
  expect(Object.entries(shown.many).at(-1)).toEqual(["…", "[50 more members were cut]"]);

  const { manager, lines, log } = logged();
  const huge = {
    lists: Array.from({ length: 100 }, () => Array(90).fill("0123456789".repeat(20))),
  };
  await manager.execute(
    toolOf(() => 1),
    "1",
    huge,
  );
  await log.flush();
  expect(JSON.stringify(huge).length).toBeGreaterThan(1_000_000);
  for (const line of lines) {
    expect(line.length).toBeLessThan(25_000);
    expect(line).toContain("more items were cut]");
  }
});

test("a secret that a cut goes through is not shown in half", async () => {
  for (const length of [65_510, 65_520, 65_530]) {
    const text = `${"x ".repeat(length / 2)}sk-proj-abcdefghij0123456789 ${"y ".repeat(100)}`;
    const shown = JSON.stringify(await argsOf({ text }, { patterns: [/(?:x )+/] }));
    expect(shown).not.toContain("sk-proj");
  }
  const oneWord = "4".repeat(100_000);
  expect(await argsOf({ oneWord })).toEqual({ oneWord: "… [the rest was cut]" });
});

test("texts that are made to take long are read in one go", async () => {
  const texts = [
    "a".repeat(60_000),
    "\\".repeat(60_000),
    `token${" ".repeat(60_000)}`,
    '"token":"'.repeat(6000),
    '{"token":{'.repeat(6000),
    "-----BEGIN PRIVATE KEY-----".repeat(2000),
    "eyJabcd.".repeat(7000),
    "eyJ-".repeat(15_000),
    "&key=a".repeat(10_000),
    'cookie:="'.repeat(7000),
    "token%3D%2".repeat(6000),
    `${"eyJaaaa-".repeat(7500)}. `,
    "1 ".repeat(30_000),
    "//a:".repeat(15_000),
    `a=${"b.".repeat(30_000)}`,
  ];
  for (const text of texts) expect(await errorOf(text), text.slice(0, 20)).not.toBe("");
});

test("deep arguments, members called __proto__ and integers that no number holds", async () => {
  const deep = `${'{"a":'.repeat(100)}1${"}".repeat(100)}`;
  expect(JSON.stringify(await argsOf(deep))).toContain("[an object, cut]");
  const shown = (await argsOf('{"__proto__": {"polluted": 1}, "b": 2}')) as object;
  expect(Object.keys(shown)).toEqual(["__proto__", "b"]);
  expect(Reflect.get({}, "polluted")).toBeUndefined();
});
