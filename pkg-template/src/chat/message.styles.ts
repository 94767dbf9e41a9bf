import { css } from "lit";

/** A message: its text, cards and buttons. */
export const messageStyles = css`
  .row {
    display: flex;
    flex-direction: column;
    align-items: flex-start;
    gap: 0.625rem;
    min-inline-size: 0;
    border-radius: var(--_radius);
    scroll-margin: 1rem;
  }

  /* What has no buttons below it stands nearer to what follows: reasoning, and calls without a text. */
  .row.bare + .row:not(.user) {
    margin-block-start: calc(-0.5 * var(--_gap));
  }

  .row.user {
    align-items: flex-end;
    gap: 0.25rem;
  }

  .row > * {
    max-inline-size: 100%;
  }

  .row:focus-visible {
    outline-offset: 6px;
  }

  /* The message that a search has found. */
  .row.found {
    outline: 2px solid var(--_accent);
    outline-offset: 5px;
  }

  .bubble {
    max-inline-size: min(85%, 34rem);
    padding: 0.5rem 0.875rem;
    border-radius: calc(var(--_radius) + 6px);
    border-end-end-radius: 4px;
    background: var(
      --ag-ui-chat-user-color,
      light-dark(
        color-mix(in oklab, var(--_accent) 12%, var(--_paper)),
        color-mix(in oklab, var(--_accent) 20%, var(--_paper))
      )
    );
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }

  .text {
    inline-size: 100%;
    min-inline-size: 0;
  }

  /* The space around a message is the list's. */
  .text .markdown > :first-child {
    margin-block-start: 0;
  }

  .text .markdown > :last-child {
    margin-block-end: 0;
  }

  .name {
    color: var(--_muted);
    font-size: var(--_text-small);
    font-weight: 600;
  }

  ag-ui-tool-card,
  ag-ui-activity-card,
  ag-ui-interrupt-card {
    display: block;
    inline-size: 100%;
  }

  .actions {
    display: flex;
    gap: 0.125rem;
    margin-inline: -0.375rem;
    /* They stand in the gap, and leave some of it to the next message. */
    margin-block: -0.375rem calc(0.5rem - var(--_gap));
    opacity: 0;
  }

  .row.user .actions {
    margin-block-start: 0;
  }

  .row:hover .actions,
  .row:focus-within .actions,
  .chunk:last-child > .row:last-child .actions {
    opacity: 1;
  }

  .action {
    display: grid;
    place-items: center;
    inline-size: 1.875rem;
    block-size: 1.75rem;
    padding: 0;
    border: 0;
    border-radius: 7px;
    background: none;
    color: var(--_muted);
    cursor: pointer;
  }

  .action:hover {
    background: var(--_raised);
    color: var(--_ink);
  }

  .action[aria-pressed="true"] {
    color: var(--_accent);
  }

  .action[aria-pressed="true"] svg {
    fill: color-mix(in oklab, var(--_accent) 22%, transparent);
  }

  /* What can't be done while the agent runs is not offered meanwhile. */
  .running .needs-idle {
    display: none;
  }

  @media (hover: none), (forced-colors: active) {
    .actions {
      opacity: 1;
    }
  }

  @media (pointer: coarse) {
    .action {
      inline-size: 2.5rem;
      block-size: 2.25rem;
    }

    .row .actions {
      margin-block-end: -1rem;
    }
  }

  .button,
  .link {
    font: 500 var(--_text-small) / 1.2 var(--_font);
    cursor: pointer;
  }

  .button {
    min-block-size: 2.125rem;
    padding-inline: 0.875rem;
    border: 1px solid var(--_control-line);
    border-radius: 8px;
    background: var(--_paper);
    color: var(--_ink);
  }

  .button:hover {
    background: var(--_raised);
  }

  .button.primary {
    border-color: var(--_accent);
    background: var(--_accent);
    color: var(--_on-accent);
  }

  .link {
    min-block-size: 1.75rem;
    padding: 0;
    border: 0;
    background: none;
    color: var(--_accent);
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }

  @media (forced-colors: active) {
    .bubble {
      border: 1px solid CanvasText;
    }

    .action[aria-pressed="true"] {
      color: Highlight;
    }
  }

  @media (prefers-reduced-motion: no-preference) {
    .row.found {
      animation: found 4s ease-in both;
    }

    @keyframes found {
      75% {
        outline-color: var(--_accent);
      }

      100% {
        outline-color: transparent;
      }
    }

    .actions {
      transition: opacity 120ms;
    }
  }
`;
