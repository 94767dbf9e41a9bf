/** Patterns: the module that matches them agrees with the browser, is loaded when it is needed, and reads the core's memory. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/test.js";

const dist = fileURLToPath(new URL("../../pkg/dist/", import.meta.url));

/** The package's inner modules, as they are. */
async function open(page: Page, origin: string): Promise<void> {
  await page.route("**/inner/**", (route) => {
    const file = new URL(route.request().url()).pathname.replace(/^\/inner\//, "");
    const contentType = file.endsWith(".wasm") ? "application/wasm" : "text/javascript";
    return route.fulfill({ body: readFileSync(dist + file), contentType });
  });
  await page.goto(origin);
  await page.evaluate(async () => {
    const inner = (file: string) => import(`/inner/${file}`);
    const { loadCore } = await inner("core/packaged.js");
    await loadCore();
    const { coreMemory } = await inner("core/memory.js");
    const state = await inner("patterns/state.js");
    const { PatternHost, answer } = await inner("patterns/host.js");
    const host = new PatternHost();
    const encoder = new TextEncoder();
    /** Room of the core's that the core knows nothing of. */
    const at = coreMemory().grow(64) * 65_536;
    const match = (pattern: number, text: string, size?: number): number => {
      const bytes = encoder.encode(text);
      new Uint8Array(coreMemory().buffer, at).set(bytes);
      return host.matches(pattern, at, bytes.length, size ?? bytes.length);
    };
    Object.assign(globalThis, { patterns: { ...state, host, answer, match } });
  });
}

declare const patterns: {
  loadedPatterns(): object | undefined;
  whenPatternsReady(): Promise<object>;
  host: {
    register(pattern: number, source: string): void;
    forget(pattern: number): void;
    check(pattern: number): number;
    fault(pattern: number): string | undefined;
  };
  answer: Record<"no" | "yes" | "tooManySteps" | "notLoaded" | "unusable", number>;
  match(pattern: number, text: string, size?: number): number;
};

test("what a pattern matches, the browser's own RegExp matches", async ({ page, backend }) => {
  await open(page, backend.origin);
  const found = await page.evaluate(async () => {
    await patterns.whenPatternsReady();
    let seed = 1;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
      return (seed >>> 8) % below;
    };
    const pick = (words: string): string => {
      const all = words.split(" ");
      return all[random(all.length)] as string;
    };
    const flags = "(?i: (?s: (?m: (?-i: (?im-s:".split(" ");
    const knowsFlags = (() => {
      try {
        return new RegExp(`${flags[0]}a)`, "u").test("A");
      } catch {
        return false;
      }
    })();
    let groups = 0;
    const atoms =
      String.raw`a b c K ſ é É 😀 1 _ - . \d \w \s \D \W \S \b \B ^ $ [ab] [^a] [^] [] [a-c1] [\w-] [^\d\s] \p{Lu} ` +
      String.raw`\P{L} [\p{L}1] \p{Script=Greek} \u0061 \u{1F600} \ud83d\ude00 \x41 \cJ \/ \. \ud83d`;
    const write = (depth: number): string => {
      const kind = depth === 0 ? 0 : random(20);
      const inner = () => write(depth - 1);
      if (kind < 7) return pick(atoms);
      if (kind < 10) return inner() + inner();
      if (kind < 12) return `${inner()}|${inner()}`;
      if (kind < 14) {
        groups += 1;
        return `(${inner()})${pick("* + ?")}`;
      }
      if (kind < 17) return `(?:${inner()})${pick("* + ? {2} {0,2} {1,} *? +? ?? {1,3}? {0}")}`;
      if (kind < 18) return `${pick("(?= (?! (?<= (?<!")}${inner()})`;
      if (kind < 19 && knowsFlags) return `${flags[random(flags.length)]}${inner()})`;
      return groups ? `(?:\\${1 + random(groups)})` : "a";
    };
    const characters = [..."abcAKk1_- \nſéÉα😀sS"];
    const wrong: unknown[] = [];
    let compared = 0;
    for (let round = 0; round < 20_000; round += 1) {
      groups = 0;
      const source = write(5);
      const theirs = new RegExp(source, "u");
      patterns.host.register(round, source);
      if (patterns.host.check(round) !== patterns.answer.yes) {
        wrong.push([source, patterns.host.fault(round)]);
      }
      for (let count = 0; count < 4; count += 1) {
        const text = Array.from(
          { length: random(7) },
          () => characters[random(characters.length)],
        ).join("");
        const ours = patterns.match(round, text);
        // V8 also looks for `\B` in the middle of a character.
        const quirk = /[\u{10000}-\u{10ffff}]/u.test(text) && source.includes("\\B");
        if (ours !== Number(theirs.test(text)) && !quirk) wrong.push([source, text, ours]);
        compared += 1;
      }
      patterns.host.forget(round);
    }
    return { wrong: wrong.slice(0, 10), compared };
  });
  expect(found).toEqual({ wrong: [], compared: 80_000 });
});

test("what is no pattern for the browser is none", async ({ page, backend }) => {
  await open(page, backend.origin);
  const found = await page.evaluate(async () => {
    await patterns.whenPatternsReady();
    const sources = [
      ...["(", "[", "a**", "]", "a{,5}", "[z-a]", "(?<a>x)(?<a>y)", "(?i)a", String.raw`\a`],
      ...["Nope", "letter", "Script=greek", "L=L", "lowercase", "RGI_Emoji", "Lowercase"].map(
        (name) => `\\p{${name}}`,
      ),
    ];
    return sources.flatMap((source, pattern) => {
      patterns.host.register(pattern, source);
      const usable = patterns.host.check(pattern) === patterns.answer.yes;
      const matched = patterns.match(pattern, "a");
      try {
        new RegExp(source, "u");
        return usable ? [] : [source];
      } catch {
        const told = patterns.host.fault(pattern);
        return usable || matched !== patterns.answer.unusable || !told ? [source] : [];
      }
    });
  });
  expect(found).toEqual([]);
});

test("until the module is loaded the host says so, and a load that failed may be tried again", async ({
  page,
  backend,
  complaints,
}) => {
  await open(page, backend.origin);
  await page.route("**/patterns_bg.wasm", (route) => route.fulfill({ status: 404, body: "" }));
  const before = await page.evaluate(async () => {
    patterns.host.register(1, "^a$");
    const found = [patterns.host.check(1), patterns.match(1, "a"), patterns.host.fault(1)];
    const failed = await patterns.whenPatternsReady().catch(String);
    return { found, failed, loaded: patterns.loadedPatterns() !== undefined };
  });
  expect(before.found).toEqual([3, 3, undefined]);
  expect(before.failed).toContain("got HTTP status 404");
  expect(before.loaded).toBe(false);

  await page.unroute("**/patterns_bg.wasm");
  const after = await page.evaluate(async () => {
    await patterns.whenPatternsReady();
    return [patterns.host.check(1), patterns.match(1, "a"), patterns.match(1, "b")];
  });
  expect(after).toEqual([1, 1, 0]);
  const rest = complaints.filter((one) => !one.includes("Failed to load resource"));
  complaints.splice(0, complaints.length, ...rest);
});

test("long texts, many patterns and patterns that run away leave the module as it was", async ({
  page,
  backend,
}) => {
  await open(page, backend.origin);
  const found = await page.evaluate(async () => {
    const { memory } = (await patterns.whenPatternsReady()) as { memory: WebAssembly.Memory };
    const { host, match } = patterns;
    const long = "a".repeat(3_000_000);
    host.register(0, "^(a+)+$");
    host.register(1, String.raw`^(a+)+\1b$`);
    const first = [match(0, long), match(0, `${long}!`), match(1, long), match(0, "")];
    for (let pattern = 2; pattern < 3_000; pattern += 1) {
      host.register(pattern, `^[a-z]{1,50}${pattern}$`);
      if (match(pattern, `x${pattern}`) !== 1) return "no match";
    }
    const deep = `${"(?:b|(".repeat(100)}a${"))".repeat(100)}`;
    host.register(3_000, deep);
    host.register(3_001, `${deep}\\1`);
    host.register(3_002, "(".repeat(100_000));
    const last = [match(3_000, "a"), match(3_001, "aa"), match(3_002, "a"), match(0, "aa")];
    return { first, last, small: memory.buffer.byteLength < 64_000_000 };
  });
  expect(found).toEqual({ first: [1, 0, 2, 0], last: [1, 1, 4, 1], small: true });
});
