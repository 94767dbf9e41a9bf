import { readFileSync } from "node:fs";
import { join } from "node:path";
import { elementsManifest } from "./elements.mjs";

/** @typedef {import("./elements.mjs").Element} Element */
/** @typedef {import("./elements.mjs").Member} Member */

/**
 * A page of the documentation for each element of the package, made of its manifest.
 * @param {string} pkg
 * @returns {[name: string, markdown: string][]}
 */
export function elementPages(pkg) {
  /** @type {{ modules: import("./elements.mjs").Module[] }} */
  const { modules } = JSON.parse(readFileSync(join(pkg, elementsManifest), "utf8"));
  return modules
    .flatMap(({ declarations }) => declarations)
    .map((element) => [element.tagName ?? element.name, pageOf(element)]);
}

/** @param {Element} element */
function pageOf({ tagName, description, attributes = [], members = [], events = [] }) {
  const fields = members.filter(({ kind }) => kind === "field");
  const methods = members.filter(({ kind }) => kind === "method");
  return `---
title: "${tagName}"
---

# \`<${tagName}>\`

${description}

## Attributes

${table(attributes, ({ name, fieldName }) => `\`${name}\`, the property \`${fieldName}\``)}

## Properties

${table(fields, (field) => `\`${field.name}\`${field.readonly ? " (read-only)" : ""}`)}

## Methods

${table(methods, (method) => `\`${method.name}()\``)}

## Events

${table(events, ({ name }) => `\`${name}\``)}
`;
}

/**
 * @template {import("./elements.mjs").Described} Row
 * @param {Row[]} rows
 * @param {(row: Row) => string} named
 */
function table(rows, named) {
  const cells = rows.map((row) => {
    const typed = row.type ? `\`${row.type.text}\`` : "";
    const columns = [named(row), typed, row.description ?? ""];
    return `| ${columns.map((text) => text.replace(/\s+/g, " ").replaceAll("|", "\\|")).join(" | ")} |`;
  });
  return ["| | Type | |", "|---|---|---|", ...cells].join("\n");
}
