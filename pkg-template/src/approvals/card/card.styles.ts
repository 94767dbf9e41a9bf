import { css } from "lit";

/** The frame of a question, its text and its arguments. */
export const cardStyles = css`
  .card {
    display: grid;
    gap: calc(var(--_space) * 3);
    min-inline-size: 0;
    padding: calc(var(--_space) * 4);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_raised);
  }

  .card > *,
  .interrupt > * {
    min-inline-size: 0;
  }

  .card.danger {
    border-color: var(--_bad);
  }

  .question {
    margin: 0;
    font-weight: 650;
    overflow-wrap: anywhere;
  }

  .summary,
  .about,
  .warning,
  .outcome,
  .progress {
    margin: 0;
    overflow-wrap: anywhere;
  }

  .summary .scroller {
    max-block-size: 12em;
  }

  .about,
  .progress {
    color: var(--_muted);
    font-size: var(--_text-small);
  }

  .warning {
    color: var(--_bad);
    font-size: var(--_text-small);
    font-weight: 600;
  }

  .warning::before {
    content: "⚠ ";
    content: "⚠ " / "";
  }

  code {
    font: 500 0.93em var(--_font-mono);
    overflow-wrap: anywhere;
  }

  .change-head {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space) calc(var(--_space) * 3);
    align-items: end;
    justify-content: space-between;
    margin-block-end: var(--_space);
  }

  .change-head .label {
    margin: 0;
    overflow-wrap: anywhere;
  }

  .change-head .button[aria-pressed="true"] {
    border-color: var(--_accent);
  }

  .diff {
    max-block-size: 22em;
  }

  .arguments {
    max-block-size: 22em;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-small);
    background: var(--_paper);
    font-size: var(--_text-small);
  }

  .label {
    margin: 0 0 var(--_space);
    color: var(--_muted);
    font-size: var(--_text-small);
    font-weight: 600;
  }

  .outcome {
    font-weight: 600;
  }

  .outcome.approved {
    color: var(--_good);
  }

  .outcome.declined {
    color: var(--_bad);
  }

  .outcome.withdrawn {
    color: var(--_muted);
  }

  textarea.reason {
    inline-size: 100%;
    min-block-size: 3.5em;
    padding: 0.4em 0.6em;
    border: 1px solid var(--_control-line);
    border-radius: var(--_radius-small);
    background: var(--_paper);
    color: inherit;
    font: inherit;
    resize: vertical;
  }

  .interrupts {
    display: grid;
    gap: calc(var(--_space) * 4);
    margin: 0;
    padding: 0;
    list-style: none;
  }

  .interrupt {
    display: grid;
    gap: calc(var(--_space) * 3);
  }

  .interrupt + .interrupt {
    padding-block-start: calc(var(--_space) * 4);
    border-block-start: 1px solid var(--_line);
  }

  /* At 400 % there is no room for a scroller within: the page scrolls. */
  @media (height < 22rem) {
    .diff,
    .arguments,
    .summary .scroller {
      max-block-size: none;
    }
  }

  @media (width < 30rem) {
    .actions .button {
      flex: 1 1 auto;
    }
  }
`;
