import { css } from "lit";

/** Parts of a conversation that fold: reasoning, and the steps of a run. */
export const reasoningStyles = css`
  .reasoning,
  .steps {
    inline-size: 100%;
    color: var(--_muted);
  }

  summary {
    display: inline-flex;
    align-items: center;
    gap: 0.375rem;
    min-block-size: 1.75rem;
    margin-inline-start: -0.25rem;
    padding-inline: 0.25rem 0.5rem;
    border-radius: 7px;
    color: var(--_muted);
    font-size: var(--_text-small);
    list-style: none;
    cursor: pointer;
  }

  summary::-webkit-details-marker {
    display: none;
  }

  summary:hover {
    color: var(--_ink);
  }

  summary svg {
    inline-size: 0.8125rem;
    block-size: 0.8125rem;
  }

  details[open] > summary svg {
    rotate: 90deg;
  }

  summary svg:dir(rtl) {
    scale: -1 1;
  }

  details[open] > summary svg:dir(rtl) {
    rotate: -90deg;
  }

  .thoughts {
    margin-block-start: 0.25rem;
    padding-inline-start: 0.875rem;
    border-inline-start: 2px solid var(--_line);
    font-size: var(--_text-small);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }

  @media (prefers-reduced-motion: no-preference) {
    summary svg {
      transition: rotate 120ms;
    }
  }
`;
