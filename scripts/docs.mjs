import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "./build.mjs";
import { elementPages } from "./lib/elements-page.mjs";
import { requirePackagesOf } from "./lib/own-packages.mjs";
import { inRoot, root } from "./lib/paths.mjs";
import { done, runMain, step } from "./lib/report.mjs";
import { run } from "./lib/run.mjs";

/** The public entries: what they export is the reference. */
const entries = [
  "a2a",
  "durable",
  "index",
  "element",
  "lit",
  "log",
  "mcp",
  "measure",
  "otel",
  "providers",
  "react",
  "server",
  "text",
  "toolbox",
  "vue",
];

const sources = inRoot("target", "docs-sources");
const site = inRoot("target", "docs");

await runMain(async () => {
  await build();
  await requirePackagesOf("scripts/docs", "typedoc");
  const guides = copyGuides();
  const options = join(sources, "typedoc.json");
  writeFileSync(options, JSON.stringify(optionsFor(guides), undefined, 2));
  await step("the guides and the reference", "20 s", () =>
    run(
      process.execPath,
      [inRoot("scripts/docs/node_modules/typedoc/bin/typedoc"), "--options", options],
      {
        cwd: root,
        advice: "typedoc found something wrong in the documentation, see above.",
      },
    ),
  );
  done(`the documentation is ${pathToFileURL(join(site, "index.html"))}`);
});

/**
 * typedoc calls a guide by its file's name unless it begins with a title of a form that would show elsewhere, so it gets
 * copies that begin so.
 */
function copyGuides() {
  rmSync(sources, { recursive: true, force: true });
  cpSync(inRoot("docs", "images"), join(sources, "docs", "images"), { recursive: true });
  const copy = (/** @type {string} */ name) => {
    const text = readFileSync(inRoot(name), "utf8");
    const [, title = name] = /^# (.+)$/m.exec(text) ?? [];
    const file = join(sources, name);
    writeFileSync(file, `---\ntitle: ${JSON.stringify(title)}\n---\n\n${text}`);
    return file;
  };
  const about = ["ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];
  writeFileSync(join(sources, "README.md"), readFileSync(inRoot("README.md"), "utf8"));
  const elements = elementPages(inRoot("pkg")).map(([name, page]) => {
    const file = join(sources, "docs", `${name}.md`);
    writeFileSync(file, page);
    return file;
  });
  return [...guideFiles().map((name) => copy(`docs/${name}`)), ...elements, ...about.map(copy)];
}

/** The files of the guides: the index, then the guides in its order, then any that it does not list. */
function guideFiles() {
  const index = "README.md";
  const links = readFileSync(inRoot("docs", index), "utf8").matchAll(/\]\(([\w-]+\.md)\)/g);
  const all = readdirSync(inRoot("docs")).filter((name) => name.endsWith(".md"));
  const listed = [...links].map(([, name = ""]) => name).filter((name) => all.includes(name));
  return [...new Set([index, ...listed, ...all.sort()])];
}

/** @param {string[]} guides */
function optionsFor(guides) {
  return {
    name: "ag-ui-lit",
    entryPoints: entries.map((name) => inRoot("pkg-template", "src", "entries", `${name}.ts`)),
    tsconfig: inRoot("pkg-template", "tsconfig.json"),
    // The compiler has checked them already, by another version.
    skipErrorChecking: true,
    out: site,
    readme: join(sources, "README.md"),
    projectDocuments: guides.map((file) => relative(sources, file)),
    excludeInternal: true,
    excludePrivate: true,
    excludeExternals: true,
    disableSources: true,
    highlightLanguages: [
      "ts",
      "tsx",
      "js",
      "vue",
      "svelte",
      "html",
      "http",
      "sh",
      "json",
      "rust",
      "text",
    ],
    // What an entry does not export is an implementation's: named in a signature, explained where it is used.
    validation: { notExported: false, invalidLink: true },
  };
}
