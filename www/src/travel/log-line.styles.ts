import { css } from "lit";

export const lineStyles = css`
  :host {
    display: block;
  }

  details {
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--raised);
  }

  summary {
    display: grid;
    grid-template:
      "mark tool chevron"
      "mark event chevron"
      "mark figures chevron" / auto minmax(0, 1fr) auto;
    gap: 0 0.5rem;
    align-items: center;
    min-block-size: 2.75rem;
    padding: 0.375rem 0.625rem;
    border-radius: var(--radius);
    cursor: pointer;
    list-style: none;
    font-size: var(--tiny);
    line-height: 1.125rem;
  }

  summary::-webkit-details-marker {
    display: none;
  }

  summary > svg {
    grid-area: chevron;
    color: var(--muted);
    transition: rotate 150ms;
  }

  details[open] summary > svg {
    rotate: 180deg;
  }

  .mark {
    grid-area: mark;
    align-self: start;
    margin-block-start: 0.0625rem;
  }

  b {
    grid-area: tool;
    font-family: var(--mono);
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  .event {
    grid-area: event;
    overflow-wrap: anywhere;
    font-family: var(--mono);
  }

  .event,
  .figures {
    color: var(--muted);
  }

  [data-event="tool_invocation_error"] :is(.event, .error),
  [data-event="log_records_lost"] .event {
    color: var(--bad);
  }

  .figures {
    grid-area: figures;
    display: flex;
    flex-wrap: wrap;
    gap: 0 0.75rem;
    font-variant-numeric: tabular-nums;
  }

  .error {
    display: -webkit-box;
    flex-basis: 100%;
    overflow: hidden;
    overflow-wrap: anywhere;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }

  .hidden {
    padding-inline: 0.375rem;
    border-radius: 4px;
    background: var(--accent-soft);
    color: var(--accent);
  }

  pre {
    max-block-size: 18rem;
    margin: 0;
    padding: 0.625rem 0.75rem;
    border-block-start: 1px solid var(--line);
    font: 400 var(--tiny) / 1.6 var(--mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }

  .key {
    color: var(--muted);
  }

  .literal {
    color: var(--accent);
  }
`;
