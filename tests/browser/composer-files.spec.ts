/** The composer's attached files: picked, pasted, dropped, uploaded, refused, removed. */
import type { Page } from "@playwright/test";
import { expect, test } from "../support/test.js";
import { attachFiles, openComposer, sentBy, type TestFile } from "./composers.js";

test.use({ sharesPage: true });

const any = { accept: "*/*" };
const note: TestFile = { name: "note.txt", type: "text/plain", content: "Hi" };
/** A picture of one pixel. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Has the page upload files when the test says so. */
const playUploads = (page: Page) =>
  page.evaluate(() => {
    const uploads: Record<string, unknown>[] = [];
    Object.assign(globalThis, { uploads });
    composerBox.upload = (file, { signal, progress }) =>
      new Promise((resolve, reject) => {
        uploads.push({ name: file.name, signal, progress, resolve, reject });
      });
  });

const upload = (page: Page, at: number, act: string, ...args: unknown[]) =>
  page.evaluate(
    ([at, act, args]) => {
      const given = act === "reject" ? [new Error(String(args[0]))] : args;
      Reflect.get(globalThis, "uploads")[at][act](...given);
    },
    [at, act, args] as const,
  );

const isAborted = (page: Page, at: number) =>
  page.evaluate((at) => Reflect.get(globalThis, "uploads")[at].signal.aborted, at);

test("files can't be attached unless the page or the agent says so", async ({ harness }) => {
  const { attach, errors, files } = await openComposer(harness);
  await expect(attach).toHaveCount(0);
  await attachFiles(harness, note);
  await expect(errors).toHaveText("Files can't be attached here.");
  await expect(files).toHaveCount(0);
});

test("what the agent's capabilities say decides, and accept narrows it", async ({ harness }) => {
  const { attach, errors, files } = await openComposer(harness);
  const can = (input: object) =>
    harness.evaluate(async (input) => {
      playedAgent.capabilities = { multimodal: { input } };
      playedAgent.emit("capabilities-changed");
      await composerBox.updateComplete;
    }, input);
  await can({ image: true });
  await expect(attach).toBeVisible();
  expect(
    await attach.evaluate((button) => (button.nextElementSibling as HTMLInputElement).accept),
  ).toBe("image/*");
  await attachFiles(harness, note);
  await expect(errors).toContainText("note.txt");
  await expect(files).toHaveCount(0);

  await can({ image: false, audio: false, video: false, pdf: false, file: false });
  await harness.evaluate(() => {
    composerBox.accept = "image/*";
  });
  await expect(attach).toHaveCount(0);

  await can({ image: false });
  await harness.evaluate(() => {
    composerBox.accept = "image/*,.txt";
  });
  await attachFiles(harness, note, { name: "a.png", type: "image/png", content: "x" });
  await expect(files).toHaveCount(1);
  await expect(errors).toContainText("a.png");
});

test("picked files are sent as content parts, inline", async ({ harness }) => {
  const { field, attach, files, host } = await openComposer(harness, any);
  const choosing = harness.waitForEvent("filechooser");
  await attach.click();
  const chooser = await choosing;
  expect(chooser.isMultiple()).toBe(true);
  await chooser.setFiles([
    { name: "pixel.png", mimeType: "image/png", buffer: pixel },
    { name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("Hi") },
    { name: "a.mp3", mimeType: "audio/mpeg", buffer: Buffer.from("ID3") },
    { name: "b.mp4", mimeType: "video/mp4", buffer: Buffer.from("video") },
    { name: "c.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") },
  ]);
  await expect(files).toHaveCount(5);
  await expect(field).toBeFocused();
  await expect(host.locator("canvas[part=preview]")).toHaveCount(1);
  await expect(host.getByRole("progressbar")).toHaveCount(0);
  await field.fill("Look");
  await field.press("Enter");
  const data = (text: string) => Buffer.from(text).toString("base64");
  const part = (type: string, filename: string, mimeType: string, value: string) => ({
    type,
    source: { type: "data", value, mimeType },
    metadata: { filename },
  });
  expect((await sentBy(harness))[0]?.content).toEqual([
    { type: "text", text: "Look" },
    part("image", "pixel.png", "image/png", pixel.toString("base64")),
    part("document", "note.txt", "text/plain", data("Hi")),
    part("audio", "a.mp3", "audio/mpeg", data("ID3")),
    part("video", "b.mp4", "video/mp4", data("video")),
    part("document", "c.pdf", "application/pdf", data("%PDF-1.7")),
  ]);
  await expect(files).toHaveCount(0);
});

test("a message may have files and no text", async ({ harness }) => {
  const { field, files } = await openComposer(harness, any);
  await attachFiles(harness, note);
  await expect(files.getByText("2 bytes")).toBeVisible();
  await field.press("Enter");
  expect((await sentBy(harness))[0]?.content).toMatchObject([{ type: "document" }]);
});

test("a large file is read in slices, and comes out whole", async ({ harness }) => {
  const { field, host } = await openComposer(harness, any);
  const expected = await harness.evaluate(async () => {
    const bytes = Uint8Array.from({ length: 1_000_003 }, (_, at) => (at * 7) % 251);
    composerBox.attach([new File([bytes], "big.bin")]);
    const digest = await crypto.subtle?.digest("SHA-1", bytes);
    return digest && [...new Uint8Array(digest)].join();
  });
  await expect(host.locator("[part=file-state]")).toHaveText("1 MB");
  await field.press("Enter");
  const got = await harness.evaluate(async () => {
    type Part = { readonly source: { readonly value: string; readonly mimeType: string } };
    const [part] = (playedAgent.sent[0]?.content ?? []) as readonly Part[];
    const bytes = Uint8Array.from(atob(part?.source.value ?? ""), (each) => each.charCodeAt(0));
    const digest = await crypto.subtle?.digest("SHA-1", bytes);
    return [part?.source.mimeType, bytes.length, digest && [...new Uint8Array(digest)].join()];
  });
  expect(got).toEqual(["application/octet-stream", 1_000_003, expected]);
});

test("an upload shows its progress, and sending waits for it", async ({ harness }) => {
  const { field, files, notice, host } = await openComposer(harness, any);
  await playUploads(harness);
  await attachFiles(harness, note);
  const bar = host.getByRole("progressbar", { name: "note.txt" });
  await upload(harness, 0, "progress", 0.5);
  await expect(bar).toHaveJSProperty("value", 0.5);
  for (const strange of [Number.NaN, -1, "x", null]) await upload(harness, 0, "progress", strange);
  await expect(bar).toHaveJSProperty("value", 0.5);
  await upload(harness, 0, "progress", 7);
  await expect(bar).toHaveJSProperty("value", 1);
  await field.fill("Read this");
  await field.press("Enter");
  await expect(notice).toHaveText("1 file is still being uploaded.");
  expect(await sentBy(harness)).toEqual([]);
  await upload(harness, 0, "resolve", {
    url: "https://files.example/1",
    mimeType: "Text/Markdown",
  });
  await expect(bar).toHaveCount(0);
  await expect(files).toHaveCount(1);
  await field.press("Enter");
  const source = { type: "url", value: "https://files.example/1", mimeType: "text/markdown" };
  expect((await sentBy(harness))[0]?.content).toEqual([
    { type: "text", text: "Read this" },
    { type: "document", source, metadata: { filename: "note.txt" } },
  ]);
});

test("a handle of a provider is sent as one", async ({ harness }) => {
  const { field, host } = await openComposer(harness, any);
  await playUploads(harness);
  await attachFiles(harness, note);
  await expect(host.getByRole("progressbar")).toHaveCount(1);
  await upload(harness, 0, "resolve", {
    type: "file",
    value: "file-7",
    provider: "openai",
    extra: 1,
  });
  await expect(host.getByRole("progressbar")).toHaveCount(0);
  await field.press("Enter");
  const source = { type: "file", value: "file-7", provider: "openai", mimeType: "text/plain" };
  expect((await sentBy(harness))[0]?.content).toMatchObject([{ source }]);
});

test("a failed upload says why, is announced, and can be tried again", async ({ harness }) => {
  const { field, files, notice, host } = await openComposer(harness, any);
  await playUploads(harness);
  await attachFiles(harness, note);
  await upload(harness, 0, "reject", "No room\u202e left");
  await expect(files).toContainText("Not uploaded: No room⟨U+202E⟩ left");
  await expect(host.getByRole("status").last()).toContainText("note.txt");
  await field.press("Enter");
  await expect(notice).toHaveText("1 file could not be uploaded. Try again, or remove it.");
  await host.getByRole("button", { name: "Try note.txt again" }).focus();
  await harness.keyboard.press("Enter");
  await expect(field, "the button is gone").toBeFocused();
  await upload(harness, 1, "resolve", {});
  await expect(files).toContainText("upload must resolve to");
  await host.getByRole("button", { name: "Try note.txt again" }).click();
  await upload(harness, 0, "resolve", { url: "https://late.example/" });
  await upload(harness, 2, "resolve", { url: "https://files.example/3" });
  await expect(files).toContainText("2 bytes");
  await field.press("Enter");
  expect((await sentBy(harness))[0]?.content).toMatchObject([
    { source: { value: "https://files.example/3" } },
  ]);
});

test("an upload that throws at once fails like any other", async ({ harness }) => {
  const { files } = await openComposer(harness, any);
  await harness.evaluate(() => {
    composerBox.upload = () => {
      throw new Error("Not today");
    };
  });
  await attachFiles(harness, note);
  await expect(files).toContainText("Not uploaded: Not today");
});

test("removing a file stops its upload, and the focus goes on", async ({ harness }) => {
  const { field, files, host } = await openComposer(harness, any);
  await playUploads(harness);
  await attachFiles(harness, note, { ...note, name: "two.txt" });
  await expect(files).toHaveCount(2);
  await host.getByRole("button", { name: "Remove note.txt" }).focus();
  await harness.keyboard.press("Enter");
  await expect(files).toHaveCount(1);
  expect([await isAborted(harness, 0), await isAborted(harness, 1)]).toEqual([true, false]);
  await expect(host.getByRole("button", { name: "Remove two.txt" })).toBeFocused();
  await harness.keyboard.press("Enter");
  await expect(files).toHaveCount(0);
  await expect(field).toBeFocused();
  await expect(host.getByRole("status").last()).toHaveText("No files attached");
  await upload(harness, 0, "resolve", { url: "https://late.example/" });
  await upload(harness, 1, "reject", "too late");
});

test("a composer that leaves the page stops its uploads; one that is moved goes on", async ({
  harness,
}) => {
  const { files, host } = await openComposer(harness, any);
  await playUploads(harness);
  await attachFiles(harness, note);
  await expect(files).toHaveCount(1);
  await harness.evaluate(() => document.body.prepend(composerBox));
  expect(await isAborted(harness, 0)).toBe(false);
  await harness.evaluate(() => composerBox.remove());
  expect(await isAborted(harness, 0)).toBe(true);
  await harness.evaluate(() => document.body.append(composerBox));
  await expect(files).toContainText("The upload was stopped.");
  await host.getByRole("button", { name: "Try note.txt again" }).click();
  await upload(harness, 1, "resolve", { url: "https://files.example/1" });
  await expect(files).toContainText("2 bytes");
});

test("files of a message that did not reach the thread are back with it", async ({ harness }) => {
  const { field, files } = await openComposer(harness, any);
  await attachFiles(harness, note);
  await expect(files.getByText("2 bytes")).toBeVisible();
  await harness.evaluate(() => {
    playedAgent.sendMessage = () => Promise.reject(new Error("No."));
  });
  await field.fill("With a file");
  await field.press("Enter");
  await expect(field).toHaveValue("With a file");
  await expect(files).toHaveCount(1);
});

test("pasted files are attached; a text that brings a picture of itself is a text", async ({
  harness,
}) => {
  const { field, files } = await openComposer(harness, any);
  const paste = (type: string) =>
    field.evaluate((field, type) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(["x"], "image.gif", { type: "image/gif" }));
      clipboardData.setData(type, "A table");
      const event = new ClipboardEvent("paste", { clipboardData, cancelable: true });
      return field.dispatchEvent(event);
    }, type);
  expect(await paste("text/plain"), "left to the browser").toBe(true);
  await expect(files).toHaveCount(0);
  expect(await paste("text/html"), "a picture of a page").toBe(false);
  await expect(files).toHaveCount(1);
});

test("files are dropped on it, which is shown and announced meanwhile", async ({ harness }) => {
  const { files, host } = await openComposer(harness, any);
  const drag = (type: string, kind: "file" | "text" = "file") =>
    host.locator("[part=box]").evaluate(
      (box, [type, kind]) => {
        const dataTransfer = new DataTransfer();
        if (kind === "text") dataTransfer.setData("text/plain", "Words");
        else dataTransfer.items.add(new File(["x"], "dropped.txt", { type: "text/plain" }));
        const init = { dataTransfer, bubbles: true, cancelable: true };
        return box.dispatchEvent(new DragEvent(type, init));
      },
      [type, kind] as const,
    );
  expect(await drag("dragover", "text"), "a text is the text field's").toBe(true);
  expect(await drag("dragover")).toBe(false);
  await expect(host.locator("[part=drop]")).toBeVisible();
  await expect(host.getByRole("status").last()).toHaveText("Drop files to attach them");
  await drag("dragleave");
  await expect(host.locator("[part=drop]")).toHaveCount(0);
  await drag("dragover");
  await drag("drop");
  await expect(files).toContainText("dropped.txt");
  await expect(host.locator("[part=drop]")).toHaveCount(0);
});

test("files that can't be attached are not dropped into the page instead", async ({ harness }) => {
  const { host } = await openComposer(harness);
  const left = await host.locator("[part=box]").evaluate((box) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["x"], "dropped.txt"));
    const event = new DragEvent("dragover", { dataTransfer, bubbles: true, cancelable: true });
    return box.dispatchEvent(event);
  });
  expect(left, "the browser would open it and leave the page").toBe(false);
  await expect(host.locator("[part=drop]")).toHaveCount(0);
});

test("limits: too many, too large, too much together, each said with its name", async ({
  harness,
}) => {
  const { files, errors, host } = await openComposer(harness, any);
  await harness.evaluate(() => {
    composerBox.limits = { maxFiles: 3, maxFileBytes: 2_000, maxTotalBytes: 3_000 };
  });
  const file = (name: string, content: number) => ({ name, type: "", content });
  await attachFiles(
    harness,
    file("a", 1_500),
    file("b", 2_500),
    file("c", 1_600),
    file("d", 1_000),
  );
  await expect(files).toHaveCount(2);
  await expect(errors.locator("p")).toHaveText([
    "\u2068b\u2069 was not attached: it has 3 kB, and a file may have 2 kB.",
    "\u2068c\u2069 was not attached: together the files may have 3 kB.",
  ]);
  await attachFiles(harness, file("e", 1), file("f", 1), file("g", 1));
  await expect(files).toHaveCount(3);
  await expect(errors).toHaveText("A message may have 3 files: 2 more were not attached.");
  await host.getByRole("button", { name: "Dismiss" }).click();
  await expect(errors).toHaveText("");
  await attachFiles(harness, file("h", 1));
  await expect(errors).toHaveText("A message may have 3 files: 1 more was not attached.");
  await host.getByRole("textbox").press("Escape");
  await expect(errors).toHaveText("");
});
