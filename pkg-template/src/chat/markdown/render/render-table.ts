import { html, type TemplateResult } from "lit";
import type { Tokens } from "marked";
import type { RenderContext } from "./context.js";
import { directionOf } from "./direction.js";
import { prose } from "./prose.js";
import { plainText, renderInline } from "./render-inline.js";

/** A longer name of a table is cut. */
const LONGEST_NAME = 120;

/** A table in a region that scrolls. */
export function tableOf(
  head: readonly Tokens.TableCell[],
  rows: unknown,
  context: RenderContext,
): TemplateResult {
  const columns = head.map(({ tokens }) => plainText(tokens).trim()).filter((name) => name !== "");
  const name = prose(columns.join(", ").slice(0, LONGEST_NAME));
  return html`<div
    part="markdown-table-region"
    class="table-region"
    role="region"
    tabindex="0"
    aria-label=${context.strings.markdownTable(name)}
  >
    <table part="markdown-table" dir=${directionOf(name)}>
      <thead>
        <tr>
          ${head.map(
            (cell) =>
              html`<th part="markdown-table-head" scope="col" class=${alignment(cell)}>${renderInline(cell.tokens, context)}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

/** Rows of a table. */
export function rowsOf(
  rows: readonly (readonly Tokens.TableCell[])[],
  context: RenderContext,
): TemplateResult[] {
  return rows.map(
    (row) =>
      html`<tr>${row.map(
        (cell) =>
          html`<td part="markdown-table-cell" class=${alignment(cell)}>${renderInline(cell.tokens, context)}</td>`,
      )}</tr>`,
  );
}

function alignment({ align }: Tokens.TableCell): string {
  return align === null ? "" : `align-${align}`;
}
