import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { brotliSize } from "./brotli-size.mjs";

/** @param {number} bytes */
export const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

/**
 * What a visitor downloads.
 * @param {[label: string, files: string[]][]} parts
 */
export async function sizeTable(parts) {
  const rows = parts.map(async ([label, files]) => {
    const bytes = Buffer.concat(files.map((file) => readFileSync(file)));
    const sizes = [bytes.length, gzipSync(bytes, { level: 9 }).length, await brotliSize(bytes)];
    return [label, ...sizes.map(kilobytes)];
  });
  return table([["", "raw", "gzip", "brotli"], ...(await Promise.all(rows))]);
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
