import { css } from "lit";

export const panelStyles = css`
  :host {
    display: block;
    min-block-size: 0;
    overflow-y: auto;
    padding: 0 1.25rem 1.25rem;
    background: var(--paper);
    scrollbar-gutter: stable;
  }

  header {
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    margin-block-end: 0;
    padding-block: 0.75rem 0.5rem;
    background: var(--paper);
  }

  h3 {
    margin: 0.75rem 0 0.375rem;
    font: 500 var(--tiny) var(--mono);
    color: var(--muted);
  }

  h3:first-child {
    margin-block-start: 0;
  }

  [role="log"] {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.375rem;
  }

  @media (width < 60rem) {
    :host {
      padding: 0 1rem 1rem;
    }
  }
`;
