import { css } from "lit";

/** The list of threads. It scrolls in its box. */
export const threadsStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-block-size: 0;
    block-size: 100%;
    overflow: hidden;
    background: var(--_paper);
    text-align: start;
    overflow-wrap: anywhere;
  }

  .head {
    display: grid;
    gap: 0.5rem;
    flex: none;
    padding: 0.75rem;
  }

  .buttons {
    display: flex;
    gap: 0.5rem;
  }

  .new {
    flex: 1 1 auto;
    gap: 0.375rem;
  }

  .search,
  .title-field {
    inline-size: 100%;
    min-block-size: 2.25rem;
    padding: 0.25rem 0.625rem;
    border: 1px solid var(--_control-line);
    border-radius: var(--_radius-small);
    background: var(--_paper);
    color: inherit;
    font: inherit;
  }

  .search::placeholder {
    color: var(--_muted);
    opacity: 1;
  }

  .menu {
    position: relative;
  }

  .menu summary {
    display: grid;
    place-items: center;
    inline-size: 2.25rem;
    min-block-size: 2.25rem;
    border: 1px solid var(--_control-line);
    border-radius: var(--_radius-small);
    color: var(--_ink);
    list-style: none;
  }

  .menu summary::-webkit-details-marker {
    display: none;
  }

  .items {
    position: absolute;
    inset-block-start: calc(100% + 0.25rem);
    inset-inline-end: 0;
    z-index: 1;
    display: grid;
    min-inline-size: 11rem;
    padding: 0.25rem;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_paper);
    box-shadow: 0 6px 24px rgb(0 0 0 / 0.18);
  }

  .items button {
    min-block-size: 2.25rem;
    padding: 0.25rem 0.625rem;
    border: 0;
    border-radius: var(--_radius-small);
    background: none;
    color: inherit;
    font: inherit;
    text-align: start;
    cursor: pointer;
  }

  .items button:hover {
    background: var(--_raised);
  }

  .notices {
    flex: none;
  }

  .notice {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 0.5rem;
    margin: 0 0.75rem 0.5rem;
    padding: 0.375rem 0.75rem;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_raised);
    font-size: var(--_text-small);
  }

  .notice.failure {
    border-color: color-mix(in oklab, var(--_bad) 45%, var(--_paper));
    background: color-mix(in oklab, var(--_bad) 6%, var(--_paper));
  }

  .notice .button {
    flex: none;
    color: var(--_ink);
    text-decoration: underline;
  }

  .found,
  .empty {
    margin: 0;
    padding: 0 0.875rem 0.5rem;
    color: var(--_muted);
    font-size: var(--_text-small);
  }

  .empty {
    padding-block: 1.5rem;
    text-align: center;
  }

  .list {
    position: relative;
    flex: 1 1 auto;
    min-block-size: 0;
    margin: 0;
    padding: 0 0.5rem 0.5rem;
    overflow: hidden auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
    scrollbar-color: var(--_line) transparent;
    list-style: none;
  }

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

    .search,
    .items button {
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

  /* At 400 % little is left: then all of it scrolls. */
  @media (max-height: 20rem) {
    :host {
      overflow: auto;
    }

    .list {
      flex: none;
      overflow: visible;
    }
  }
`;
