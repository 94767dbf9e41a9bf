/** Patterns: the JSON Schema module matches what the browser's own `RegExp` matches, in bounded time. */
import { expect, test } from "../support/test.js";

test.use({ sharesPage: true });

/** What patterns of schemas are made of. */
const patterns = [
  ...[String.raw`^\d+$`, "^[A-Z]{2,3}$", "a|b|", "^(?:red|green)$", "(a)(b)?", "^a.c$", "^$"],
  ...[String.raw`^[\w.+-]+@[\w-]+\.[a-z]{2,}$`, String.raw`\bfoo\b`, String.raw`^\S+\s\S+$`],
  ...[String.raw`^\p{Lu}\p{Ll}*$`, String.raw`\p{Script=Greek}`, String.raw`\P{L}`],
  ...[String.raw`^(?<year>\d{4})-(?<month>\d\d)$`, String.raw`^(.)\1$`, "^(?!no)", "(?<=a)b"],
  ...["(?<!a)b", "^(?=.*[0-9])(?=.*[a-z]).{4,}$", "a{2}", "^a{0,2}?b", "[^abc]", "[a-c1-3]"],
  ...[String.raw`^\u{1F600}$`, String.raw`\u0041`, String.raw`\x41`, String.raw`\/`, "^.$"],
];

const texts = [
  ...["", "a", "b", "ab", "aa", "aab", "abc", "ABC", "Äb", "Σ", "123", "2026-05", "foo", "a foo b"],
  ...["food", "red", "no", "yes1", "a c", "a\nc", "ada@example.org", "😀", "A/b", "s3cret", "-"],
];

test("what a pattern matches, the browser's own RegExp matches", async ({ harness }) => {
  const found = await harness.evaluate(
    async ({ patterns, texts }) => {
      const registry = new agUi.ToolRegistry();
      const manager = new agUi.ToolExecutionManager();
      const wrong: unknown[] = [];
      for (const pattern of patterns) {
        const schema = { additionalProperties: { pattern } };
        const given = { name: "look", description: "Looks.", schema, handler: () => {} };
        const { tool } = registry.register(given, { replace: true });
        const { error } = await manager.check(tool, { ...texts });
        const theirs = new RegExp(pattern, "u");
        for (const [index, text] of texts.entries()) {
          const refused = error?.validationErrors?.some(({ path }) => path[0] === String(index));
          if (refused === theirs.test(text)) wrong.push([pattern, text]);
        }
      }
      return wrong;
    },
    { patterns, texts },
  );
  expect(found).toEqual([]);
});

test("what is no pattern is a fault of the definition that names it", async ({ harness }) => {
  const sources = ["(", "[", "a**", "[z-a]", "(?<a>x)(?<a>y)", String.raw`\p{Nope}`, "+a"];
  const found = await harness.evaluate((sources) => {
    const registry = new agUi.ToolRegistry();
    return sources.map((pattern) => {
      const schema = { properties: { text: { pattern } } };
      const given = { name: "x", description: "x", schema, handler: () => {} };
      try {
        registry.register(given, { replace: true });
        return "registered";
      } catch (thrown) {
        const { issues } = thrown as InstanceType<typeof agUi.ToolDefinitionError>;
        return issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join();
      }
    });
  }, sources);
  for (const [index, said] of found.entries()) {
    expect(said).toContain("schema.properties.text.pattern: ");
    expect(said).toContain(JSON.stringify(sources[index]));
  }
});
