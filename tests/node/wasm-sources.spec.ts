/** Where a server's wasm files may come from. Each source is tried in a process of its own, since a module is loaded once. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const generated = fileURLToPath(new URL("../../pkg/dist/generated", import.meta.url));

/** As an expression of a file's path. */
const sources: [what: string, source: string][] = [
  ["a file: URL", "pathToFileURL(path)"],
  ["a file: address", "pathToFileURL(path).href"],
  ["a path", "path"],
  ["a path that is relative to the working directory", "relative(process.cwd(), path)"],
  ["bytes", "readFileSync(path)"],
  ["a buffer", "new Uint8Array(readFileSync(path)).buffer"],
  ["the promise of bytes", "readFile(path)"],
  [
    "a response",
    "new Response(readFileSync(path), { headers: { 'content-type': 'application/wasm' } })",
  ],
  ["a compiled module", "new WebAssembly.Module(readFileSync(path))"],
];

const imports = `
  import { readFileSync } from "node:fs";
  import { readFile } from "node:fs/promises";
  import { join, relative } from "node:path";
  import { pathToFileURL } from "node:url";
  const generated = ${JSON.stringify(generated)};
  const dist = (name) => import(pathToFileURL(join(generated, "..", "entries", name)));
`;

async function run(script: string): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "-e", imports + script],
    { cwd: dirname(generated) },
  );
  assert.equal(stderr, "");
  return stdout.trim();
}

for (const [what, source] of sources) {
  test(`a server's modules are loaded from ${what}, whichever it is`, async () => {
    // The entries of browsers: what Node's have inside is not tried where it is not needed.
    const said = await run(`
      const from = (file) => ((path) => ${source})(join(generated, file));
      const { init, registerTool } = await dist("index.js");
      await init({ core: from("core_bg.wasm"), jsonSchema: from("json_schema_bg.wasm") });
      const { loadConversation } = await dist("server.js");
      await loadConversation(from("conversation_bg.wasm"));
      const { loadModels, provider } = await dist("providers.js");
      await loadModels(from("models_bg.wasm"));
      const { loadToolbox } = await dist("toolbox.js");
      await loadToolbox(from("toolbox_bg.wasm"));
      const { tool } = await registerTool({ name: "it", description: "It.", schema: {}, handler: () => 1 });
      console.log((await provider("mcp")) && tool.name);
    `);
    assert.equal(said, "it");
  });
}

for (const [load, entry, file] of [
  ["loadConversation", "server", "conversation_bg.wasm"],
  ["loadModels", "providers", "models_bg.wasm"],
  ["loadToolbox", "toolbox", "toolbox_bg.wasm"],
  ["init", "index", "core_bg.wasm"],
] as const) {
  test(`${load}() of a file that is not there says which, and what to do on a server`, async () => {
    const missing = join(generated, "nowhere", file);
    const message = await run(`
      const { ${load}: load } = await dist("${entry}.js");
      await load(${JSON.stringify(missing)}).catch(({ message }) => console.log(message));
    `);
    assert.ok(message.includes(`could not be read from ${missing} (ENOENT`), message);
    assert.ok(message.includes(`\`await ${load}("/path/to/${file}")\``), message);
    assert.doesNotMatch(message, /document|CORS|Content-Security-Policy|bundle/);
  });
}

test("an address that can't be reached gets the advice of a server", async () => {
  const message = await run(`
    const { loadConversation } = await dist("server.js");
    await loadConversation("http://127.0.0.1:9/x.wasm").catch(({ message }) => console.log(message));
  `);
  assert.match(message, /could not be fetched from http:\/\/127\.0\.0\.1:9\/x\.wasm/);
  assert.doesNotMatch(message, /document|CORS|Content-Security-Policy/);
});
