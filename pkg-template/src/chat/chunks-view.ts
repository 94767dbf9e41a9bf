import { html, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import type { RowContext } from "./row-context.js";
import { rowView } from "./row-view.js";
import type { Chunk } from "./rows.js";

/** The chunks of a thread. A chunk is rendered again only if one of its rows or the context has changed. */
export function chunksView(chunks: readonly Chunk[], context: RowContext): unknown {
  return repeat(
    chunks,
    ({ key }) => key,
    (chunk) => {
      const last = chunk.rows.at(-1);
      const revisions = chunk.rows.reduce((sum, { memory }) => sum + memory.revision, 0);
      const isOpen = last !== undefined && context.isStreaming(last);
      return guard([chunk, revisions, isOpen, context], () => chunkView(chunk, context));
    },
  );
}

function chunkView({ rows }: Chunk, context: RowContext): TemplateResult {
  return html`<div class="chunk">${repeat(
    rows,
    ({ key }) => key,
    (row) =>
      guard([row, row.memory.revision, context.isStreaming(row), context], () =>
        rowView(row, context),
      ),
  )}</div>`;
}
