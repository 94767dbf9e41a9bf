import { css } from "lit";
import { shared } from "../styles/shared.js";

/** Charts, tickets and pictures in the conversation. */
export const viewStyles = [
  shared,
  css`
    .view {
      max-inline-size: 29rem;
      padding: 0.875rem 1rem 0.5rem;
      border: 1px solid var(--line);
      border-radius: var(--radius);
      background: var(--raised);
      box-shadow: var(--shadow);
      overflow-wrap: anywhere;
    }

    .where {
      margin: 0.75rem 0 0;
      padding-block-start: 0.375rem;
      border-block-start: 1px solid var(--line);
      font-size: var(--tiny);
    }

    .refused {
      margin: 0.75rem 0 0;
      color: var(--bad);
      font-size: var(--small);
    }

    .where,
    .quiet,
    figcaption span,
    .ticket code {
      color: var(--muted);
    }

    .quiet,
    figcaption span {
      font-size: var(--small);
    }

    code {
      font: 500 var(--tiny) var(--mono);
    }

    strong {
      font-weight: 600;
    }

    figure,
    ul {
      margin: 0;
      padding: 0;
      list-style: none;
    }

    figcaption,
    .ticket,
    li,
    .choices {
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 0.5rem 1rem;
      font-variant-numeric: tabular-nums;
    }

    figcaption,
    .choices {
      flex-wrap: wrap;
      justify-content: start;
      margin-block: 0.25rem 0.5rem;
    }

    .chart {
      display: block;
      inline-size: 100%;
      block-size: auto;
      overflow: visible;
    }

    text {
      fill: var(--ink);
      font: 500 12px var(--sans);
      text-anchor: middle;
    }

    text.start {
      text-anchor: start;
    }

    text.label,
    text.soft {
      fill: var(--muted);
      font-weight: 400;
    }

    rect {
      fill: var(--accent);
    }

    rect.soft {
      fill: var(--accent-line);
    }

    .ticket .time {
      color: var(--accent);
      font-size: 1.25rem;
      font-weight: 600;
    }

    .ticket > span:nth-child(2) {
      display: grid;
      flex: 1;
      padding-inline-start: 1rem;
      border-inline-start: 1px dashed var(--line-strong);
    }

    li {
      padding-block: 0.4375rem;
      font-size: 0.875rem;
      line-height: 1.35;
    }

    li + li {
      border-block-start: 1px solid var(--line);
    }

    li > span {
      display: grid;
    }

    li > :last-child {
      flex: none;
      min-inline-size: 4.5rem;
      text-align: end;
    }

    .swatches {
      display: flex;
    }

    .swatches span {
      flex: 1;
      block-size: 1.75rem;
    }

    canvas {
      display: block;
      max-inline-size: 100%;
      border-radius: 6px;
    }

    progress {
      flex: 1;
      accent-color: var(--accent);
    }
  `,
];
