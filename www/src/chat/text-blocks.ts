/** A part of an agent's text: words, or what stands between the fences of a code block. */
export interface TextBlock {
  readonly kind: "text" | "code";
  readonly text: string;
  /** The first word behind the opening fence of a code block, or an empty string. */
  readonly language: string;
}

/** At least three backticks or tildes (https://spec.commonmark.org/0.31.2/#fenced-code-blocks), indented as the list that it may stand in. */
const FENCE = /^([ \t]*)(`{3,}|~{3,})(.*)$/;

/**
 * Splits a text at its fenced code blocks, which may stand in a list. A block that is not closed yet lasts to the end: the text may
 * still be arriving.
 */
export function textBlocks(text: string): readonly TextBlock[] {
  const blocks: TextBlock[] = [];
  let words: string[] = [];
  let code: { fence: string; indent: number; language: string; lines: string[] } | undefined;
  const endWords = () => {
    const text = words.join("\n").trim();
    if (text !== "") blocks.push({ kind: "text", text, language: "" });
    words = [];
  };
  const endCode = () => {
    if (code) blocks.push({ kind: "code", text: code.lines.join("\n"), language: code.language });
    code = undefined;
  };
  for (const line of text.split(/\r?\n/)) {
    const fence = fenceOf(line);
    if (code) {
      if (fence && closes(fence, code.fence)) endCode();
      else code.lines.push(withoutIndent(line, code.indent));
    } else if (fence && opens(fence)) {
      endWords();
      code = { fence: fence.marks, indent: fence.indent, language: fence.language, lines: [] };
    } else words.push(line);
  }
  endWords();
  endCode();
  return blocks;
}

interface Fence {
  readonly indent: number;
  readonly marks: string;
  /** What stands behind the marks. */
  readonly info: string;
  readonly language: string;
}

function fenceOf(line: string): Fence | undefined {
  const found = FENCE.exec(line);
  if (!found) return undefined;
  const [, { length: indent } = "", marks = "", behind = ""] = found;
  const info = behind.trim();
  return { indent, marks, info, language: /^\S*/.exec(info)?.[0] ?? "" };
}

/** Backticks behind backticks are code within a line. */
function opens({ marks, info }: Fence): boolean {
  return marks.startsWith("~") || !info.includes("`");
}

function closes({ marks, info }: Fence, opening: string): boolean {
  return info === "" && marks[0] === opening[0] && marks.length >= opening.length;
}

function withoutIndent(line: string, indent: number): string {
  const own = /^[ \t]*/.exec(line)?.[0].length ?? 0;
  return line.slice(Math.min(indent, own));
}
