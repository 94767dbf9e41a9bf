/** Markdown in a page: what it shows, and what no text makes it show. */
import { examples } from "../support/markdown/examples.js";
import { randomTexts } from "../support/markdown/random-markdown.js";
import { randomCases } from "../support/random.js";
import { expect, test } from "../support/test.js";
import { axeFindings } from "./demo-page-checks.js";

test.use({ ownContext: "its requests are counted, and its elements stay" });

const SCHEMES = ["https", "http", "mailto", "tel"];
/** Schemes of the examples; those of xmpp and ftp are not allowed by default. */
const EXAMPLE_SCHEMES = [
  ...[...SCHEMES, "irc", "made-up-scheme", "a+b+c", "localhost", "ftp", "xmpp", "foo", "test"],
];

test.beforeEach(async ({ harness }) => {
  await harness.evaluate(() => load("markdown"));
});

test("examples that arrive by characters are at their end as the whole, and have no strange element at any cut", async ({
  harness,
}) => {
  const wrong = await harness.evaluate(
    ({ examples, schemes }) => {
      const { openMessage, markup, strangers } = markdown;
      const wrong: unknown[] = [];
      const one = openMessage();
      const other = openMessage();
      for (const [name, text] of examples) {
        const strange = new Set<string>();
        one.stream(text, 1, () => {
          for (const each of strangers(one.root, schemes)) strange.add(each);
        });
        other.whole(text);
        if (strange.size > 0) wrong.push([name, [...strange]]);
        if (markup(one.root) !== markup(other.root))
          wrong.push([name, markup(one.root), markup(other.root)]);
      }
      return wrong;
    },
    { examples, schemes: SCHEMES },
  );
  expect(wrong).toEqual([]);
});

test("examples have the structure of marked's HTML", async ({ harness, complaints }) => {
  const { wrong, compared } = await harness.evaluate(
    ({ examples, linkSchemes }) => {
      const { openMessage, structure, markedStructure } = markdown;
      const message = openMessage({ linkSchemes, allowImage: () => true });
      const wrong: unknown[] = [];
      let compared = 0;
      for (const [name, text] of examples) {
        const { shape, hasHtml } = markedStructure(text);
        if (hasHtml) continue;
        message.whole(text);
        compared += 1;
        const own = structure(message.root);
        if (own !== shape) wrong.push([name, text, own, shape]);
      }
      return { wrong, compared };
    },
    // The second half of HTML's names of characters is not known.
    {
      examples: examples.filter(([name]) => name !== "CommonMark 25"),
      linkSchemes: EXAMPLE_SCHEMES,
    },
  );
  expect(compared).toBeGreaterThan(550);
  expect(wrong).toEqual([]);
  // Pictures of the examples, which are nowhere.
  await harness.evaluate(() => new Promise((next) => setTimeout(next, 50)));
  const others = complaints.splice(0).filter((text) => !text.includes("Failed to load resource"));
  expect(others).toEqual([]);
});

test("hostile texts make no element and no attribute outside the list, and no request", async ({
  harness,
}) => {
  const requests: string[] = [];
  harness.on("request", (request) => requests.push(request.url()));
  const texts = [...randomTexts("hostile", 5, randomCases(1_000))];
  const wrong = await harness.evaluate(
    ({ texts, schemes }) => {
      const { openMessage, strangers } = markdown;
      const message = openMessage();
      const wrong: unknown[] = [];
      for (const text of texts) {
        const strange = new Set<string>();
        message.stream(text, 13, () => {
          for (const each of strangers(message.root, schemes)) strange.add(each);
          if (message.root.querySelector("img")) strange.add("an image");
        });
        if (strange.size > 0) wrong.push([text, [...strange]]);
      }
      return wrong;
    },
    { texts, schemes: SCHEMES },
  );
  await harness.evaluate(() => new Promise((next) => setTimeout(next, 50)));
  expect(wrong).toEqual([]);
  expect(requests).toEqual([]);
});

test("links: allowed schemes lead away safely, others are text with their address", async ({
  harness,
}) => {
  const seen = await harness.evaluate(() => {
    const { root, whole } = markdown.openMessage();
    const shown = (text: string) => {
      whole(text);
      const link = root.querySelector("a");
      return link ? [link.href, link.rel, link.target] : root.textContent;
    };
    return {
      web: shown("[a](https://e.test/x)"),
      mail: shown("<me@e.test>"),
      relative: shown("[a](/x)"),
      script: shown("[a](javascript:alert(1))"),
      entity: shown("[a](&#106;avascript&#58;alert(1))"),
      data: shown("[a](data:text/html,x)"),
      user: shown("[a](https://bank.test@evil.test/)"),
      hidden: shown("[a](javascript:\u202Ex)"),
    };
  });
  const safe = ["noopener noreferrer nofollow", "_blank"];
  expect(seen).toEqual({
    web: ["https://e.test/x", ...safe],
    mail: ["mailto:me@e.test", ...safe],
    relative: [expect.stringMatching(/^http:\/\/.*\/x$/), ...safe],
    script: "a (javascript:alert(1))",
    entity: "a (javascript:alert(1))",
    data: "a (data:text/html,x)",
    user: "a (https://bank.test@evil.test/)",
    hidden: "a (javascript:⟨U+202E⟩x)",
  });
});

test("images: only those that the page allows; others are a link, and one that throws is refused", async ({
  harness,
  complaints,
}) => {
  await harness.route("https://e.test/**", (route) => route.fulfill({ body: "" }));
  const seen = await harness.evaluate(() => {
    const text =
      "![a cat](https://e.test/cat.png) [![in a link](https://e.test/x.png)](https://e.test/page) ![s](data:image/svg+xml,x)";
    const shown = (allowImage?: (url: URL) => boolean) => {
      const { root, whole } = markdown.openMessage({ allowImage });
      whole(text);
      return {
        images: [...root.querySelectorAll("img")].map(({ alt, referrerPolicy }) => [
          alt,
          referrerPolicy,
        ]),
        links: [...root.querySelectorAll("a")].map(({ textContent, href }) => [textContent, href]),
        text: root.textContent?.trim(),
      };
    };
    return {
      none: shown(),
      some: shown(({ pathname }) => pathname === "/cat.png"),
      thrown: shown(() => {
        throw new Error("no");
      }).images,
    };
  });
  expect(seen.none.images).toEqual([]);
  expect(seen.none.links).toEqual([
    ["Image: a cat (e.test)", "https://e.test/cat.png"],
    ["Image: in a link (e.test)", "https://e.test/page"],
  ]);
  expect(seen.none.text).toContain("Image: s (data:image/svg+xml,x)");
  expect(seen.some.images).toEqual([["a cat", "no-referrer"]]);
  expect(seen.thrown).toEqual([]);
  expect(complaints.splice(0).join()).toContain("allowImage()");
});

test("HTML is text, but for a line break; hidden characters have their names", async ({
  harness,
}) => {
  const seen = await harness.evaluate(() => {
    const { root, whole } = markdown.openMessage();
    const shown = (text: string) => {
      whole(text);
      return root.textContent?.trim();
    };
    return {
      block: shown("<div onclick=x>\n<b>a</b>\n</div>"),
      inline: shown("a <b>b</b> <!-- c -->"),
      breaks: shown("a<br>b<BR/>c") && root.querySelectorAll("br").length,
      prose: shown("rm \u202Etxt.exe soft\u00ADhyphen ltr\u200Emark"),
      code: shown("`a\u200Bb`"),
    };
  });
  expect(seen).toEqual({
    block: "<div onclick=x>\n<b>a</b>\n</div>",
    inline: "a <b>b</b> <!-- c -->",
    breaks: 2,
    prose: "rm ⟨U+202E⟩txt.exe soft\u00ADhyphen ltr\u200Emark",
    code: "a⟨U+200B⟩b",
  });
});

test("each block has the direction of its text", async ({ harness }) => {
  const directions = await harness.evaluate(() => {
    const { root, whole } = markdown.openMessage();
    whole(
      "שלום עולם\n\nHello שלום\n\n1. שלום\n\n> مرحبا\n\n| שם |\n|---|\n| a |\n\n# שלום\n\n- [x] שלום",
    );
    const blocks = root.querySelectorAll(".markdown > :not(div), table");
    return [...blocks].map((block) => getComputedStyle(block).direction);
  });
  expect(directions).toEqual(["rtl", "ltr", "rtl", "rtl", "rtl", "rtl", "rtl"]);
});

test("what is complete keeps its nodes while more arrives", async ({ harness }) => {
  const kept = await harness.evaluate(() => {
    const { root, show } = markdown.openMessage();
    let text =
      "# One\n\nTwo **three**.\n\n```js\nlet a;\n```\n\n- item\n- item\n\n| a |\n|---|\n| 1 |\n\nEnd";
    show(text, false);
    const before = [...root.querySelectorAll(":is(h3, p, strong, pre, li, td)")];
    for (let count = 0; count < 80; count += 1) {
      text += ` more\n\nParagraph ${count}`;
      show(text, false);
    }
    show(text, true);
    return before.every((node) => node.isConnected) && before.length;
  });
  expect(kept).toBe(10);
});

test("nesting of any depth neither hangs nor overflows", async ({ harness }) => {
  const lengths = await harness.evaluate(() => {
    const { root, whole } = markdown.openMessage();
    const n = 10_000;
    return [
      ">".repeat(n),
      "> ".repeat(n),
      "- ".repeat(n),
      `${"*a ".repeat(n)}${"b* ".repeat(n)}`,
      `${"**a _b ".repeat(n / 2)}`,
      "[".repeat(n),
      `${"[".repeat(n)}a${"]".repeat(n)}`,
      "![".repeat(n),
      "`".repeat(n),
      "<".repeat(n),
      "<a ".repeat(n),
      Array.from({ length: 200 }, (_, level) => `${" ".repeat(2 * level)}- a`).join("\n"),
      Array.from({ length: 200 }, (_, level) => `${"> ".repeat(level)}a\nlazy`).join("\n"),
    ].map((text) => {
      whole(text);
      return root.querySelectorAll("*").length > 1;
    });
  });
  expect(lengths.every(Boolean)).toBe(true);
});

test("code has the name of its language, and a button that copies its source", async ({
  harness,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await harness.evaluate(() => {
    markdown.openMessage().whole("```ts title=x\nconst a = 1;\n\nlet b;\n```");
  });
  await expect(harness.getByRole("group", { name: "Code (ts)" })).toHaveText(
    "const a = 1;\n\nlet b;\n",
  );
  await harness.getByRole("button", { name: "Copy code (ts)" }).click();
  await expect(harness.getByRole("status")).toHaveText("Copied");
  expect(await harness.evaluate(() => navigator.clipboard.readText())).toBe(
    "const a = 1;\n\nlet b;",
  );
});

test("where the clipboard is not allowed, the code is selected and that is said", async ({
  harness,
}) => {
  await harness.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
    markdown.openMessage().whole("```\nselected\n```");
  });
  await harness.getByRole("button", { name: "Copy code" }).click();
  await expect(harness.getByRole("status")).toHaveText(/^Selected/);
  expect(await harness.evaluate(() => String(getSelection()).trim())).toBe("selected");
});

test("a table is a region with a name that the keyboard scrolls; headings and tasks have their names", async ({
  harness,
}) => {
  await harness.evaluate(() => {
    markdown
      .openMessage()
      .whole(
        "# Title\n\n##### Deep\n\n| Name | Price |\n|---|--:|\n| a | 1 |\n\n- [x] one\n- [ ] two\n",
      );
  });
  const region = harness.getByRole("region", { name: "Table: Name, Price" });
  await expect(region).toHaveAttribute("tabindex", "0");
  await expect(region.getByRole("columnheader")).toHaveText(["Name", "Price"]);
  await expect(harness.getByRole("heading", { level: 3, name: "Title" })).toBeVisible();
  await expect(harness.getByRole("heading", { name: "Deep" })).toHaveAttribute("aria-level", "7");
  await expect(harness.getByRole("checkbox", { name: "Done", exact: true })).toBeChecked();
  await expect(harness.getByRole("checkbox", { name: "Not done" })).not.toBeChecked();
});

test("hooks: templates, nodes and promises are shown; a hook that throws or rejects falls back to the text", async ({
  harness,
  complaints,
}) => {
  const seen = await harness.evaluate(async () => {
    const { openMessage } = markdown;
    const { html } = lit;
    const text = "```js\na\n```\n\n$x^2$ costs $5 or $6\n\n$$\ny\n$$\n";
    const shown = async (options: Parameters<typeof openMessage>[0]) => {
      const { root, stream } = openMessage(options);
      stream(text, 3);
      await turn();
      const code = root.querySelector("pre code");
      const math = [...root.querySelectorAll("[part=markdown-math]")].map(
        (each) => each.textContent,
      );
      return [
        code?.querySelector("i, b") ? code.firstElementChild?.tagName : "plain",
        code?.textContent,
        ...math,
      ];
    };
    const node = (text: string) =>
      Object.assign(document.createElement("b"), { textContent: text });
    const fail = () => {
      throw new Error("hook");
    };
    let calls = 0;
    return {
      template: await shown({
        highlight: (code, language) => {
          calls += 1;
          return html`<i>${language}:${code}</i>`;
        },
        math: (source, isBlock) => html`<i>${isBlock ? "block" : "inline"} ${source}</i>`,
      }),
      calls,
      node: await shown({ highlight: node, math: node }),
      promise: await shown({
        highlight: async (code) => node(code),
        math: async (source) => node(source),
      }),
      none: await shown({ highlight: () => undefined, math: () => undefined }),
      thrown: await shown({ highlight: fail, math: fail }),
      rejected: await shown({ highlight: async () => fail(), math: async () => fail() }),
      without: (await shown({})).length,
    };
  });
  expect(seen.template).toEqual(["I", "js:a", "inline x^2", "block y"]);
  expect(seen.calls).toBe(1);
  expect(seen.node).toEqual(["B", "a", "x^2", "y"]);
  expect(seen.promise).toEqual(["B", "a", "x^2", "y"]);
  for (const plain of [seen.none, seen.thrown, seen.rejected]) {
    expect(plain).toEqual(["plain", "a\n", "$x^2$", "$$\ny\n$$"]);
  }
  expect(seen.without).toBe(2);
  expect(complaints.splice(0)).toHaveLength(4);
});

test("options are checked, and no scheme that runs code can be allowed", async ({ harness }) => {
  const said = await harness.evaluate(() => {
    const said = (options: object) => {
      try {
        markdown.openMessage(options);
        return "";
      } catch (error) {
        return (error as Error).message;
      }
    };
    return [
      said({ linkSchemes: ["javascript"] }),
      said({ allowImages: () => true }),
      said({ math: 1 }),
    ];
  });
  expect(said[0]).toContain('"javascript"');
  expect(said[1]).toContain("allowImage");
  expect(said[2]).toContain("a function");
});

for (const scheme of ["light", "dark"] as const) {
  test(`axe finds nothing, ${scheme}`, async ({ harness }) => {
    await harness.emulateMedia({ colorScheme: scheme });
    await harness.evaluate(() => {
      document.documentElement.style.colorScheme = "light dark";
      document.documentElement.style.background = "light-dark(#fff, #17181b)";
      document.documentElement.style.color = "light-dark(#1c1d21, #eceef2)";
      document.documentElement.lang = "en";
      const main = document.createElement("main");
      main.innerHTML = "<h1>Page</h1><h2>Chat</h2>";
      document.title = "Markdown";
      document.body.append(main);
      const { root, whole } = markdown.openMessage();
      main.append(root.host);
      whole(
        "# Title\n\nText with `code`, [a link](https://e.test), ![image](https://e.test/x.png) and [refused](javascript:x).\n\n" +
          "> quote\n\n1. one\n2. two\n   - [x] done\n   - [ ] open\n\n```js\nlet a = 1;\n```\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n<div>html</div>\n",
      );
    });
    expect(await axeFindings(harness)).toEqual([]);
  });
}
