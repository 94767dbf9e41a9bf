import { css } from "lit";

/** The suggestions above the composer. */
export const suggestionsStyles = css`
  .suggestions {
    display: flex;
    flex-wrap: wrap;
    gap: calc(var(--_space) * 1.5);
    margin: 0;
    margin-block-end: calc(var(--_space) * 2);
    padding: 0;
    list-style: none;
  }

  .suggestions li {
    max-inline-size: 100%;
  }

  .suggestions button {
    max-inline-size: 100%;
    min-block-size: 2rem;
    padding: calc(var(--_space) * 0.75) calc(var(--_space) * 3);
    border: 1px solid var(--_line);
    border-radius: 1.25rem;
    background: var(--_paper);
    font-size: var(--_text-small);
    line-height: 1.35;
    text-align: start;
    overflow-wrap: anywhere;
    transition: border-color 120ms;
  }

  .suggestions button:hover {
    border-color: var(--_accent);
    background: var(--_raised);
  }

  @media (pointer: coarse) {
    .suggestions button {
      min-block-size: 2.75rem;
    }
  }
`;
