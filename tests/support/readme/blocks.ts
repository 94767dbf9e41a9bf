import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A fenced block of the README. */
export interface Block {
  readonly language: string;
  /** What its info string names it: ```` ```ts example=lit-page ````. */
  readonly name: string | undefined;
  readonly code: string;
  /** Where it begins in the README. */
  readonly line: number;
}

const readme = fileURLToPath(new URL("../../../README.md", import.meta.url));

/** The README's blocks, in order. */
export function readBlocks(text = readFileSync(readme, "utf8")): Block[] {
  const blocks: Block[] = [];
  let open: { info: string; line: number; code: string[] } | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    const fence = /^\s*```(.*)$/.exec(line);
    if (!fence) open?.code.push(line);
    else if (open) {
      const [language = "", ...words] = open.info.split(/\s+/);
      const name = words.find((word) => word.startsWith("example="))?.slice("example=".length);
      blocks.push({ language, name, code: `${open.code.join("\n")}\n`, line: open.line });
      open = undefined;
    } else open = { info: fence[1]?.trim() ?? "", line: index + 1, code: [] };
  }
  if (open) throw new Error(`README.md:${open.line}: the block has no end.`);
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
    throw new Error(`README.md has ${found.length} examples named ${name}, not one.`);
  return found[0] as Block;
}

/** What an example says it prints: the comments behind its calls of `console.log`. */
export function promisedOutput({ code }: Block): string[] {
  return [...code.matchAll(/^.*console\.log\(.*\);\s*\/\/ (.+)$/gm)].map(
    ([, comment = ""]) => comment,
  );
}
