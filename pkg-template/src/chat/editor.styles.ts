import { css } from "lit";

/** The editor of a sent message. */
export const editorStyles = css`
  .editor {
    display: grid;
    gap: 0.5rem;
    inline-size: 100%;
    padding: 0.75rem;
    border: 1px solid var(--_line);
    border-radius: calc(var(--_radius) + 4px);
    background: var(--_raised);
  }

  .editor textarea {
    inline-size: 100%;
    padding: 0.5rem 0.625rem;
    border: 1px solid var(--_control-line);
    border-radius: var(--_radius);
    background: var(--_paper);
    color: var(--_ink);
    font: inherit;
    /* Smaller text makes iOS zoom in on focus. */
    font-size: max(1em, 16px);
    resize: vertical;
    field-sizing: content;
    min-block-size: 3.5rem;
    max-block-size: 18rem;
  }

  .note {
    margin: 0;
    color: var(--_muted);
    font-size: var(--_text-small);
  }

  .buttons {
    display: flex;
    flex-wrap: wrap;
    justify-content: flex-end;
    gap: 0.5rem;
  }
`;
