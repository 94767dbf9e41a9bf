import { css } from "lit";

export const announcementStyles = css`
  form {
    display: grid;
    grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
    gap: 0.625rem 0.75rem;
    align-items: end;
  }

  .wide {
    grid-column: 1 / -1;
  }

  label {
    display: grid;
    gap: 0.1875rem;
    color: var(--muted);
    font-size: var(--small);
  }

  input,
  select {
    inline-size: 100%;
    min-inline-size: 0;
    min-block-size: 2.25rem;
    padding-inline: 0.625rem;
    border: 1px solid var(--line-strong);
    border-radius: 8px;
    background: var(--raised);
    color: var(--ink);
    font: inherit;
    font-size: 0.875rem;
  }

  #hint {
    margin: 0;
    color: var(--muted);
    font-size: var(--tiny);
  }

  .button {
    justify-self: end;
    min-block-size: 2.25rem;
  }

  .published {
    margin: 0.625rem 0 0;
    color: var(--good);
    font-size: var(--small);
    overflow-wrap: anywhere;
  }

  .published:empty {
    margin: 0;
  }

  @media (width < 60rem) {
    input,
    select {
      min-block-size: 2.75rem;
      /* Smaller text makes iOS zoom in on focus. */
      font-size: max(1rem, 16px);
    }

    .button {
      min-block-size: 2.75rem;
    }
  }
`;
