/** `init()` loads any module of the package. Each case runs in a process of its own, since a module is loaded once. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const dist = fileURLToPath(new URL("../../pkg/dist", import.meta.url));

const prelude = `
  import { join } from "node:path";
  import { pathToFileURL } from "node:url";
  const dist = (name) => import(pathToFileURL(join(${JSON.stringify(dist)}, "entries", name)));
  const file = (name) => join(${JSON.stringify(dist)}, "generated", name);
  const started = [];
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = (...given) => {
    started.push(WebAssembly.Module.exports(given[0] instanceof WebAssembly.Module ? given[0] : new WebAssembly.Module(given[0])));
    return instantiate(...given);
  };
  const has = (part) => started.some((names) => names.some(({ name }) => name.includes(part)));
  const print = (value) => console.log(JSON.stringify(value));
`;

async function run(script: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "-e", prelude + script],
    { cwd: dirname(dist) },
  );
  return JSON.parse(stdout);
}

const groups =
  "['rawTodoTools', 'rawFileTools', 'rawWebTools', 'rawPageTools', 'rawBashTool'].filter(has)";

for (const entry of ["index.js", "inline.js"]) {
  test(`init() of ${entry} loads every module that it is told to, from the package or a source`, async () => {
    const loaded = await run(`
      const { init } = await dist(${JSON.stringify(entry)});
      await dist("toolbox.js"); await dist("providers.js"); await dist("server.js");
      await init({
        core: true, jsonSchema: true, conversation: true,
        models: file("models_bg.wasm"), toolbox: { light: true, bash: file("toolbox_bash_bg.wasm") },
      });
      print([${groups}, has("rawprovider"), has("rawconversation")]);
    `);
    assert.deepEqual(loaded, [["rawTodoTools", "rawBashTool"], true, true]);
  });
}

test("`toolbox: true` loads all its parts, a single source the light one", async () => {
  const all = await run(`
    const { init } = await dist("inline.js");
    await dist("toolbox.js");
    await init({ toolbox: file("toolbox_bg.wasm") });
    const one = ${groups};
    await init({ toolbox: true });
    print([one, ${groups}]);
  `);
  const every = ["rawTodoTools", "rawFileTools", "rawWebTools", "rawPageTools", "rawBashTool"];
  assert.deepEqual(all, [["rawTodoTools"], every]);
});

for (const [option, entry] of [
  ["toolbox", "ag-ui-lit/toolbox"],
  ["models", "ag-ui-lit/providers"],
  ["conversation", "ag-ui-lit/server"],
] as const) {
  test(`init({ ${option} }) without its entry says which import is missing, and the core is loaded`, async () => {
    const [message, names] = (await run(`
      const { init, ToolRegistry } = await dist("index.js");
      const message = await init({ validator: false, ${option}: true }).catch(({ message }) => message);
      print([message, new ToolRegistry().names]);
    `)) as [string, string[]];
    assert.ok(message.includes(`init({ ${option} })`) && message.includes(`"${entry}"`), message);
    assert.deepEqual(names, []);
  });
}

test("a part that does not exist is refused with the nearest name", async () => {
  const messages = (await run(`
    const { init } = await dist("inline.js");
    const { loadToolbox } = await dist("toolbox.js");
    const message = (thrown) => thrown.name + ": " + thrown.message;
    print([
      await loadToolbox({ file: true }).catch(message),
      await init({ toolbox: { file: true } }).catch(message),
      await loadToolbox({ files: 5 }).catch(message),
    ]);
  `)) as string[];
  for (const message of messages.slice(0, 2)) {
    assert.match(message, /loadToolbox\(\) has no option "file"\. Did you mean "files"\?/);
  }
  assert.match(messages[2] ?? "", /^TypeError: .*takes where toolbox_files_bg\.wasm comes from/);
});

test("a part that is not there says how to name its file", async () => {
  const missing = join(dist, "generated", "nowhere", "toolbox_files_bg.wasm");
  const message = await run(`
    const { loadToolbox } = await dist("toolbox.js");
    print(await loadToolbox({ files: ${JSON.stringify(missing)} }).catch(({ message }) => message));
  `);
  assert.ok(
    String(message).includes('`await loadToolbox({ files: "/path/to/toolbox_files_bg.wasm" })`'),
    String(message),
  );
});
