/** The file tools over the real origin private file system. */
import { run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import { offerDesk, openPage } from "./desk.js";

test.use({ usesStorage: true });

test.beforeEach(({ page, backend }) => openPage(page, backend.origin));

test("files are written, read and edited, and somebody else's change is not lost", async ({
  page,
}) => {
  const seen = await page.evaluate(async () => {
    const made = await desk.run("file_write", { path: "/a/b/c.txt", content: "one\ntwo\n" });
    const edited = await desk.run("file_edit", {
      path: "a/b/c.txt",
      old_text: "two",
      new_text: "zwei",
    });
    const read = await desk.run("file_read", { path: "a/b/c.txt" });
    await desk.put("a/b/c.txt", "one\nZWEI\n");
    const refused = await desk.run("file_write", { path: "a/b/c.txt", content: "mine" });
    const edits = { path: "a/b/c.txt", edits: [{ old_text: "ZWEI", new_text: "2" }] };
    const again = await desk.run("file_multi_edit", edits);
    await desk.run("file_read", { path: "a/b/c.txt" });
    const done = await desk.run("file_multi_edit", edits);
    return { made, edited, read, refused, again, done, left: await desk.text("a/b/c.txt") };
  });
  expect(seen.made).toMatchObject({ ok: true, text: "New file: a/b/c.txt, 8 bytes." });
  expect(seen.made.output).toMatchObject({ path: "a/b/c.txt", size: 8, isNew: true });
  expect(seen.edited.text).toContain("-two\n+zwei");
  expect(seen.read.text).toBe("     1\tone\n     2\tzwei");
  expect(seen.read.output).toMatchObject({ totalLines: 2, encoding: "UTF-8", lineEnding: "lf" });
  expect(seen.refused).toMatchObject({
    ok: false,
    text: expect.stringContaining("changed by somebody else since you read it"),
  });
  expect(seen.again.ok).toBe(false);
  expect(seen.done.ok).toBe(true);
  expect(seen.left).toBe("one\n2\n");
});

test("what was there is not overwritten unread", async ({ page }) => {
  const seen = await page.evaluate(async () => {
    await desk.put("a.txt", "theirs");
    const refused = await desk.run("file_write", { path: "a.txt", content: "mine" });
    return { refused, left: await desk.text("a.txt") };
  });
  expect(seen.refused.text).toContain("was not read yet. Call file_read first");
  expect(seen.left).toBe("theirs");
});

test("CRLF, byte order marks, UTF-16 and other encodings stay as they were", async ({ page }) => {
  const seen = await page.evaluate(async () => {
    const utf16 = (text: string) => {
      const marked = `\uFEFF${text}`;
      const units = Array.from({ length: marked.length }, (_, at) => marked.charCodeAt(at));
      return new Uint8Array(Uint16Array.from(units).buffer);
    };
    const edit = async (path: string, old_text: string, new_text: string) => {
      const read = await desk.run("file_read", { path });
      const edited = await desk.run("file_edit", { path, old_text, new_text });
      return [read.text, edited.ok ? await desk.bytes(path) : edited.text];
    };
    await desk.put("crlf.txt", "a\r\nb\r\nend");
    await desk.put("bom.txt", "\uFEFFa\nb");
    await desk.put("utf16.txt", utf16("a\r\nb"));
    await desk.put("latin.txt", new Uint8Array([0x63, 0x61, 0x66, 0xe9]));
    const made = [
      await edit("crlf.txt", "a\nb", "A\nx\nB"),
      await edit("bom.txt", "b", "ß"),
      await edit("utf16.txt", "a\nb", "一\n🎉"),
      await edit("latin.txt", "caf", "Caf"),
    ];
    const stranger = await desk.run("file_edit", {
      path: "latin.txt",
      old_text: "Caf",
      new_text: "日",
    });
    return {
      made,
      stranger,
      expected: [...utf16("一\r\n🎉")],
      left: await desk.bytes("latin.txt"),
    };
  });
  const ascii = (text: string) => [...new TextEncoder().encode(text)];
  const [crlf, bom, utf16, latin] = seen.made;
  expect(crlf?.[0]).toContain("Lines end in CRLF");
  expect(crlf?.[1]).toEqual(ascii("A\r\nx\r\nB\r\nend"));
  expect(bom).toEqual([
    "     1\ta\n     2\tb\n[Read as UTF-8 with a byte order mark.]",
    ascii("\uFEFFa\nß"),
  ]);
  expect(utf16?.[1]).toEqual(seen.expected);
  expect(latin).toEqual(["     1\tcafé\n[Read as windows-1252.]", [0x43, 0x61, 0x66, 0xe9]]);
  expect(seen.stranger.text).toContain("which lacks '日'");
  expect(seen.left).toEqual([0x43, 0x61, 0x66, 0xe9]);
});

test("names in other scripts work, and one that only looks the same is suggested", async ({
  page,
}) => {
  const seen = await page.evaluate(async () => {
    const names = ["日本語.txt", "שלום.txt", "🎉 x.txt", "caf\u00e9.txt"];
    const made = [];
    for (const path of names) {
      await desk.run("file_write", { path: `ordner/${path}`, content: path });
      made.push((await desk.run("file_read", { path: `ordner/${path}` })).text);
    }
    const decomposed = await desk.run("file_read", { path: "ordner/cafe\u0301.txt" });
    const found = await desk.run("glob_tool", { pattern: "*語*" });
    const grepped = await desk.run("grep_tool", { pattern: "語" });
    return { names, made, decomposed, found: found.text, grepped: grepped.text };
  });
  expect(seen.made).toEqual(seen.names.map((name) => `     1\t${name}`));
  expect(seen.decomposed.text).toContain('Did you mean "ordner/caf\u00e9.txt"?');
  expect(seen.found).toBe("ordner/日本語.txt");
  expect(seen.grepped).toContain("ordner/日本語.txt\n1:日本語.txt");
});

test("nothing outside of the root is reached", async ({ page }) => {
  const seen = await page.evaluate(async () => {
    await desk.put("secret.txt", "secret");
    await desk.put("in/ok.txt", "ok");
    const inside = await openDesk({ root: { opfs: "in" } });
    const texts = [];
    for (const path of [
      "../secret.txt",
      "x/../../secret.txt",
      "..\\secret.txt",
      "/../secret.txt",
      "%2e%2e/secret.txt",
      "a\0b",
      "ok.txt/",
      "./ok.txt",
    ]) {
      const read = await inside.run("file_read", { path });
      const written = await inside.run("file_write", { path, content: "x" });
      texts.push([path, read.ok, written.ok]);
    }
    const slash = await inside.run("file_read", { path: "/ok.txt" });
    const glob = await inside.run("glob_tool", { pattern: "../*" });
    const below = await inside.run("file_read", { path: "ok.txt/x" });
    const folder = await desk.run("file_read", { path: "in" });
    const made = await desk.run("file_write", { path: "in", content: "x" });
    return {
      texts,
      slash,
      glob,
      below,
      folder,
      made,
      paths: await desk.paths(),
      secret: await desk.text("secret.txt"),
    };
  });
  // %2e%2e is a name like any other.
  expect(seen.texts.filter(([, read, written]) => read || written)).toEqual([
    ["%2e%2e/secret.txt", false, true],
  ]);
  expect(seen.slash.text).toBe("     1\tok");
  expect(seen.glob.text).toContain("None of the");
  expect(seen.below.text).toContain("ok.txt is a file, not a folder");
  expect(seen.folder).toMatchObject({ ok: false, code: "is_folder" });
  expect(seen.made.ok).toBe(false);
  expect(seen.secret).toBe("secret");
  expect(seen.paths).toEqual([
    "in/",
    "in/%2e%2e/",
    "in/%2e%2e/secret.txt",
    "in/ok.txt",
    "secret.txt",
  ]);
});

test("of a file of 100 MB a few lines are read, and a binary one is described", async ({
  page,
}) => {
  const seen = await page.evaluate(async () => {
    const line = new TextEncoder().encode(`${"x".repeat(99)}\n`);
    const part = new Uint8Array(1_000_000);
    for (let at = 0; at < part.length; at += line.length) part.set(line, at);
    await desk.put("large.log", new Blob(Array.from({ length: 100 }, () => part)));
    await desk.put("a.png", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]));
    let read = 0;
    const { slice } = Blob.prototype;
    Blob.prototype.slice = function (from = 0, to = 0, type?: string) {
      read += to - from;
      return slice.call(this, from, to, type);
    };
    const first = await desk.run("file_read", { path: "large.log", limit: 2 });
    const readAtFirst = read;
    const last = await desk.run("file_read", { path: "large.log", offset: 1_000_000 });
    const edit = await desk.run("file_edit", { path: "large.log", old_text: "x", new_text: "y" });
    const image = await desk.run("file_read", { path: "a.png" });
    const grep = await desk.run("grep_tool", { pattern: "needle" });
    return { first, readAtFirst, last, edit, image, grep, progress: desk.progress };
  });
  expect(seen.first.text).toContain("Lines 1 to 2 of a file of 95.4 MiB; there are more.");
  expect(seen.readAtFirst).toBeLessThan(2_000_000);
  expect(seen.last.text).toBe(`1000000\t${"x".repeat(99)}`);
  expect(seen.progress).toContainEqual({ linesRead: 500_000 });
  expect(seen.edit.text).toContain("change files of up to 8.0 MiB");
  expect(seen.image.text).toContain("a.png is binary (PNG image): 8 bytes");
  expect(seen.grep.text).toContain("[0 lines in 0 of 1 text files. 1 binary files were skipped.]");
});

test("when space runs out in the middle of a write, nothing is half written", async ({
  page,
  backend,
}) => {
  await page.evaluate(async () => {
    await desk.put("old.txt", "old");
    await desk.run("file_read", { path: "old.txt" });
  });
  const cdp = await page.context().newCDPSession(page);
  const { origin } = new URL(backend.origin);
  await cdp.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1_000_000 });
  const seen = await page.evaluate(async () => {
    const content = "x".repeat(4_000_000);
    const grown = await desk.run("file_write", { path: "old.txt", content });
    const made = await desk.run("file_write", { path: "new/folder/big.txt", content });
    return { grown, made, old: await desk.text("old.txt"), paths: await desk.paths() };
  });
  for (const failed of [seen.grown, seen.made]) {
    expect(failed).toMatchObject({ ok: false, category: "permanent", code: "no_space" });
    // What the browser calls free is more than there is here, and is not told.
    expect(failed.text).toMatch(/there is not enough space\. Write less/);
  }
  expect(seen.old).toBe("old");
  expect(seen.paths).toEqual(["old.txt"]);
  await cdp.send("Storage.overrideQuotaForOrigin", { origin });
  const after = await page.evaluate(() =>
    desk.run("file_write", { path: "old.txt", content: "new" }),
  );
  expect(after.ok).toBe(true);
});

test("of two tabs that edit a file at once one succeeds, and the other reads again", async ({
  page,
  context,
  backend,
}) => {
  await using other = await context.newPage();
  await openPage(other, backend.origin);
  await page.evaluate(() => desk.put("a.txt", "one two"));
  for (const tab of [page, other]) {
    await tab.evaluate(() => desk.run("file_read", { path: "a.txt" }));
  }
  const edit = (tab: typeof page, old_text: string) =>
    tab.evaluate(
      (old_text) =>
        desk.run("file_edit", { path: "a.txt", old_text, new_text: old_text.toUpperCase() }),
      old_text,
    );
  const said = await Promise.all([edit(page, "one"), edit(other, "two")]);
  expect(said.filter(({ ok }) => ok)).toHaveLength(1);
  expect(said.find(({ ok }) => !ok)?.text).toMatch(/changed by somebody else/);
  const left = await page.evaluate(() => desk.text("a.txt"));
  expect(left).toBe(said[0]?.ok ? "ONE two" : "one TWO");
});

test("a call waits for another tab's write, and can be given up meanwhile", async ({ page }) => {
  const seen = await page.evaluate(async () => {
    await desk.put("a.txt", "old");
    await desk.run("file_read", { path: "a.txt" });
    let release = (): void => {};
    const isFree = new Promise<void>((resolve) => {
      release = resolve;
    });
    await new Promise<void>((isHeld) => {
      void navigator.locks.request("ag-ui-lit.file opfs:/a.txt", () => {
        isHeld();
        return isFree;
      });
    });
    const isWaiting = (count: number) =>
      until(`${count} calls wait for the lock`, async () => {
        const { pending = [] } = await navigator.locks.query();
        return pending.length === count;
      });
    const abort = new AbortController();
    const edit = { path: "a.txt", old_text: "old", new_text: "new" };
    const given = desk.run("file_edit", edit, abort.signal);
    const stays = desk.run("file_edit", edit);
    await isWaiting(2);
    abort.abort();
    const aborted = await given;
    await isWaiting(1);
    const meanwhile = await desk.text("a.txt");
    release();
    const done = await stays;
    return { aborted, meanwhile, done, left: await desk.text("a.txt") };
  });
  expect(seen.aborted).toMatchObject({ ok: false, category: "cancelled" });
  expect(seen.meanwhile).toBe("old");
  expect(seen.done.ok).toBe(true);
  expect(seen.left).toBe("new");
});

test("given up at any moment, a write leaves the file as it was or as it should be", async ({
  page,
}) => {
  const seen = await page.evaluate(async () => {
    const faults: unknown[] = [];
    /** Aborts at the n-th call of the browser's file system. */
    let onCall = (): void => {};
    const prototypes = [
      FileSystemDirectoryHandle.prototype,
      FileSystemFileHandle.prototype,
      FileSystemWritableFileStream.prototype,
      WritableStream.prototype,
      Blob.prototype,
      LockManager.prototype,
    ] as unknown as Record<string, (...args: unknown[]) => unknown>[];
    const watched = [
      "getDirectoryHandle",
      "getFileHandle",
      "getFile",
      "createWritable",
      "write",
      "close",
      "arrayBuffer",
      "request",
    ];
    for (const prototype of prototypes) {
      for (const name of watched) {
        const original = Object.getOwnPropertyDescriptor(prototype, name)?.value;
        if (typeof original !== "function") continue;
        prototype[name] = function (this: unknown, ...args: unknown[]) {
          const result = original.apply(this, args);
          onCall();
          return result;
        };
      }
    }
    const isQuiet = () =>
      until(
        "no lock is held",
        async () => ((await navigator.locks.query()).held ?? []).length === 0,
      );
    const tryAll = async (
      tool: string,
      args: object,
      prepare: () => Promise<void>,
      look: (aborted: boolean) => Promise<void>,
    ) => {
      for (let moment = 1; moment < 100; moment += 1) {
        onCall = () => {};
        // What was given up is taken back a moment later.
        for (let turns = 0; turns < 500; turns += 1) {
          if (
            await prepare().then(
              () => true,
              () => false,
            )
          )
            break;
          await turn();
        }
        const abort = new AbortController();
        let calls = 0;
        onCall = () => {
          calls += 1;
          if (calls === moment) abort.abort();
        };
        const said = await desk.run(tool, args, abort.signal);
        onCall = () => {};
        await isQuiet();
        await look(!said.ok);
        if (said.ok) return moment;
      }
      return 0;
    };
    const edits = await tryAll(
      "file_edit",
      { path: "a.txt", old_text: "old", new_text: "new" },
      async () => {
        await desk.put("a.txt", "old");
        await desk.run("file_read", { path: "a.txt" });
      },
      async (isAborted) => {
        const text = await desk.text("a.txt");
        if (text !== "new" && !(isAborted && text === "old")) faults.push(["edit", text]);
      },
    );
    const writes = await tryAll(
      "file_write",
      { path: "x/y/new.txt", content: "content" },
      async () => {
        const root = await navigator.storage.getDirectory();
        await root.removeEntry("x", { recursive: true }).catch(() => {});
      },
      async (isAborted) => {
        // What it takes back it takes back after the call has been given up.
        for (let turns = 0; turns < 2000; turns += 1) {
          const text = await desk.text("x/y/new.txt");
          // A folder that is taken back while it is listed is still on its way.
          const paths = await desk.paths().catch(() => ["x"]);
          const isGone = !paths.some((path) => path.startsWith("x"));
          if (text === "content" || (isAborted && isGone)) return;
          await turn();
        }
        faults.push(["write", await desk.paths()]);
      },
    );
    // Nothing is left open: an open stream would refuse this.
    await desk.put("a.txt", "free");
    return { faults, edits, writes };
  });
  expect(seen.faults).toEqual([]);
  expect(seen.edits).toBeGreaterThan(8);
  expect(seen.writes).toBeGreaterThan(8);
});

test("all tools of a root know what one of them has read, however the root is named", async ({
  page,
}) => {
  const seen = await page.evaluate(async () => {
    await desk.put("in/a.txt", "one");
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle("in");
    const byHandle = await openDesk({ root });
    const byName = await openDesk({ root: { opfs: "in" } });
    await byHandle.run("file_read", { path: "a.txt" });
    const edits = [
      await byName.run("file_edit", { path: "a.txt", old_text: "one", new_text: "two" }),
      await desk.run("file_edit", { path: "in/a.txt", old_text: "two", new_text: "three" }),
      await byHandle.run("file_edit", { path: "a.txt", old_text: "three", new_text: "four" }),
    ];
    return { edits: edits.map(({ ok }) => ok), left: await desk.text("in/a.txt") };
  });
  expect(seen.edits).toEqual([true, true, true]);
  expect(seen.left).toBe("four");
});

test("a folder that the person has not allowed says what helps", async ({ page }) => {
  const seen = await page.evaluate(async () => {
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle("picked", {
      create: true,
    });
    let state = "prompt";
    const asked: unknown[] = [];
    Object.assign(root, {
      queryPermission: async (wish: unknown) => {
        asked.push(wish);
        return state;
      },
    });
    const picked = await openDesk({ root });
    const prompt = await picked.run("file_read", { path: "a.txt" });
    const tools = await toolbox.fileToolsAvailability({ root });
    state = "denied";
    const denied = await picked.run("glob_tool", { pattern: "**" });
    state = "granted";
    const granted = await picked.run("file_write", { path: "a.txt", content: "x" });
    const free = await toolbox.fileToolsAvailability({ root });
    return {
      prompt,
      tools,
      denied,
      granted,
      free,
      search: await toolbox.searchToolsAvailability(),
    };
  });
  expect(seen.prompt).toMatchObject({ code: "permission_denied", category: "permanent" });
  expect(seen.prompt.text).toContain('requestPermission({ mode: "readwrite" })');
  expect(seen.tools.file_edit).toEqual({
    available: false,
    reason: expect.stringContaining("requestPermission"),
  });
  expect(seen.denied.text).toContain("has denied this page the folder");
  expect(seen.granted.ok).toBe(true);
  expect(seen.free.file_write).toEqual({ available: true });
  expect(seen.search).toEqual({ grep_tool: { available: true }, glob_tool: { available: true } });
});

test("a browser without files or locks says so, or does without", async ({ page }) => {
  const seen = await page.evaluate(async () => {
    const storage = navigator.storage;
    Object.defineProperty(navigator, "locks", { value: undefined, configurable: true });
    const unlocked = await desk.run("file_write", { path: "a.txt", content: "x" });
    Object.defineProperty(navigator, "storage", { value: {}, configurable: true });
    const none = await desk.run("file_read", { path: "a.txt" });
    const tools = await toolbox.fileToolsAvailability();
    Object.defineProperty(navigator, "storage", { value: storage, configurable: true });
    const { createWritable } = FileSystemFileHandle.prototype;
    Reflect.deleteProperty(FileSystemFileHandle.prototype, "createWritable");
    const readonly = await desk.run("file_write", { path: "b.txt", content: "x" });
    const unwritable = await toolbox.availableTools();
    FileSystemFileHandle.prototype.createWritable = createWritable;
    return { unlocked, none, tools, readonly, unwritable, paths: await desk.paths() };
  });
  expect(seen.unlocked.ok).toBe(true);
  expect(seen.none).toMatchObject({
    code: "unavailable",
    text: expect.stringContaining("no origin private file system"),
  });
  expect(seen.tools.file_read).toMatchObject({ available: false });
  expect(seen.readonly).toMatchObject({ code: "unavailable" });
  // Where only writing is missing, reading is not.
  expect(seen.unwritable).toMatchObject({
    file_read: { available: true },
    grep_tool: { available: true },
    file_write: { available: false, reason: expect.stringContaining("not write them") },
    file_edit: { available: false },
    file_multi_edit: { available: false },
  });
  expect(seen.paths).toEqual(["a.txt"]);
});

test("options that are none are named at once", async ({ page }) => {
  const errors = await page.evaluate(() =>
    [
      () => toolbox.fileTools(undefined as never),
      () => toolbox.fileTools({} as never),
      () => toolbox.fileTools({ root: "disk" as never }),
      () => toolbox.fileTools({ root: { opfs: "../x" } }),
      () => toolbox.fileTools({ root: { opfs: "" } }),
      () => toolbox.fileTools({ root: { opfs: "/" } }),
      () => toolbox.searchTools({ root: { opfs: " " } }),
      () => toolbox.searchTools({ root: { kind: "file" } as never }),
      () => toolbox.fileTools({ root: "opfs", readOnly: 1 as never }),
      () => toolbox.fileTools({ root: "opfs", approval: "sometimes" as never }),
      () => toolbox.searchTools({ root: "opfs", encoding: "klingon" }),
      () => toolbox.fileTools({ root: "opfs", encoding: "utf-16le" }),
      () => toolbox.fileTools({ root: "opfs", readonly: true } as never),
    ].map((make) => {
      try {
        return make().length;
      } catch (thrown) {
        return String(thrown);
      }
    }),
  );
  expect(errors).toEqual([
    expect.stringMatching(/^TypeError: ag-ui-lit: fileTools\(\) takes an object of options/),
    expect.stringMatching(
      /^TypeError: .*fileTools\(\{ root \}\) is needed: it must be "opfs", \{ opfs:/,
    ),
    expect.stringMatching(
      /^TypeError: .*fileTools\(\{ root \}\) must be "opfs", \{ opfs:.*but is a text/,
    ),
    ...Array(4).fill(expect.stringMatching(/root \}\) must be .*names of folders/)),
    expect.stringMatching(/^TypeError: .*searchTools\(\{ root \}\) must be/),
    expect.stringMatching(/readOnly \}\) must be true or false, but is 1/),
    expect.stringMatching(/approval \}\) must be "never", "always" or a function/),
    expect.stringMatching(/encoding \}\) must be a label/),
    expect.stringMatching(/encoding \}\) must be a label/),
    expect.stringMatching(
      /fileTools\(\) has no option "readonly". Did you mean "readOnly"\? There are: root, encoding, readOnly/,
    ),
  ]);
  const names = await page.evaluate(() =>
    toolbox.fileTools({ root: "opfs", readOnly: true }).map(({ name }) => name),
  );
  expect(names).toEqual(["file_read"]);
});

test("a person sees the change before it is made, and nobody is asked about one that can't be", async ({
  page,
  harness,
  backend,
}) => {
  await offerDesk(harness);
  const edit = (old: string) => JSON.stringify({ path: "a.txt", old_text: old, new_text: "zwei" });
  const { url } = backend.script(
    run(...toolCall("c1", "file_read", '{"path":"a.txt"}', "m1")),
    run(
      ...toolCall("c2", "file_edit", edit("two"), "m2"),
      ...toolCall("c3", "file_edit", edit("three"), "m2"),
    ),
    run(...text("m3", "Done.")),
  );
  const seen = await harness.evaluate(async (url) => {
    await desk.put("a.txt", "one\ntwo\n");
    const element = await deskAgent(url);
    const previews: unknown[] = [];
    element.addEventListener("ag-ui-approval-request", async ({ detail }) => {
      previews.push(await detail.preview(), await desk.text("a.txt"));
      await element.respondToApproval(detail.approvalId, { decision: "approve" });
      previews.push(await detail.preview());
    });
    await element.sendMessage("Go");
    const answers = element.messages.filter(({ role }) => role === "tool");
    return {
      previews,
      answers: answers.map(({ content }) => String(content)),
      left: await desk.text("a.txt"),
    };
  }, url);
  expect(seen.previews).toEqual([
    {
      kind: "diff",
      path: "a.txt",
      diff: "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+zwei\n",
    },
    "one\ntwo\n",
    undefined,
  ]);
  expect(seen.answers[2]).toContain("old_text is not in the file");
  expect(seen.left).toBe("one\nzwei\n");
  await page.close();
});
