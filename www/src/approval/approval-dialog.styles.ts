import { css } from "lit";

export const dialogStyles = css`
  dialog {
    inline-size: min(34rem, calc(100vw - 1.5rem));
    max-block-size: calc(100dvh - 2rem);
  }

  dialog[open] {
    display: flex;
    flex-direction: column;
  }

  .head {
    flex: none;
    padding: 1.25rem 1.25rem 0;
  }

  h2 {
    overflow-wrap: anywhere;
  }

  p {
    margin: 0.5rem 0 0;
    color: var(--muted);
    font-size: 0.875rem;
    overflow-wrap: anywhere;
  }

  .preview {
    margin-block-start: 0.5rem;
    font-size: 0.875rem;
    overflow-wrap: anywhere;
  }

  .preview .scroller {
    max-block-size: 30dvh;
  }

  :is(.preview, .tool) code {
    font: 500 0.8125rem var(--mono);
  }

  .tool {
    margin-block-start: 0.25rem;
    font-size: var(--small);
  }

  .change {
    flex: 1 1 auto;
    min-block-size: 6rem;
    margin: 0.625rem 1.25rem 0;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--raised);
    font: 400 0.8125rem / 1.6 var(--mono);
  }

  .change .line {
    display: grid;
    grid-template-columns: 2.75rem 1.25rem minmax(8rem, 1fr);
  }

  .change .number {
    padding-inline-end: 0.5rem;
    color: var(--muted);
    font-size: 0.6875rem;
    line-height: 1.3rem;
    text-align: end;
    user-select: none;
  }

  .change .sign {
    font-weight: 700;
    text-align: center;
    user-select: none;
  }

  .change .text {
    padding-inline-end: 0.75rem;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    unicode-bidi: isolate;
  }

  .change .added {
    background: var(--good-soft);
    box-shadow: inset 3px 0 var(--good);
  }

  .change .removed {
    background: var(--bad-soft);
    box-shadow: inset 3px 0 var(--bad);
  }

  .change .added .sign {
    color: var(--good);
  }

  .change .removed .sign {
    color: var(--bad);
  }

  .gap {
    margin: 0;
    border-block: 1px dashed var(--line);
    text-align: center;
  }

  .plain {
    margin: 0;
    padding: 0.5rem 0.75rem;
    font: inherit;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }

  .prepared {
    flex: 1 1 auto;
    min-block-size: 8rem;
    margin: 0.75rem 1.25rem 0;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--raised);
    font-size: 0.8125rem;
    line-height: 1.6;
  }

  .prepared > div + div {
    border-block-start: 1px solid var(--line);
    background: var(--sunken);
  }

  h3 {
    margin: 0;
    padding: 0.5rem 0.875rem 0.25rem;
    color: var(--muted);
    font-size: var(--tiny);
    font-weight: 600;
  }

  table {
    inline-size: 100%;
    padding: 0 0.875rem 0.5rem;
    border-spacing: 0;
    font-size: 0.875rem;
    font-variant-numeric: tabular-nums;
  }

  th {
    font-weight: 400;
    text-align: start;
  }

  td:last-child {
    text-align: end;
  }

  td,
  th {
    padding: 0.1875rem 0;
  }

  td.each {
    padding-inline: 0.75rem;
    color: var(--muted);
    white-space: nowrap;
  }

  .sums tr:first-child :is(th, td) {
    border-block-start: 1px solid var(--line);
  }

  /* However many goods there are and however little room: what is paid stays in view. */
  tfoot {
    position: sticky;
    inset-block-end: var(--covered, 0px);
    background: var(--raised);
  }

  tfoot :is(th, td) {
    font-size: 1.0625rem;
    font-weight: 600;
  }

  .more {
    flex: none;
    margin: 0.625rem 1.25rem 0;
    font-size: var(--small);
  }

  .more summary {
    min-block-size: 1.75rem;
    color: var(--muted);
    cursor: pointer;
  }

  .more .arguments {
    max-block-size: 30dvh;
    margin: 0.375rem 0 0;
  }

  .arguments {
    flex: 0 1 auto;
    min-block-size: 5rem;
    margin: 0.875rem 1.25rem 0;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--raised);
    font-size: 0.8125rem;
    line-height: 1.6;
  }

  .none {
    margin: 0.75rem 0.875rem;
  }

  dl {
    margin: 0;
  }

  dl > div {
    display: grid;
    grid-template-columns: minmax(3rem, 8rem) minmax(8rem, 1fr);
    gap: 0.25rem 0.75rem;
    padding: 0.5rem 0.875rem;
  }

  dl > div + div {
    border-block-start: 1px solid var(--line);
  }

  dd > dl {
    border-inline-start: 2px solid var(--line-strong);
  }

  dd > dl > div {
    padding: 0.25rem 0 0.25rem 0.625rem;
  }

  dl.list > div {
    grid-template-columns: 2rem minmax(8rem, 1fr);
  }

  /* What is inside stands below, or the innermost would have no room left to be seen. */
  dl > div:has(> dd > dl) {
    grid-template-columns: minmax(0, 1fr);
  }

  dt {
    color: var(--muted);
    font-weight: 500;
  }

  dd {
    margin: 0;
  }

  /* What a text does with directions and marks stays inside its row. */
  dt,
  .string,
  .literal,
  .box {
    overflow: hidden;
    font-family: var(--mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    unicode-bidi: isolate;
  }

  .string,
  .literal {
    display: block;
  }

  .literal {
    color: var(--accent);
  }

  .mark {
    padding: 0 0.2em;
    border-radius: 4px;
    background: var(--ink);
    color: var(--paper);
    font-size: 0.85em;
    white-space: nowrap;
    unicode-bidi: isolate;
  }

  .string:not(:has(.long))::before,
  .string:not(:has(.long))::after {
    content: '"';
    color: var(--muted);
  }

  .long {
    white-space: normal;
  }

  .long label {
    display: flex;
    align-items: center;
    gap: 0.4rem;
    color: var(--muted);
    font-family: var(--sans);
    font-size: 0.75rem;
  }

  .box {
    max-block-size: 9rem;
    margin-block-start: 0.25rem;
    padding: 0.375rem 0.5rem;
    border: 1px solid var(--line);
    border-radius: 8px;
    background: var(--paper);
  }

  .long:has(:checked) .box {
    max-block-size: none;
  }

  .foot {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    align-items: center;
    justify-content: flex-end;
    gap: 0.5rem;
    padding: 1rem 1.25rem 1.25rem;
  }

  .foot .button {
    max-inline-size: 100%;
    padding-block: 0.25rem;
    overflow-wrap: anywhere;
    white-space: normal;
  }

  .queue {
    flex: 1 1 8rem;
    margin: 0;
  }

  .queue:empty {
    flex-basis: 0;
  }

  .allow {
    border-color: var(--accent);
    background: var(--accent);
    color: var(--on-accent);
  }

  [aria-disabled="true"] {
    opacity: 0.55;
    cursor: default;
  }

  /* Where colours are the visitor's own, the bar at the side would be gone. */
  @media (forced-colors: active) {
    .change .added,
    .change .removed {
      border-inline-start: 3px solid;
    }
  }

  /* A small window, or a page at 200 %: less air, more of what it is about. */
  @media (height < 34rem) {
    dialog {
      max-block-size: calc(100dvh - 1rem);
    }

    .head {
      padding-block-start: 0.75rem;
    }

    .tool {
      display: none;
    }

    .foot {
      padding-block: 0.5rem 0.625rem;
    }
  }

  /* At 400 % there is no room for a scroller within: all of it scrolls as one, below its buttons. */
  @media (height < 22rem) {
    dialog[open] {
      --covered: 3.875rem;
      display: block;
      overflow: auto;
    }

    .preview .scroller,
    .change,
    .prepared,
    .arguments {
      max-block-size: none;
      overflow: visible;
    }

    .foot {
      position: sticky;
      inset-block-end: 0;
      background: var(--paper);
    }
  }

  /* Room for a finger. */
  @media (width < 60rem), (pointer: coarse) {
    .more summary,
    .long label {
      min-block-size: 2.75rem;
      align-content: center;
    }
  }

  @media (width < 30rem) {
    dl:not(.list) > div {
      grid-template-columns: minmax(8rem, 1fr);
    }

    .queue {
      flex-basis: 100%;
    }

    .button {
      flex: 1 1 auto;
      min-block-size: 2.75rem;
    }
  }
`;
