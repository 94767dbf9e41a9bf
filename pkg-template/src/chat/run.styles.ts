import { css } from "lit";

/** The state of a run, below the messages: its steps, and its failure. */
export const runStyles = css`
  .waiting,
  .notice,
  .usage {
    margin: 0;
    color: var(--_muted);
    font-size: var(--_text-small);
  }

  .steps ol {
    display: grid;
    gap: 0.25rem;
    margin: 0.375rem 0 0;
    padding: 0;
    list-style: none;
  }

  .steps li {
    display: flex;
    align-items: baseline;
    gap: 0.5rem;
    color: var(--_muted);
    font-size: var(--_text-small);
  }

  .steps .mark {
    display: grid;
    place-items: center;
    flex: none;
    inline-size: 1rem;
    block-size: 1rem;
    align-self: center;
  }

  .steps .mark svg {
    inline-size: 0.875rem;
    color: var(--_good);
  }

  .steps .active .mark::before {
    content: "";
    inline-size: 0.4375rem;
    block-size: 0.4375rem;
    border: 1.5px solid var(--_accent);
    border-radius: 50%;
  }

  .failure,
  .cut {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem 0.75rem;
    padding: 0.75rem 0.875rem;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_raised);
  }

  .failure {
    border-color: color-mix(in oklab, var(--_bad) 45%, var(--_paper));
    background: color-mix(in oklab, var(--_bad) 6%, var(--_paper));
  }

  .failure > svg {
    flex: none;
    color: var(--_bad);
  }

  .failure > p,
  .cut > p {
    flex: 1 1 14rem;
    margin: 0;
  }

  .failure > .note {
    flex: 1 0 100%;
  }

  .error-details {
    flex: 1 0 100%;
    font-size: var(--_text-small);
    color: var(--_muted);
  }

  .error-details p {
    max-block-size: 10rem;
    margin: 0.25rem 0 0;
    overflow: auto;
    font-family: var(--_font-mono);
    white-space: pre-wrap;
  }

  /* Something goes on. The dot moves, and not the words, which stay as easy to read as ever. */
  .shimmer {
    display: inline-flex;
    align-items: center;
    gap: 0.5rem;
    color: var(--_muted);
  }

  .waiting .shimmer::before,
  summary .shimmer::after {
    content: "";
    flex: none;
    inline-size: 0.4375rem;
    block-size: 0.4375rem;
    border-radius: 50%;
    background: var(--_accent);
  }

  @media (prefers-reduced-motion: no-preference) {
    .waiting .shimmer::before,
    summary .shimmer::after,
    .steps .active .mark::before {
      animation: breathe 1.6s ease-in-out infinite;
    }
  }

  @keyframes breathe {
    50% {
      opacity: 0.25;
    }
  }

  @media (forced-colors: active) {
    .failure,
    .cut {
      border-color: CanvasText;
    }
  }
`;
