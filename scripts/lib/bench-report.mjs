import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg, platform, release, totalmem } from "node:os";
import { dirname } from "node:path";
import { inRoot } from "./paths.mjs";

/**
 * @typedef {import("../../tests/bench/lib/suite.js").SuiteResult} SuiteResult
 * @typedef {import("../../tests/bench/lib/suite.js").Table} Table
 * @typedef {import("../../tests/bench/lib/suite.js").Row} Row
 * @typedef {import("../../tests/bench/lib/suite.js").Reading} Reading
 */

/**
 * What a reader needs to judge the figures.
 * @param {string} browserVersion
 * @param {string[]} args
 * @param {Record<string, string>} versions
 */
export function circumstances(browserVersion, args, versions) {
  const [cpu] = cpus();
  return {
    date: new Date().toISOString(),
    command: ["npm run bench", ...(args.length ? ["--", ...args] : [])].join(" "),
    browser: `Chromium ${browserVersion}`,
    machine: `${cpus().length} × ${cpu?.model.trim() ?? "an unknown processor"}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()} ${release()}`,
    load: loadavg().map((value) => Number(value.toFixed(2))),
    versions,
  };
}

/**
 * The report as Markdown.
 * @param {ReturnType<typeof circumstances>} facts
 * @param {Record<string, SuiteResult>} results
 */
export function markdown(facts, results) {
  const lines = [
    circumstancesLine(facts),
    Object.entries(facts.versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(" · "),
  ];
  for (const { title, about, tables } of Object.values(results)) {
    lines.push(`## ${title}`, about, ...tables.flatMap(tableLines));
  }
  return `${lines.join("\n\n")}\n`;
}

/** @param {ReturnType<typeof circumstances>} facts */
export function circumstancesLine(facts) {
  const busy = (facts.load[0] ?? 0) > cpus().length / 2 ? "; busy: compare ratios only" : "";
  return `${facts.browser}, ${facts.machine} (load ${facts.load[0]}${busy}), ${facts.date}, \`${facts.command}\``;
}

/** A table's heading, if it has one, and its rows. @param {Table} table */
export function tableLines(table) {
  const { heads, body } = table.isCompact ? compactCells(table) : cells(table);
  const all = [["", ...heads, "notes"], ...body];
  const widths =
    all[0]?.map((_, at) => Math.max(...all.map((cells) => cells[at]?.length ?? 0))) ?? [];
  const text = all.map((cells) => line(cells, widths));
  const rule = `| ${widths.map((width, at) => (at && at < widths.length - 1 ? `${"-".repeat(width - 1)}:` : "-".repeat(width))).join(" | ")} |`;
  return [
    ...(table.title ? [`### ${table.title}`] : []),
    [text[0], rule, ...text.slice(1)].join("\n"),
  ];
}

/**
 * A column for each condition, with its ratio in brackets.
 * @param {Table} table
 */
function compactCells({ unit, columns, rows }) {
  const heads = columns.map(({ title }) => title);
  const body = rows.map((row) => [
    nameOf(row),
    ...columns.map(({ id }) => {
      const reading = row.readings[id];
      if (!reading) return row.instead?.[id] ?? "–";
      const [ratio] = reading.ratios;
      const shown = valueIn(row.unit ?? unit, reading.median);
      return ratio ? `${shown} (${digits(ratio.median)} ×)` : shown;
    }),
    row.notes.join("; "),
  ]);
  return { heads, body };
}

/** @param {Row} row */
function nameOf(row) {
  return row.kind === "ours" ? `**${row.name}**` : row.name;
}

/**
 * @param {string} unit
 * @param {number} value
 */
function valueIn(unit, value) {
  if (unit !== "time") return `${digits(value)} ${unit}`;
  if (value < 1000) return `${digits(value)} µs`;
  return value < 1e6 ? `${digits(value / 1000)} ms` : `${digits(value / 1e6)} s`;
}

/**
 * A column for each condition and for its ratio to each baseline, with the quartiles.
 * @param {Table} table
 */
function cells({ unit, columns, rows }) {
  const heads = columns.flatMap((column) => {
    const baselines = baselinesOf(rows, column.id);
    return [
      `${column.title}, ${unit}`,
      ...baselines.map(
        (to) => `× reference${baselines.length > 1 ? `, ${conditionOf(to, columns)}` : ""}`,
      ),
    ];
  });
  const body = rows.map((row) => [
    nameOf(row),
    ...columns.flatMap((column) => cellsOf(row, column.id, baselinesOf(rows, column.id))),
    row.notes.join("; "),
  ]);
  return { heads, body };
}

/**
 * @param {string[]} cells
 * @param {number[]} widths
 */
function line(cells, widths) {
  const isNumber = (/** @type {number} */ at) => at > 0 && at < cells.length - 1;
  const padded = cells.map((cell, at) =>
    isNumber(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
  );
  return `| ${padded.join(" | ")} |`;
}

/**
 * The baselines of a column, as the first row with readings has them.
 * @param {readonly Row[]} rows
 * @param {string} column
 */
function baselinesOf(rows, column) {
  const reading = rows.map((row) => row.readings[column]).find((one) => one !== undefined);
  return reading?.ratios.map(({ to }) => to) ?? [];
}

/**
 * @param {string} baseline its id ends with the condition's
 * @param {Table["columns"]} columns
 */
function conditionOf(baseline, columns) {
  return columns.find(({ id }) => baseline.endsWith(`/${id}`))?.title ?? baseline;
}

/**
 * @param {Row} row
 * @param {string} column
 * @param {string[]} baselines
 */
function cellsOf(row, column, baselines) {
  const reading = row.readings[column];
  if (!reading) return [row.instead?.[column] ?? "–", ...baselines.map(() => "–")];
  const ratios = baselines.map((to) => {
    const ratio = reading.ratios.find((one) => one.to === to);
    if (!ratio) return "–";
    return `${digits(ratio.median)} (${digits(ratio.lower)}–${digits(ratio.upper)})`;
  });
  return [digits(reading.median), ...ratios];
}

/** Three digits that count. @param {number} value */
function digits(value) {
  if (!Number.isFinite(value)) return "–";
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/**
 * Keeps everything, each round's readings included, for whoever wants to look closer.
 * @param {ReturnType<typeof circumstances>} facts
 * @param {Record<string, SuiteResult>} results
 */
export function keep(facts, results) {
  const file = inRoot("target", "bench", "results.json");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...facts, results }, null, 2)}\n`);
  return file;
}
