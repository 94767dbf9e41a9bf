import { css } from "lit";

export const logStyles = css`
  :host {
    display: block;
    overflow-y: auto;
    overflow-x: hidden;
    overscroll-behavior: contain;
  }

  .column {
    max-inline-size: 44rem;
    min-block-size: 100%;
    margin-inline: auto;
    padding: 1.75rem 1.25rem 1rem;
    display: flex;
    flex-direction: column;
  }

  @media (width < 60rem) {
    .column {
      padding: 1.25rem 1rem 0.75rem;
    }
  }

  ::slotted(*) {
    margin-block: auto;
  }

  [role="log"] {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1.25rem;
  }

  .message {
    min-inline-size: 0;
    animation: arrive 200ms ease-out;
  }

  .message p {
    margin: 0;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }

  .user {
    justify-self: end;
    max-inline-size: min(85%, 32rem);
    padding: 0.5rem 0.875rem;
    border-radius: 14px 14px 4px 14px;
    background: var(--accent-soft);
  }

  .user .scroller {
    max-block-size: 18rem;
  }

  .agent {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.75rem;
  }

  .text {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.75rem;
  }

  .text pre {
    max-block-size: 24rem;
    margin: 0;
    padding: 0.625rem 0.75rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--sunken);
    font: 400 var(--small) / 1.6 var(--mono);
    tab-size: 2;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }

  .agent code {
    padding: 0.0625rem 0.3125rem;
    border-radius: 4px;
    background: var(--sunken);
    font: 0.875em var(--mono);
  }

  .agent strong {
    font-weight: 600;
  }

  .call {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.5rem;
  }

  .call .view {
    animation: arrive 320ms ease-out;
  }

  .thinking {
    display: flex;
    gap: 0.3125rem;
    margin: 0;
    padding-block: 0.5rem;
  }

  .thinking i {
    inline-size: 0.375rem;
    block-size: 0.375rem;
    border-radius: 50%;
    background: var(--accent);
    animation: think 1.1s ease-in-out infinite;
  }

  .thinking i:nth-of-type(2) {
    animation-delay: 0.14s;
  }

  .thinking i:nth-of-type(3) {
    animation-delay: 0.28s;
  }

  .notice {
    margin: 0;
    font-size: var(--small);
    color: var(--muted);
  }

  .notice.failed {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.625rem 0.75rem;
    padding: 0.75rem 0.875rem;
    border: 1px solid color-mix(in oklch, var(--bad) 35%, transparent);
    border-radius: var(--radius);
    background: var(--bad-soft);
    color: var(--ink);
  }

  .notice.failed svg {
    flex: none;
    color: var(--bad);
  }

  .notice.failed p {
    flex: 1 1 14rem;
    margin: 0;
    overflow-wrap: anywhere;
    font-size: 0.9375rem;
  }

  .notice .detail {
    flex: 1 0 100%;
    max-block-size: 6rem;
    overflow-wrap: anywhere;
    font-size: var(--small);
    color: var(--muted);
  }

  .notice .button svg {
    color: inherit;
  }

  @keyframes arrive {
    from {
      opacity: 0;
      translate: 0 6px;
    }
  }

  @keyframes think {
    0%,
    60%,
    100% {
      opacity: 0.3;
    }
    30% {
      opacity: 1;
    }
  }
`;
