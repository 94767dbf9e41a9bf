import { css } from "lit";

/** The rows of the argument list. */
export const argumentStyles = css`
  .none {
    margin: 0;
    padding: 0.5em 0.75em;
    color: var(--_muted);
  }

  dl {
    margin: 0;
  }

  dl > div {
    display: grid;
    grid-template-columns: minmax(3em, 9em) minmax(7em, 1fr);
    gap: 0.25em 0.75em;
    padding: 0.4em 0.75em;
  }

  dl > div + div,
  dl + details {
    border-block-start: 1px solid var(--_line);
  }

  dd > dl {
    border-inline-start: 2px solid var(--_line);
  }

  dd > dl > div {
    padding: 0.2em 0 0.2em 0.6em;
  }

  dl.list > div {
    grid-template-columns: 2.5em minmax(7em, 1fr);
  }

  /* What is inside stands below, or the innermost would have no room left to be seen. */
  dl > div:has(> dd > dl) {
    grid-template-columns: minmax(0, 1fr);
  }

  dt {
    color: var(--_muted);
    font-weight: 500;
  }

  dd {
    margin: 0;
    min-inline-size: 0;
  }

  .arguments details > summary {
    padding: 0.3em 0.75em;
  }

  .arguments dd details > summary {
    padding-inline: 0;
  }

  /* What a text does with directions and marks stays inside its row. */
  dt,
  .string,
  .literal,
  .box {
    overflow: hidden;
    font-family: var(--_font-mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    unicode-bidi: isolate;
  }

  .string,
  .literal {
    display: block;
  }

  .literal {
    color: var(--_accent);
  }

  .long {
    white-space: normal;
  }

  .long label {
    display: flex;
    align-items: center;
    gap: 0.4em;
    min-block-size: 1.75em;
    color: var(--_muted);
    font-family: var(--_font);
  }

  .long input {
    inline-size: 1.15em;
    block-size: 1.15em;
    margin: 0;
    accent-color: var(--_accent);
  }

  .box {
    max-block-size: 9em;
    margin-block-start: 0.25em;
    padding: 0.35em 0.5em;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-small);
    background: var(--_raised);
  }

  .long:has(:checked) .box {
    max-block-size: none;
  }

  @media (pointer: coarse) {
    .long label {
      min-block-size: 2.75rem;
    }
  }

  @media (width < 30rem) {
    dl:not(.list) > div {
      grid-template-columns: minmax(7em, 1fr);
    }
  }
`;
