import { css } from "lit";

export const cardStyles = css`
  :host {
    display: block;
  }

  article {
    padding: 0.75rem 0.875rem 0.875rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--raised);
    box-shadow: var(--shadow);
    transition: border-color 200ms;
    animation: arrive 240ms ease-out;
  }

  article:is([data-phase="streaming"], [data-phase="asking"], [data-phase="pending"], [data-phase="validating"], [data-phase="executing"]) {
    border-color: var(--accent-line);
  }

  header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.125rem 0.5rem;
  }

  /* A name is never cut: where there is no room beside it, how it stands goes into the next line. */
  h3 {
    flex: 1 0 auto;
    max-inline-size: calc(100% - 1.5rem);
    margin: 0;
    overflow-wrap: anywhere;
    font: 600 var(--small) var(--mono);
  }

  .where {
    padding: 0 0.375rem;
    border: 1px solid var(--line-strong);
    border-radius: 999px;
    font-size: var(--tiny);
    font-weight: 600;
    line-height: 1.125rem;
  }

  .standing {
    display: flex;
    flex: none;
    gap: 0.5rem;
    margin-inline-start: auto;
  }

  .phase,
  .time {
    font-size: var(--tiny);
    color: var(--muted);
    white-space: nowrap;
  }

  [data-phase="failed"] .phase {
    color: var(--bad);
  }

  .time {
    font-variant-numeric: tabular-nums;
  }

  .time:has(elapsed-time:empty) {
    display: none;
  }

  .steps {
    display: grid;
    grid-template-columns: repeat(4, 1fr);
    gap: 0.25rem;
    margin: 0.625rem 0 0.75rem;
    padding: 0;
    list-style: none;
    font-size: 0.6875rem;
    color: var(--muted);
  }

  .steps li {
    padding-block-start: 0.3125rem;
    border-block-start: 3px solid var(--line);
    transition: border-color 200ms;
  }

  .steps li.done {
    border-color: var(--accent);
  }

  .steps li.now {
    border-color: var(--accent);
    color: var(--accent);
    animation: breathe 1.2s ease-in-out infinite;
  }

  .steps li.failed {
    border-color: var(--bad);
    color: var(--bad);
  }

  .steps li.cancelled {
    border-color: var(--line-strong);
  }

  header + pre {
    margin-block-start: 0.5rem;
  }

  pre {
    max-block-size: 9.6rem;
    margin: 0;
    font: 400 var(--tiny) / 1.6 var(--mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    color: var(--ink);
  }

  .key {
    color: var(--muted);
  }

  .literal {
    color: var(--accent);
  }

  .caret {
    display: inline-block;
    inline-size: 0.45em;
    block-size: 1em;
    margin-inline-start: 1px;
    vertical-align: -0.15em;
    background: var(--accent);
    animation: blink 1s steps(2, jump-none) infinite;
  }

  .outcome {
    margin-block-start: 0.625rem;
    padding-block-start: 0.625rem;
    border-block-start: 1px solid var(--line);
  }

  h4 {
    margin: 0 0 0.25rem;
    font-size: var(--tiny);
    font-weight: 500;
    color: var(--muted);
  }

  .outcome pre {
    max-block-size: 7.2rem;
  }

  .outcome p {
    white-space: pre-line;
    margin: 0;
    font-size: var(--small);
    line-height: 1.45;
    overflow-wrap: anywhere;
    max-block-size: 9rem;
  }

  .bad :is(h4, p) {
    color: var(--bad);
  }

  .note {
    margin: 0.375rem 0 0;
    font-size: var(--small);
    color: var(--muted);
  }

  .outcome .note {
    margin: 0;
  }

  footer {
    margin-block-start: 0.75rem;
  }

  @keyframes arrive {
    from {
      opacity: 0;
      translate: 0 -6px;
    }
  }

  @keyframes breathe {
    50% {
      border-color: var(--accent-line);
    }
  }

  @keyframes blink {
    to {
      opacity: 0;
    }
  }
`;
