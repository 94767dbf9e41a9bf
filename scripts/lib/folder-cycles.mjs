import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { parseAst } from "vite";

// dependency-cruiser and madge find such cycles, too, but read TypeScript by its compiler's API, which version 7 has no more.

/**
 * The cycles between the folders of a source tree, each as the imports that make it. Biome finds those between files;
 * but folders may form one where no files do, and then none of them can be understood without the others. Imports of
 * types count: whoever reads a file follows them as well.
 * @param {string} root
 * @returns {string[][]}
 */
export function folderCycles(root) {
  const graph = folderImports(root);
  /** @type {Map<string, string[]>} */
  const cycles = new Map();
  for (const folder of graph.keys()) {
    const path = wayBack(graph, folder);
    if (path) cycles.set([...path].sort().join(), path);
  }
  return [...cycles.values()].map((path) =>
    path.map((from, index) => {
      const to = path[(index + 1) % path.length] ?? from;
      return graph.get(from)?.get(to) ?? "";
    }),
  );
}

/**
 * Of each folder the folders that it imports from, with one import that says so.
 * @param {string} root
 */
function folderImports(root) {
  /** @type {Map<string, Map<string, string>>} */
  const graph = new Map();
  for (const file of readdirSync(root, { encoding: "utf8", recursive: true })) {
    if (!file.endsWith(".ts")) continue;
    const folder = dirname(file);
    const imports = graph.get(folder) ?? new Map();
    graph.set(folder, imports);
    for (const specifier of specifiersIn(readFileSync(join(root, file), "utf8"))) {
      if (!specifier.startsWith(".")) continue;
      const target = normalize(join(folder, specifier));
      if (dirname(target) !== folder) imports.set(dirname(target), `${file} imports ${target}`);
    }
  }
  return graph;
}

/**
 * What a file imports or exports from when it is loaded.
 * @param {string} source
 */
function specifiersIn(source) {
  return parseAst(source, { lang: "ts" }).body.flatMap((node) =>
    "source" in node && node.source ? [String(node.source.value)] : [],
  );
}

/**
 * The shortest way from a folder back to itself.
 * @param {Map<string, Map<string, string>>} graph
 * @param {string} start
 */
function wayBack(graph, start) {
  const seen = new Set([start]);
  /** @type {string[][]} */
  const paths = [[start]];
  for (const path of paths) {
    for (const next of graph.get(path.at(-1) ?? "")?.keys() ?? []) {
      if (next === start) return path;
      if (seen.has(next)) continue;
      seen.add(next);
      paths.push([...path, next]);
    }
  }
  return undefined;
}
