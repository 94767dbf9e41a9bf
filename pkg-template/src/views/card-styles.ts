import { css } from "lit";

/** The look of the default cards. */
export const cardStyles = css`
  :host {
    display: block;
    color: var(--_ink);
    font: var(--_text) / var(--_leading) var(--_font);
    min-inline-size: 0;
  }
  :host([hidden]) {
    display: none;
  }
  .card {
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_raised);
    padding: calc(var(--_space) * 2) calc(var(--_space) * 3);
    outline-offset: 2px;
  }
  header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space) calc(var(--_space) * 2);
    min-block-size: 28px;
  }
  .title {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .name,
  dt,
  .value,
  .preview {
    font-family: var(--_font-mono);
    font-size: var(--_text-small);
  }
  .name,
  .status,
  .preview,
  .more,
  .attempt {
    color: var(--_muted);
  }
  .status {
    font-size: var(--_text-small);
    margin-inline-start: auto;
  }
  .icon {
    inline-size: 1.125rem;
    block-size: 1.125rem;
    flex: none;
    fill: none;
    stroke: var(--_muted);
    stroke-width: 1.6;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .card[data-status="succeeded"] .icon {
    stroke: var(--_good);
  }
  .card[data-status="failed"] .icon,
  .card[data-status="failed"] .status {
    stroke: var(--_bad);
    color: var(--_bad);
  }
  .card:is([data-status="approval"], [data-status="asking"], [data-status="retrying"]) :is(.icon, .status) {
    stroke: var(--_warn);
    color: var(--_warn);
  }
  .card[data-status="running"] .icon {
    stroke: var(--_accent);
  }
  .turning {
    transform-origin: center;
    animation: turn 1s linear infinite;
  }
  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }
  button {
    font: inherit;
    font-family: var(--_font);
    font-size: var(--_text-small);
    color: var(--_ink);
    background: var(--_paper);
    border: 1px solid var(--_control-line);
    border-radius: calc(var(--_radius) * 0.6);
    min-block-size: 28px;
    min-inline-size: 28px;
    padding: 0 calc(var(--_space) * 2);
    cursor: pointer;
  }
  button:hover {
    border-color: var(--_ink);
  }
  :is(button, summary, .card):focus-visible {
    outline: 2px solid var(--_accent);
  }
  details {
    margin-block-start: var(--_space);
  }
  summary {
    display: flex;
    align-items: center;
    gap: calc(var(--_space) * 2);
    min-block-size: 28px;
    border-radius: calc(var(--_radius) * 0.6);
    font-size: var(--_text-small);
    list-style: none;
    cursor: pointer;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  summary::before {
    content: "";
    flex: none;
    inline-size: 0.4em;
    block-size: 0.4em;
    border-block-end: 1.5px solid currentcolor;
    border-inline-end: 1.5px solid currentcolor;
    transform: rotate(-45deg);
    margin-inline: 0.15em;
  }
  details[open] > summary::before {
    transform: rotate(45deg);
  }
  :host(:dir(rtl)) summary::before {
    transform: rotate(45deg);
  }
  :host(:dir(rtl)) details[open] > summary::before {
    transform: rotate(-45deg);
  }
  .preview {
    flex: 1;
    min-inline-size: 0;
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  details[open] > summary .preview {
    visibility: hidden;
  }
  dl {
    display: grid;
    grid-template-columns: fit-content(40%) minmax(0, 1fr);
    column-gap: calc(var(--_space) * 3);
    margin: 0;
  }
  .row {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
    padding-block: calc(var(--_space) * 0.5);
  }
  .row + .row {
    border-block-start: 1px solid var(--_line);
  }
  dt {
    color: var(--_muted);
    min-inline-size: 4rem;
    overflow-wrap: anywhere;
  }
  dd {
    margin: 0;
  }
  .text {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .value button {
    margin-block: calc(var(--_space) * 0.5);
  }
  @container (inline-size < 20rem) {
    dl,
    .row {
      display: block;
    }
  }
  .fold {
    container-type: inline-size;
  }
  .mark {
    border: 1px solid var(--_warn);
    border-radius: 3px;
    color: var(--_warn);
    font-size: 0.85em;
    padding-inline: 0.2em;
    margin-inline: 0.1em;
  }
  .error {
    margin-block: var(--_space) 0;
    border-inline-start: 3px solid var(--_bad);
    padding-inline-start: calc(var(--_space) * 2);
    font-size: var(--_text-small);
  }
  .more,
  .attempt {
    margin: var(--_space) 0 0;
    font-size: var(--_text-small);
  }
  .attempt,
  .progress {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space) calc(var(--_space) * 2);
  }
  .progress {
    margin-block-start: var(--_space);
    font-size: var(--_text-small);
  }
  progress {
    flex: 1;
    min-inline-size: 6rem;
    block-size: 0.5rem;
    accent-color: var(--_accent);
  }
  @media (prefers-reduced-motion: reduce) {
    .turning {
      animation: none;
    }
  }
  @media (forced-colors: active) {
    .icon,
    .card[data-status] .icon {
      stroke: CanvasText;
    }
    .card[data-status] .status,
    .mark {
      color: CanvasText;
    }
  }

  ag-ui-approval-card {
    display: block;
    margin-block-start: calc(var(--_space) * 2);
  }
`;
