import { readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";

/**
 * What a visitor downloads.
 * @param {[label: string, files: string[]][]} parts
 */
export function sizeTable(parts) {
  const rows = parts.map(([label, files]) => {
    const bytes = Buffer.concat(files.map((file) => readFileSync(file)));
    const sizes = [
      bytes.length,
      gzipSync(bytes, { level: 9 }).length,
      brotliCompressSync(bytes).length,
    ];
    return [label, ...sizes.map((size) => `${(size / 1000).toFixed(1)} kB`)];
  });
  return table([["", "raw", "gzip", "brotli"], ...rows]);
}

/**
 * @param {string[][]} rows the first is the heading; columns after the first are aligned to the right
 */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) => {
      const cells = row.map((cell, i) => (i ? cell.padStart(widths[i]) : cell.padEnd(widths[i])));
      return `  ${cells.join("   ")}`.trimEnd();
    })
    .join("\n");
}
