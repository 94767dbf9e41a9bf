import { css } from "lit";

/** The bar above the conversation and the drawer with the list of threads, of a chat that has threads. */
export const drawerStyles = css`
  .body,
  .main {
    display: contents;
  }

  .body.with-threads {
    position: relative;
    display: flex;
    flex: 1 1 auto;
    min-block-size: 0;
  }

  .with-threads > .main {
    display: flex;
    flex: 1 1 auto;
    flex-direction: column;
    min-inline-size: 0;
    min-block-size: 0;
  }

  .bar {
    display: flex;
    flex: none;
    padding: 0.375rem 0.5rem;
    border-block-end: 1px solid var(--_line);
  }

  .drawer-button {
    display: inline-flex;
    align-items: center;
    gap: 0.5rem;
    min-block-size: 2.25rem;
    padding-inline: 0.625rem;
    border: 0;
    border-radius: 8px;
    background: none;
    color: var(--_ink);
    font: 500 var(--_text-small) / 1.2 var(--_font);
    cursor: pointer;
  }

  .drawer-button:hover,
  .drawer-button[aria-expanded="true"] {
    background: var(--_raised);
  }

  .drawer {
    flex: none;
    inline-size: var(--ag-ui-chat-threads, 18rem);
    border-inline-end: 1px solid var(--_line);
    background: var(--_paper);
  }

  .drawer[hidden] {
    display: none;
  }

  /* Where there is no room beside the conversation, it covers it. */
  @container (inline-size < 44rem) {
    .drawer {
      position: absolute;
      inset: 0;
      z-index: 2;
      inline-size: auto;
      border: 0;
    }
  }

  @media (pointer: coarse) {
    .drawer-button {
      min-block-size: 2.75rem;
    }
  }

  @media (max-height: 20rem) {
    .body.with-threads {
      flex: none;
      min-block-size: 12rem;
    }
  }
`;
