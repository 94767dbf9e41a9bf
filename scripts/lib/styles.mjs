import { readFileSync, writeFileSync } from "node:fs";

/**
 * Removes comments and indentation from the `css` templates of a script: no bundler does. Line breaks stay, so that the
 * script's source map still fits.
 *
 * @param {string} script
 */
export function compactStyles(script) {
  return script.replace(/\bcss\s*`[^`]*`/g, (template) =>
    template
      .replace(/\/\*.*?\*\//gs, (comment) => comment.replace(/[^\n]/g, ""))
      .replace(/^[ \t]+|[ \t]+$/gm, ""),
  );
}

/**
 * Compacts the styles in scripts, in place.
 * @param {readonly string[]} files
 */
export function compactStylesOf(files) {
  for (const file of files) {
    const script = readFileSync(file, "utf8");
    const compact = compactStyles(script);
    if (compact !== script) writeFileSync(file, compact);
  }
}
