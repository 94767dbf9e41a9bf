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

  @media (pointer: coarse) {
    .search,
    .items button {
      min-block-size: 2.75rem;
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
