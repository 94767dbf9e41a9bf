import { css } from "lit";

/** The fields of a form. */
export const formStyles = css`
  form {
    display: grid;
    gap: calc(var(--_space) * 4);
    min-inline-size: 0;
  }

  .field,
  .group {
    display: grid;
    gap: var(--_space);
    min-inline-size: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }

  .group {
    gap: calc(var(--_space) * 4);
    padding-inline-start: calc(var(--_space) * 3);
    border-inline-start: 2px solid var(--_line);
  }

  .group > .button {
    justify-self: start;
  }

  legend,
  label {
    padding: 0;
    font-weight: 550;
    overflow-wrap: anywhere;
  }

  /* One that floats is an item of the grid as any other. */
  legend {
    float: inline-start;
  }

  .optional,
  .hint {
    color: var(--_muted);
    font-size: var(--_text-small);
    font-weight: 400;
  }

  .hint,
  .error {
    display: grid;
    margin: 0;
    overflow-wrap: anywhere;
    white-space: pre-line;
  }

  .error {
    font-size: var(--_text-small);
  }

  input:not([type="checkbox"], [type="radio"]),
  textarea,
  select {
    inline-size: 100%;
    min-block-size: 2.25rem;
    padding: 0.35em 0.6em;
    border: 1px solid var(--_control-line);
    border-radius: var(--_radius-small);
    background: var(--_paper);
    color: inherit;
    font: inherit;
  }

  textarea {
    resize: vertical;
    overflow-wrap: anywhere;
  }

  input.short {
    max-inline-size: 14em;
  }

  .code {
    font-family: var(--_font-mono);
    font-size: var(--_text-small);
  }

  [aria-invalid="true"]:is(input, textarea, select) {
    border-color: var(--_bad);
    box-shadow: inset 0 0 0 1px var(--_bad);
  }

  .choices {
    display: grid;
    gap: var(--_space);
  }

  .choice {
    display: flex;
    gap: 0.55em;
    align-items: center;
    min-block-size: 1.75rem;
    font-weight: 400;
    cursor: pointer;
  }

  .choice input {
    flex: none;
    inline-size: 1.2em;
    block-size: 1.2em;
    margin: 0;
    accent-color: var(--_accent);
  }

  .items {
    display: grid;
    gap: calc(var(--_space) * 3);
    margin: 0;
    padding: 0;
    list-style: none;
  }

  .items > li {
    display: flex;
    flex-wrap: wrap;
    gap: calc(var(--_space) * 2);
    align-items: end;
  }

  .content {
    display: grid;
    flex: 1 1 12em;
    gap: calc(var(--_space) * 3);
    min-inline-size: 0;
  }

  .item-buttons {
    display: flex;
    gap: var(--_space);
  }

  .button.small {
    min-inline-size: 2.25rem;
    padding: 0;
  }

  .summary {
    padding: calc(var(--_space) * 3);
    border: 1px solid var(--_bad);
    border-radius: var(--_radius-small);
  }

  .summary p {
    margin: 0;
    font-weight: 600;
  }

  .summary ul {
    margin: var(--_space) 0 0;
    padding-inline-start: 1.2em;
  }

  .summary button {
    min-block-size: 1.5rem;
    padding: 0;
    border: 0;
    background: none;
    color: var(--_bad);
    font: inherit;
    text-align: start;
    text-decoration: underline;
    overflow-wrap: anywhere;
    cursor: pointer;
  }

  @media (pointer: coarse) {
    .choice,
    .summary button,
    .button.small {
      min-block-size: 2.75rem;
      min-inline-size: 2.75rem;
    }
  }
`;
