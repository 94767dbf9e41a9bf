import { css } from "lit";

/** The rows of the list of threads. */
export const rowStyles = css`
  /* A row that is out of sight is neither laid out nor painted. Focus rings are drawn inside, where nothing cuts them off. */
  .row {
    position: relative;
    display: flex;
    align-items: stretch;
    content-visibility: auto;
    contain-intrinsic-size: auto none auto 3.5rem;
    border-radius: var(--_radius-small);
  }

  .row :focus-visible {
    outline-offset: -2px;
  }

  .row:hover,
  .row:focus-within {
    background: var(--_raised);
  }

  .row.current {
    background: color-mix(in oklab, var(--_accent) 12%, var(--_paper));
  }

  .open {
    display: grid;
    grid-template-columns: 1fr auto;
    align-items: baseline;
    gap: 0 0.5rem;
    flex: 1 1 auto;
    min-inline-size: 0;
    padding: 0.5rem 0.625rem;
    border: 0;
    border-radius: inherit;
    background: none;
    color: inherit;
    font: inherit;
    line-height: 1.4;
    text-align: start;
    cursor: pointer;
  }

  .title {
    overflow: hidden;
    font-weight: 500;
    text-align: start;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .row.current .title {
    font-weight: 600;
  }

  .unread {
    position: relative;
    justify-self: end;
    min-inline-size: 1.25rem;
    padding-inline: 0.375rem;
    border-radius: 999px;
    background: var(--_accent);
    color: var(--_on-accent);
    font-size: 0.75rem;
    font-weight: 600;
    line-height: 1.25rem;
    text-align: center;
  }

  .excerpt {
    grid-column: 1 / -1;
    display: -webkit-box;
    overflow: hidden;
    color: var(--_ink);
    font-size: var(--_text-small);
    text-align: start;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }

  mark {
    background: none;
    color: inherit;
    font-weight: 700;
    text-decoration: underline;
    text-decoration-color: var(--_accent);
  }

  .about {
    grid-column: 1 / -1;
    display: flex;
    align-items: baseline;
    gap: 0.5rem;
    color: var(--_muted);
    font-size: var(--_text-small);
  }

  .row.current .about,
  .row:is(:hover, :focus-within) .about {
    color: var(--_ink);
  }

  .running {
    display: inline-flex;
    align-items: center;
    gap: 0.375rem;
  }

  .running::before {
    content: "";
    inline-size: 0.4375rem;
    block-size: 0.4375rem;
    border-radius: 50%;
    background: var(--_accent);
  }

  .action {
    display: grid;
    place-items: center;
    flex: none;
    align-self: center;
    inline-size: 2rem;
    min-block-size: 2.25rem;
    padding: 0;
    border: 0;
    border-radius: var(--_radius-small);
    background: none;
    color: var(--_ink);
    cursor: pointer;
  }

  /* Where there is a pointer that hovers, the buttons of other rows are not in the way of titles. */
  @media (hover: hover) {
    .row:not(:hover, :focus-within) .action {
      position: absolute;
      inset-inline-end: 0;
      opacity: 0;
      pointer-events: none;
    }
  }

  .row.editing {
    padding: 0.5rem 0.625rem;
  }

  .row.asking > div {
    display: grid;
    gap: 0.5rem;
    flex: 1 1 auto;
    padding: 0.625rem;
    border: 1px solid var(--_bad);
    border-radius: var(--_radius-small);
    background: var(--_paper);
  }

  .row.asking p {
    margin: 0;
    font-weight: 500;
  }

  @media (pointer: coarse) {
    .action {
      inline-size: 2.75rem;
      min-block-size: 2.75rem;
    }
  }

  @media (forced-colors: active) {
    .row.current {
      outline: 1px solid Highlight;
      outline-offset: -1px;
    }

    .unread {
      border: 1px solid ButtonText;
    }

    .running::before {
      background: CanvasText;
      forced-color-adjust: none;
    }
  }
`;
