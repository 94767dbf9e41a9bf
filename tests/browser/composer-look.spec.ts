/** How the composer looks and what it says: names, parts, colours, directions, narrow windows, a strict policy, two languages. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { elementsOf } from "../support/elements.js";
import { expect, test } from "../support/test.js";
import { attachFiles, openComposer, sentBy } from "./composers.js";
import { axeFindings } from "./demo-page-checks.js";

const root = new URL("../../", import.meta.url);

/** Fills the composer with everything that it can show at once. */
async function fill(page: Page): Promise<void> {
  await page.evaluate(() => {
    composerBox.suggestions = ["Plan a weekend in Lisbon", "Explain this page to me, please"];
    composerBox.limits = { maxTextLength: 20 };
    composerBox.upload = (file, { progress }) => {
      progress(0.5);
      return file.name.startsWith("a") ? new Promise(() => {}) : Promise.reject(new Error("Full."));
    };
  });
  await attachFiles(
    page,
    { name: "a-very-long-name-that-goes-on-and-on.txt", type: "text/plain", content: "Hi" },
    { name: "failing.csv", type: "text/csv", content: "1" },
    { name: "empty.txt", type: "text/plain", content: "" },
  );
  await page.evaluate(async () => {
    composerBox.upload = undefined;
    const picture = await new OffscreenCanvas(30, 20).convertToBlob?.().catch(() => undefined);
    if (picture) composerBox.attach([new File([picture], "b.png", { type: "image/png" })]);
    composerBox.attach([new File([], "empty.txt")]);
  });
  const { field } = partsIn(page);
  await field.fill("A text that is longer than twenty characters.");
  await field.press("Enter");
}

const partsIn = (page: Page) => ({ field: page.locator("ag-ui-composer").getByRole("textbox") });

test("a screen reader finds a name for everything", async ({ harness }) => {
  const { host, field } = await openComposer(harness, { accept: "*/*" });
  await fill(harness);
  await expect(host).toMatchAriaSnapshot(`
    - list "Suggestions":
      - listitem:
        - button "Plan a weekend in Lisbon"
      - listitem:
        - button "Explain this page to me, please"
    - list "Attached files":
      - listitem:
        - text: a-very-long-name-that-goes-on-and-on.txt
        - progressbar "Uploading a-very-long-name-that-goes-on-and-on.txt"
        - button "Remove a-very-long-name-that-goes-on-and-on.txt"
      - listitem:
        - text: /failing.csv\\s*Not uploaded/
        - button "Try failing.csv again"
        - button "Remove failing.csv"
    - button "Attach files"
    - text: Message
    - textbox "Message"
    - button "Send" [disabled]
  `);
  await expect(field).toHaveAccessibleDescription(/has 45 characters.*Enter sends/);
  await expect(host.getByRole("alert")).toContainText("it is empty");
});

for (const scheme of ["light", "dark"] as const) {
  test(`axe finds nothing, ${scheme}, with everything shown, narrow and from right to left`, async ({
    harness,
  }) => {
    await harness.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await harness.evaluate(() => {
      document.documentElement.style.colorScheme = "light dark";
      // Axe takes the browser's own background for white.
      document.body.style.background = "Canvas";
      const main = document.body.appendChild(document.createElement("main"));
      main.append(Object.assign(document.createElement("h1"), { textContent: "Chat" }));
    });
    await openComposer(harness, { accept: "*/*" });
    await harness.evaluate(() => document.querySelector("main")?.append(composerBox));
    await fill(harness);
    expect(await axeFindings(harness)).toEqual([]);
    await harness.setViewportSize({ width: 320, height: 256 });
    await harness.evaluate(() => {
      document.documentElement.dir = "rtl";
    });
    expect(await axeFindings(harness)).toEqual([]);
    const overflow = await harness.evaluate(() => document.documentElement.scrollWidth);
    expect(overflow).toBeLessThanOrEqual(320);
    await harness.evaluate(() => {
      playedAgent.isRunning = true;
      playedAgent.emit("run-started");
    });
    expect(await axeFindings(harness)).toEqual([]);
    await harness.emulateMedia({ colorScheme: null, reducedMotion: null });
  });
}

test("every button is large enough to be touched, and is seen where colours are forced", async ({
  harness,
}) => {
  const { host } = await openComposer(harness, { accept: "*/*" });
  await fill(harness);
  await harness.emulateMedia({ forcedColors: "active" });
  const buttons = await host.getByRole("button").all();
  expect(buttons.length).toBeGreaterThan(6);
  for (const button of buttons) {
    const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    const border = await button.evaluate((each) => getComputedStyle(each).borderBlockStartColor);
    expect(border).not.toBe("rgba(0, 0, 0, 0)");
  }
  await harness.emulateMedia({ forcedColors: null });
});

test("every control can be reached with the keyboard, and shows where it is", async ({
  harness,
}) => {
  const { host } = await openComposer(harness, { accept: "*/*" });
  await fill(harness);
  await harness.evaluate(() => document.activeElement?.shadowRoot?.activeElement);
  const first = host.getByRole("button").first();
  await first.focus();
  const reached: string[] = [];
  for (let at = 0; at < 14; at += 1) {
    reached.push(
      await harness.evaluate(() => {
        const focused = composerBox.shadowRoot?.activeElement;
        if (!focused) return "";
        const isOutlined = [focused, focused.closest(".box") ?? focused].some(
          (each) => getComputedStyle(each).outlineStyle === "solid",
        );
        return `${focused.getAttribute("part")}${isOutlined ? "" : " without outline"}`;
      }),
    );
    await harness.keyboard.press("Tab");
  }
  const found = reached.filter((name) => name !== "");
  expect(new Set(found)).toEqual(
    new Set(["suggestion", "remove", "retry", "attach", "field", "send", "dismiss"]),
  );
});

test("the parts in the code, in the list and in the guide are the same", async ({ harness }) => {
  const { host } = await openComposer(harness, { accept: "*/*" });
  await fill(harness);
  const partsOf = () =>
    host.evaluate((element) =>
      [...(element.shadowRoot?.querySelectorAll("[part]") ?? [])].flatMap((each) => [...each.part]),
    );
  const seen = new Set(await partsOf());
  await host.locator("[part=box]").evaluate((box) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["x"], "a"));
    box.dispatchEvent(new DragEvent("dragover", { dataTransfer, cancelable: true }));
  });
  await harness.evaluate(() => {
    playedAgent.isRunning = true;
    playedAgent.emit("run-started");
  });
  await expect(host.locator("[part=drop]")).toBeVisible();
  for (const part of await partsOf()) seen.add(part);
  const listed = await harness.evaluate(() => Object.keys(composer.COMPOSER_PARTS));
  expect([...seen].sort()).toEqual([...listed].sort());
  const guide = readFileSync(new URL("docs/chat-composer.md", root), "utf8");
  const table = /\| Part \|.*\n([\s\S]*?)\n\n/.exec(guide)?.[1] ?? "";
  expect([...table.matchAll(/^\| `([\w-]+)`/gm)].map(([, part]) => part)).toEqual(listed);
});

test("the manifest and the guide have the same attributes, properties, methods and events", () => {
  const element = elementsOf(new URL("pkg/", root)).find(
    ({ tagName }) => tagName === "ag-ui-composer",
  );
  const guide = readFileSync(new URL("docs/chat-composer.md", root), "utf8");
  const first = (head: string) => {
    const table = new RegExp(`\\| ${head} \\|.*\\n([\\s\\S]*?)\\n\\n`).exec(guide)?.[1] ?? "";
    return [...table.matchAll(/^\| `([\w-]+)/gm)].map(([, name]) => name).sort();
  };
  const names = (kind: string) =>
    element?.members.flatMap((each) => (each.kind === kind ? [each.name] : [])).sort();
  expect(first("Property")).toEqual(names("field"));
  expect(first("Method")).toEqual(names("method"));
  expect(first("Event")).toEqual(element?.events.map(({ name }) => name).sort());
  expect(element?.attributes.map(({ name }) => name).sort()).toEqual(
    [...guide.matchAll(/\(attribute `([\w-]+)`\)/g)].map(([, name]) => name).sort(),
  );
  const all = [...(element?.attributes ?? []), ...(element?.members ?? [])];
  expect(all.filter(({ description }) => !description)).toEqual([]);
});

test("German has every text of English, and they are other words", async ({ harness }) => {
  const { host } = await openComposer(harness, { accept: "*/*" }, "german");
  await expect(host.getByRole("textbox", { name: "Nachricht" })).toBeVisible();
  const same = await harness.evaluate(() => {
    const [one, other] = [composer.english.chat, composer.german.chat];
    const words = (text: unknown): unknown =>
      typeof text === "function" ? text("a.txt", 2, 3) : text;
    return Object.entries(one)
      .filter(([name]) => name.startsWith("composer") && name !== "composerSize")
      .flatMap(([name, text]) =>
        words(text) === words(Reflect.get(other, name)) && name !== "composerFailed" ? [name] : [],
      );
  });
  expect(same).toEqual([]);
});

test("under a strict policy, without blob: addresses and inline styles, everything works", async ({
  harness,
}) => {
  await harness.evaluate(() => {
    const policy = document.createElement("meta");
    policy.httpEquiv = "Content-Security-Policy";
    policy.content =
      "default-src 'self'; img-src 'none'; style-src 'none'; script-src 'self' 'wasm-unsafe-eval'; " +
      "require-trusted-types-for 'script'; trusted-types lit-html";
    document.head.append(policy);
  });
  const { host, field } = await openComposer(harness, { accept: "*/*" });
  await fill(harness);
  await expect(host.getByRole("alert")).toContainText("it is empty");
  await harness.evaluate(() => {
    composerBox.clear();
    composerBox.limits = null;
  });
  await field.fill("Hello");
  await field.press("Enter");
  expect(await sentBy(harness)).toHaveLength(1);
});
