import { css } from "lit";

/** The lines of a change. */
export const diffStyles = css`
  .diff {
    margin: 0;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-small);
    background: var(--_paper);
    font: 400 var(--_text-small) / 1.6 var(--_font-mono);
  }

  .diff :is(.hunk > .row, .cells) {
    display: grid;
    grid-template-columns: 2.75em 1.25em minmax(7em, 1fr);
  }

  .columns {
    inline-size: 100%;
    min-inline-size: 34em;
    table-layout: fixed;
    border-collapse: collapse;
  }

  .columns :is(th, td) {
    padding: 0;
    text-align: start;
    vertical-align: top;
  }

  .columns th {
    padding: 0.25em 0.75em;
    color: var(--_muted);
    font-weight: 500;
  }

  .columns :is(th, td) + :is(th, td) {
    border-inline-start: 1px solid var(--_line);
  }

  .columns .empty {
    background: var(--_raised);
  }

  .number {
    padding-inline-end: 0.5em;
    color: var(--_muted);
    font-size: 0.85em;
    line-height: 1.9;
    text-align: end;
    user-select: none;
  }

  .sign {
    font-weight: 700;
    text-align: center;
    user-select: none;
  }

  .row .text {
    padding-inline-end: 0.75em;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    unicode-bidi: isolate;
  }

  .row.added {
    border-inline-start: 3px solid var(--_good);
    background: color-mix(in srgb, var(--_good) 12%, transparent);
  }

  .row.removed {
    border-inline-start: 3px solid var(--_bad);
    background: color-mix(in srgb, var(--_bad) 12%, transparent);
  }

  .row.same {
    border-inline-start: 3px solid transparent;
  }

  .added .sign {
    color: var(--_good);
  }

  .removed .sign {
    color: var(--_bad);
  }

  .gap {
    margin: 0;
    border-block: 1px dashed var(--_line);
    color: var(--_muted);
    text-align: center;
  }

  .note {
    margin: 0.5em 0.75em;
    color: var(--_muted);
    overflow-wrap: anywhere;
  }

  .plain {
    margin: 0;
    padding: 0.5em 0.75em;
    font: inherit;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;
