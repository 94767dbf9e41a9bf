/** Files that mean no good, or that nobody meant: many, unreadable, with strange names and types. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "../support/test.js";
import { attachFiles, openComposer, sentBy } from "./composers.js";

test.use({ sharesPage: true });

const any = { accept: "*/*" };

test("of 10,000 files the first are attached, and one message says how many are not", async ({
  harness,
}) => {
  const { files, errors, field } = await openComposer(harness, any);
  await harness.evaluate(() => {
    const dataTransfer = new DataTransfer();
    for (let n = 0; n < 10_000; n += 1) dataTransfer.items.add(new File(["x"], `${n}.txt`));
    const init = { dataTransfer, bubbles: true, cancelable: true };
    composerBox.shadowRoot?.querySelector(".box")?.dispatchEvent(new DragEvent("drop", init));
  });
  await expect(files).toHaveCount(10);
  await expect(errors.locator("p")).toHaveText([
    "A message may have 10 files: 9,990 more were not attached.",
  ]);
  await field.press("Enter");
  expect((await sentBy(harness))[0]?.content).toHaveLength(10);
});

test("of 10,000 files that are all refused, few are named", async ({ harness }) => {
  const { files, errors } = await openComposer(harness, { accept: "image/*" });
  await harness.evaluate(() => {
    composerBox.attach(Array.from({ length: 10_000 }, (_, n) => new File(["x"], `${n}.txt`)));
  });
  await expect(files).toHaveCount(0);
  await expect(errors.locator("p")).toHaveCount(5);
});

test("a name of a megabyte with hidden characters stays short, and hides nothing", async ({
  harness,
}) => {
  const { files, errors, field } = await openComposer(harness, { accept: ".exe,text/plain" });
  await harness.evaluate(() => {
    const name = `invoice\u202efdp\n${"x".repeat(1e6)}\u200b.exe`;
    composerBox.attach([new File(["x"], name), new File(["x"], `${name}.no`)]);
  });
  const shown = files.locator("[part=file-name]");
  await expect(shown).toContainText("invoice⟨U+202E⟩fdp");
  await expect(shown).toContainText(".exe");
  expect((await shown.textContent())?.length).toBeLessThan(200);
  expect((await errors.textContent())?.length).toBeLessThan(300);
  expect(await errors.textContent()).not.toContain("\u202e");
  await field.press("Enter");
  type Named = { readonly metadata: { readonly filename: string } };
  const [part] = ((await sentBy(harness))[0]?.content ?? []) as readonly Named[];
  expect(part?.metadata.filename.length).toBeLessThanOrEqual(255);
  expect(part?.metadata.filename).toMatch(/^invoicefdp x+$/);
});

test("markup in a name is text", async ({ harness }) => {
  const { files } = await openComposer(harness, any);
  const name = "<img src=x onerror=alert(1)>{{0}}.txt";
  await attachFiles(harness, { name, type: "", content: "x" });
  await expect(files.locator("[part=file-name]")).toHaveText(name);
  await expect(files.locator("img")).toHaveCount(0);
});

test("a file whose content is not of its type can't be sent, nor tried again", async ({
  harness,
}) => {
  const { files, field, host } = await openComposer(harness, any);
  for (const [name, type] of [
    ["a.png", "image/png"],
    ["b.pdf", "application/pdf"],
    ["c.webp", "image/webp"],
  ] as const) {
    await attachFiles(harness, { name, type, content: "<script>alert(1)</script>" });
  }
  await expect(files.getByText("not of the type")).toHaveCount(3);
  await expect(host.getByRole("button", { name: "again" })).toHaveCount(0);
  await field.fill("Look");
  await field.press("Enter");
  expect(await sentBy(harness)).toEqual([]);
});

test("a MIME type that is none does not reach the agent", async ({ harness }) => {
  const { files, field } = await openComposer(harness, any);
  await harness.evaluate(() => {
    const file = (type: string) => {
      const made = new File(["x"], "a");
      return Object.defineProperty(made, "type", { value: type });
    };
    composerBox.attach([
      file("image/png, text/html"),
      file("x".repeat(1e6)),
      file("Text/HTML; charset=x"),
      file("text/\u202ehtml"),
    ]);
  });
  await expect(files.getByText("1 byte")).toHaveCount(4);
  await field.press("Enter");
  type Typed = { readonly source: { readonly mimeType: string } };
  const parts = ((await sentBy(harness))[0]?.content ?? []) as readonly Typed[];
  const none = "application/octet-stream";
  expect(parts.map(({ source }) => source.mimeType)).toEqual([none, none, "text/html", none]);
});

test("an empty file is refused", async ({ harness }) => {
  const { files, errors } = await openComposer(harness, any);
  await attachFiles(harness, { name: "nothing.txt", type: "text/plain", content: "" });
  await expect(errors).toContainText("nothing.txt\u2069 was not attached: it is empty.");
  await expect(files).toHaveCount(0);
});

test("a dropped folder is refused as one, and a file next to it is attached", async ({
  harness,
}) => {
  const folder = mkdtempSync(join(tmpdir(), "composer-"));
  mkdirSync(join(folder, "Holidays"));
  writeFileSync(join(folder, "note.txt"), "Hi");
  const { files, errors, host } = await openComposer(harness, any);
  const box = await host.locator("[part=box]").boundingBox();
  const session = await harness.context().newCDPSession(harness);
  const data = {
    items: [],
    files: [join(folder, "Holidays"), join(folder, "note.txt")],
    dragOperationsMask: 1,
  };
  const at = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 10, data };
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await session.send("Input.dispatchDragEvent", { type, ...at });
  }
  await expect(errors).toContainText("Holidays\u2069 was not attached: it is a folder.");
  await expect(files).toContainText("note.txt");
  await session.detach();
  rmSync(folder, { recursive: true });
});

test("a file that can't be read says so, and can be tried again", async ({ harness }) => {
  const { files, host } = await openComposer(harness, any);
  await harness.evaluate(() => {
    const file = new File(["x"], "moved.txt");
    let reads = 0;
    const slice = file.slice.bind(file);
    file.slice = (...range) => {
      reads += 1;
      if (reads === 1) throw new DOMException("It was moved.", "NotReadableError");
      return slice(...range);
    };
    composerBox.attach([file]);
  });
  await expect(files).toContainText("The file can't be read.");
  await host.getByRole("button", { name: "Try moved.txt again" }).click();
  await expect(files).toContainText("1 byte");
});

test("capabilities that throw count as unknown", async ({ harness }) => {
  const { attach } = await openComposer(harness);
  await harness.evaluate(async () => {
    const capabilities = Object.defineProperty({}, "multimodal", {
      get: () => {
        throw new Error("No.");
      },
    });
    playedAgent.capabilities = capabilities;
    composerBox.requestUpdate();
    await composerBox.updateComplete;
  });
  await expect(attach).toHaveCount(0);
  await harness.evaluate(() => {
    composerBox.accept = "*";
  });
  await expect(attach).toBeVisible();
});

test("a file that is removed while it is read leaves nothing behind", async ({ harness }) => {
  const { files, host, field } = await openComposer(harness, any);
  await harness.evaluate(() => {
    const file = new File(["x"], "slow.txt");
    const slice = file.slice.bind(file);
    file.slice = (...range) => {
      const piece = slice(...range);
      piece.arrayBuffer = () =>
        new Promise((resolve) => Object.assign(globalThis, { read: resolve }));
      return piece;
    };
    composerBox.attach([file]);
  });
  await host.getByRole("button", { name: "Remove slow.txt" }).click();
  await expect(files).toHaveCount(0);
  await harness.evaluate(() => Reflect.get(globalThis, "read")(new ArrayBuffer(1)));
  await field.fill("Alone");
  await field.press("Enter");
  expect((await sentBy(harness))[0]?.content).toBe("Alone");
});
