import { css } from "lit";

/** The attachments of a message. */
export const attachmentsStyles = css`
  .attachments {
    display: flex;
    flex-wrap: wrap;
    justify-content: flex-end;
    gap: 0.5rem;
  }

  .picture :is(canvas, img) {
    display: block;
    inline-size: auto;
    block-size: auto;
    max-inline-size: 100%;
    max-block-size: 16rem;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }

  .picture canvas:not([data-failed]) + .chip,
  .picture canvas[data-failed] {
    display: none;
  }

  .chip {
    display: inline-flex;
    align-items: center;
    gap: 0.375rem;
    min-block-size: 2rem;
    max-inline-size: 20rem;
    padding-inline: 0.625rem 0.75rem;
    border: 1px solid var(--_line);
    border-radius: 8px;
    background: var(--_raised);
    color: var(--_ink);
    font-size: var(--_text-small);
    text-decoration: none;
  }

  .chip svg {
    flex: none;
    color: var(--_muted);
  }

  a.chip:hover {
    border-color: var(--_control-line);
  }
`;
