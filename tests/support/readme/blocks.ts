import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A fenced block of the README or a guide. */
export interface Block {
  readonly language: string;
  /** What its info string names it: ```` ```ts example=lit-page ````. */
  readonly name: string | undefined;
  readonly code: string;
  /** The document it stands in, from the repository's root. */
  readonly file: string;
  /** Where it begins there. */
  readonly line: number;
}

const repository = fileURLToPath(new URL("../../..", import.meta.url));

/** The documents whose examples are tested. */
export function documents(): string[] {
  const guides = readdirSync(join(repository, "docs")).filter((name) => name.endsWith(".md"));
  return ["README.md", "CONTRIBUTING.md", ...guides.sort().map((name) => `docs/${name}`)];
}

/** The blocks of all documents, in order. */
export function readBlocks(): Block[] {
  return documents().flatMap((file) =>
    blocksOf(file, readFileSync(join(repository, file), "utf8")),
  );
}

function blocksOf(file: string, text: string): Block[] {
  const blocks: Block[] = [];
  let open: { info: string; line: number; code: string[] } | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    const fence = /^\s*```(.*)$/.exec(line);
    if (!fence) open?.code.push(line);
    else if (open) {
      const [language = "", ...words] = open.info.split(/\s+/);
      const name = words.find((word) => word.startsWith("example="))?.slice("example=".length);
      const code = `${open.code.join("\n")}\n`;
      blocks.push({ language, name, code, file, line: open.line });
      open = undefined;
    } else open = { info: fence[1]?.trim() ?? "", line: index + 1, code: [] };
  }
  if (open) throw new Error(`${file}:${open.line}: the block has no end.`);
  return blocks;
}

/** The blocks that need a test: all but what a reader types into a shell. */
export function examplesOf(blocks: readonly Block[]): Block[] {
  return blocks.filter(({ language }) => language !== "sh");
}

/** The block with a name. */
export function blockNamed(blocks: readonly Block[], name: string): Block {
  const found = blocks.filter((block) => block.name === name);
  if (found.length !== 1)
    throw new Error(`There are ${found.length} examples named ${name}, not one.`);
  return found[0] as Block;
}

/** What an example says it prints: the comments behind its calls of `console.log`. */
export function promisedOutput({ code }: Block): string[] {
  return [...code.matchAll(/^.*console\.log\(.*\);\s*\/\/ (.+)$/gm)].map(
    ([, comment = ""]) => comment,
  );
}
