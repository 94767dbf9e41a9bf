import { html, nothing, type TemplateResult } from "lit";
import { start } from "../codec/truncate.js";
import { visibleText } from "../visible-text/visible-text.js";
import { foldedText, type Opened } from "./folded-text.js";
import { DOTS, type ValueRow, type ValueRows } from "./value-rows.js";

/** UTF-16 units of a name, and of the line in place of folded rows. */
const LONGEST_NAME = 100;
const LONGEST_PREVIEW = 200;

/** The rows of a value. `id` distinguishes the lists of a card. */
export function valueList(
  id: string,
  { rows, hasMore }: ValueRows,
  opened: Opened,
): TemplateResult {
  const more = hasMore ? html`<p class="more">${opened.strings.moreRows}</p>` : nothing;
  const only = rows.length === 1 && rows[0]?.path.length === 0 ? rows[0] : undefined;
  if (only)
    return html`<div part="card-value" class="value">${shown(id, only, opened)}</div>${more}`;
  return html`<dl part="card-rows">
      ${rows.map(
        (row) => html`<div part="card-row" class="row">
          <dt part="card-key">${nameOf(row)}</dt>
          <dd part="card-value" class="value">${shown(id, row, opened)}</dd>
        </div>`,
      )}
    </dl>
    ${more}`;
}

function shown(id: string, row: ValueRow, opened: Opened): TemplateResult {
  const key = JSON.stringify([id, ...row.path]);
  if (!row.isSensitive) return foldedText(key, row.text, opened);
  const { strings } = opened;
  const secret = JSON.stringify([id, ...row.path, "secret"]);
  const isShown = opened.has(secret);
  const name = nameOf(row) || strings.value;
  return html`${
    isShown
      ? foldedText(key, row.text, opened)
      : html`<span aria-hidden="true">${DOTS}</span><span class="visually-hidden">${strings.hidden}</span>`
  }
    <button
      part="card-button"
      type="button"
      aria-pressed=${isShown}
      @click=${(event: Event) => opened.toggle(secret, event)}
    >${isShown ? strings.hide(name) : strings.show(name)}</button>`;
}

/** The name of a row: `order › items › 1`. */
function nameOf({ path }: ValueRow): string {
  return path.map((step) => visibleText(start(step, LONGEST_NAME), { layout: true })).join(" › ");
}

/** The line in place of the rows while they are folded. */
export function previewOf({ rows, hasMore }: ValueRows): string {
  let line = "";
  for (const row of rows) {
    const text = row.isSensitive ? DOTS : start(row.text, LONGEST_PREVIEW).replace(/\s+/g, " ");
    const name = nameOf(row);
    line += `${line && ", "}${name}${name && ": "}${text}`;
    if (line.length > LONGEST_PREVIEW) return visibleText(`${start(line, LONGEST_PREVIEW)}…`);
  }
  return visibleText(hasMore ? `${line}, …` : line);
}
