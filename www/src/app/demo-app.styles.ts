import { css } from "lit";

export const appStyles = css`
  :host {
    display: grid;
    grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
    block-size: 100dvh;
    /* The page itself never scrolls, whatever asks for it: its parts do. */
    overflow: clip;
  }

  .bar,
  .views {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    min-block-size: 2.75rem;
    padding: 0.25rem 1.25rem;
    border-block-end: 1px solid var(--line);
    font-size: var(--small);
    line-height: 1.25;
  }

  .bar {
    min-block-size: 3.5rem;
  }

  .views {
    background: var(--sunken);
  }

  .brand {
    display: flex;
    align-items: center;
    gap: 0.625rem;
    margin: 0;
    font-size: 1rem;
    white-space: nowrap;
  }

  nav {
    position: relative;
    display: flex;
    gap: 0.125rem;
    min-inline-size: 0;
    padding: 0.125rem;
    border-radius: 10px;
    background: var(--sunken);
    overflow-x: auto;
    scrollbar-width: none;
  }

  nav a {
    display: grid;
    align-items: center;
    min-block-size: 2rem;
    padding-inline: 0.75rem;
    border-radius: 8px;
    color: var(--muted);
    font-weight: 500;
    text-decoration: none;
    white-space: nowrap;
    outline-offset: -2px;
  }

  nav a[aria-current="page"] {
    background: var(--raised);
    box-shadow: var(--shadow);
  }

  :is(nav a, [role="tab"]):is(:hover, [aria-current="page"], [aria-selected="true"]) {
    color: var(--ink);
  }

  .info,
  .count {
    color: var(--muted);
  }

  .count,
  .info {
    margin-inline-end: auto;
  }

  [role="tablist"] {
    display: flex;
    align-self: stretch;
    margin-block: -0.25rem;
  }

  [role="tab"] {
    padding-inline: 0.75rem;
    border-block: 2px solid transparent;
    color: var(--muted);
    font-weight: 500;
    outline-offset: -2px;
  }

  [role="tab"][aria-selected="true"] {
    border-block-end-color: var(--accent);
  }

  .toggle {
    display: none;
  }

  main,
  main > *,
  .talk {
    min-block-size: 0;
    min-inline-size: 0;
    block-size: 100%;
    outline-offset: -2px;
  }

  .preview {
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
  }

  :host([has-panel]) .preview {
    grid-template-columns: minmax(0, 1fr) clamp(22rem, 34vw, 32rem);
  }

  [role="complementary"] {
    border-inline-start: 1px solid var(--line);
    outline-offset: -2px;
  }

  .talk {
    display: flex;
    flex-direction: column;
  }

  ag-ui-chat {
    flex: 1;
  }

  ag-ui-chat::part(approval-arguments) {
    max-block-size: 7rem;
  }

  .core-error {
    margin: 0;
    padding: 0.75rem 1.25rem;
    background: var(--bad-soft);
    overflow-wrap: anywhere;
  }

  .welcome {
    max-inline-size: 38rem;
    padding-block: 1rem;
    text-align: center;
  }

  .welcome h2 {
    margin: 0 0 0.75rem;
    font-size: clamp(1.5rem, 1.15rem + 1.3vw, 2.125rem);
    font-weight: 600;
    line-height: 1.15;
    text-wrap: balance;
  }

  .welcome p,
  .waiting {
    margin: 0 auto;
    color: var(--muted);
    text-wrap: pretty;
  }

  .welcome .primary {
    margin-block: 1.5rem 0.875rem;
  }

  .welcome .point,
  .waiting {
    max-inline-size: 26rem;
    font-size: var(--small);
  }

  .column {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1rem;
    max-inline-size: 58rem;
    margin-inline: auto;
    padding: 1.5rem 1.25rem 2.5rem;
  }

  .column :is(h2, p) {
    margin: 0;
  }

  .docs {
    display: grid;
    grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
    block-size: 100%;
  }

  .docs ul {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1.25rem;
    margin: 0;
    padding-inline: 1.25rem;
    border-block-end: 1px solid var(--line);
    font-size: var(--small);
    list-style: none;
  }

  .docs a {
    display: grid;
    align-items: center;
    min-block-size: 2.75rem;
    color: var(--accent);
  }

  iframe {
    inline-size: 100%;
    block-size: 100%;
    border: 0;
  }

  /* Too narrow for both: the panel is opened above the conversation, so that a question of the agent stays in view. */
  @media (width < 60rem) {
    :host([has-panel]) .preview {
      grid-template-columns: minmax(0, 1fr);
    }

    :host([has-panel]) .preview.open {
      grid-template-rows: minmax(0, 45%) minmax(0, 1fr);
    }

    [role="complementary"] {
      order: -1;
      border: 0;
      border-block-end: 1px solid var(--line-strong);
    }

    .preview:not(.open) > [role="complementary"],
    .bar install-line,
    .info {
      display: none;
    }

    .toggle {
      display: inline-flex;
    }

    .views,
    nav a {
      min-block-size: 2.75rem;
    }

    /* The suggestions stay one row, which can be moved along. */
    ag-ui-chat::part(composer-suggestions) {
      position: relative;
      flex-wrap: nowrap;
      overflow-x: auto;
      scrollbar-width: none;
    }

    ag-ui-chat::part(composer-suggestion) {
      inline-size: max-content;
      max-inline-size: 80cqi;
    }
  }

  @media (width < 40rem) {
    .bar,
    .views {
      gap: 0.375rem;
      padding-inline: 0.5rem;
    }

    nav a {
      padding-inline: 0.375rem;
    }

    .brand span,
    .count,
    .views .button:not(.toggle) span {
      display: none;
    }

    [role="tablist"] {
      margin-inline-end: auto;
    }
  }

  /* As low as it is at 400 %: what stands above the conversation would leave no room for it, so all of it scrolls. */
  @media (height < 24rem) and (width < 60rem) {
    :host {
      grid-template-rows: auto 95dvh;
      overflow: hidden auto;
    }
  }
`;
