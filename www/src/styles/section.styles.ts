import { css } from "lit";

/** A part of a panel: a heading with what can be done, and below it what it is about. */
export const sectionStyles = css`
  :host {
    display: block;
  }

  header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 0.75rem;
    min-block-size: 2rem;
    margin-block-end: 0.5rem;
  }

  h2 {
    margin: 0;
    font-size: var(--small);
    font-weight: 600;
  }

  h2 span {
    margin-inline-start: 0.25rem;
    font-weight: 400;
    color: var(--muted);
  }

  .link {
    display: inline-flex;
    align-items: center;
    gap: 0.375rem;
    min-block-size: 1.75rem;
    border-radius: 4px;
    color: var(--accent);
    font-size: var(--small);
  }

  .link:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }

  .link[aria-disabled="true"] {
    color: var(--muted);
    cursor: default;
    text-decoration: none;
  }

  .empty,
  .problem {
    margin: 0;
    color: var(--muted);
    font-size: var(--small);
    overflow-wrap: anywhere;
  }

  .problem {
    padding: 0.625rem 0.75rem;
    border: 1px solid color-mix(in oklch, var(--bad) 35%, transparent);
    border-radius: var(--radius);
    background: var(--bad-soft);
    color: var(--ink);
  }

  ul {
    margin: 0;
    padding: 0;
    overflow: hidden;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--raised);
    list-style: none;
  }

  li + li {
    border-block-start: 1px solid var(--line);
  }

  @media (width < 60rem) {
    .link {
      min-block-size: 2.75rem;
    }
  }
`;
