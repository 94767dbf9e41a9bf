import { css } from "lit";

/** The errors and notices below the composer. */
export const messagesStyles = css`
  .errors:not(.none),
  .notice,
  .limit {
    margin-block: calc(var(--_space) * 1.5) 0;
    padding-inline: calc(var(--_space) * 2);
    font-size: var(--_text-small);
    overflow-wrap: anywhere;
  }

  .errors:not(.none) {
    display: flex;
    align-items: start;
    justify-content: space-between;
    gap: calc(var(--_space) * 2);
  }

  .errors,
  .limit {
    color: var(--_bad);
  }

  .errors p {
    margin: 0;
  }

  .notice {
    color: var(--_muted);
  }
`;
