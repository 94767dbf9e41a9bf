/** Patterns: the core's own engine agrees with the browser's, and asks it what Unicode says. */
import { expect, test } from "../support/test.js";

test("what a pattern matches, the browser's own RegExp matches", async ({ page, backend }) => {
  await page.goto(backend.origin);
  const found = await page.evaluate(async () => {
    await agUi.init();
    const registry = new agUi.ToolRegistry();
    const manager = new agUi.ToolExecutionManager();
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
    const characters = [..."abcAKk1_- \nséÉα😀sS"];
    const wrong: unknown[] = [];
    let compared = 0;
    for (let round = 0; round < 3_000; round += 1) {
      groups = 0;
      const source = write(5);
      const theirs = new RegExp(source, "u");
      const { tool } = registry.register(
        {
          name: "look",
          description: "Looks at texts.",
          schema: { additionalProperties: { pattern: source } },
          handler: () => {},
        },
        { replace: true },
      );
      const texts = Array.from({ length: 20 }, () =>
        Array.from({ length: random(7) }, () => characters[random(characters.length)]).join(""),
      );
      const { error } = await manager.check(tool, { ...texts });
      const refused = error?.validationErrors;
      for (const [index, text] of texts.entries()) {
        const ours = !refused?.some(({ path }) => path[0] === String(index));
        // V8 also looks for `\B` in the middle of a character.
        const quirk = /[\u{10000}-\u{10ffff}]/u.test(text) && source.includes("\\B");
        if (ours !== theirs.test(text) && !quirk) wrong.push([source, text, ours]);
        compared += 1;
      }
    }
    return { wrong: wrong.slice(0, 10), compared };
  });
  expect(found).toEqual({ wrong: [], compared: 60_000 });
});

test("what is no pattern for the browser is refused, and what is one is not", async ({
  page,
  backend,
}) => {
  await page.goto(backend.origin);
  const found = await page.evaluate(async () => {
    await agUi.init();
    const refusal = (pattern: string): string | undefined => {
      try {
        const schema = { properties: { text: { pattern } } };
        const definition = { name: "x", description: "x", schema, handler: () => {} };
        new agUi.ToolRegistry().register(definition);
        return undefined;
      } catch (error) {
        return String(error);
      }
    };
    const properties = (
      "Nope letter Script=greek L=L lowercase RGI_Emoji Lowercase L Letter Lu gc=Lu Script=Greek sc=Grek " +
      "scx=Grek Any ASCII Assigned White_Space Emoji ID_Start"
    ).split(" ");
    const sources = [
      ...["(", "[", "a**", "]", "a{,5}", "[z-a]", "(?<a>x)(?<a>y)", "(?i)a", String.raw`\a`],
      ...["[^]", String.raw`(?<a>x)\k<a>`, "(?<=a+)b", String.raw`\u{1F600}`, String.raw`\cJ`],
      ...properties.map((name) => `\\p{${name}}`),
    ];
    return sources.flatMap((source) => {
      const refused = refusal(source);
      try {
        new RegExp(source, "u");
        return refused === undefined ? [] : [[source, refused]];
      } catch {
        return refused?.includes("no pattern that can be matched") ? [] : [[source, refused]];
      }
    });
  });
  expect(found).toEqual([]);
});
