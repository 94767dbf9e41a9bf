import { css } from "lit";

/** The attached files of the composer, and the cover while files are dragged over it. */
export const filesStyles = css`
  .files {
    display: grid;
    gap: calc(var(--_space) * 1.5);
    list-style: none;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 14rem), 1fr));
    align-items: stretch;
    max-block-size: min(11rem, 30dvh);
    overflow: auto;
    /* Room for the focus of the first and the last button. */
    padding: 3px;
    margin: -3px -3px calc(var(--_space) * 1.5 - 3px);
    cursor: default;
  }

  .files li {
    display: flex;
    align-items: center;
    gap: calc(var(--_space) * 2);
    min-inline-size: 0;
    padding: calc(var(--_space) * 1.25);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_raised);
  }

  .files li.failed {
    border-color: var(--_bad);
  }

  .sign > * {
    display: grid;
    place-items: center;
    inline-size: 2.5rem;
    block-size: 2.5rem;
    border-radius: calc(var(--_radius) * 0.6);
    object-fit: cover;
    color: var(--_muted);
  }

  .facts {
    flex: 1;
    display: grid;
    min-inline-size: 0;
    font-size: var(--_text-small);
    line-height: 1.35;
  }

  .name {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
    overflow-wrap: anywhere;
  }

  .state {
    color: var(--_muted);
    overflow-wrap: anywhere;
  }

  .failed .state {
    color: var(--_bad);
  }

  progress {
    inline-size: 100%;
    block-size: 0.5rem;
    margin-block: 0.25rem;
    accent-color: var(--_accent);
  }

  .drop {
    position: absolute;
    inset: 0;
    display: grid;
    place-items: center;
    padding: calc(var(--_space) * 2);
    border: 2px dashed var(--_accent);
    border-radius: inherit;
    background: var(--_paper);
    font-weight: 600;
    text-align: center;
    pointer-events: none;
  }
`;
