import { css } from "lit";

/** Charts, tickets and pictures in the conversation. */
export const viewStyles = css`
  .view {
    inline-size: 100%;
    max-inline-size: 27rem;
    margin: 0;
    padding: 0.875rem 1rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--raised);
    box-shadow: var(--shadow);
  }

  .view figcaption {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 0 0.75rem;
    margin-block-end: 0.625rem;
  }

  .view figcaption span,
  .view .quiet {
    color: var(--muted);
    font-size: var(--small);
  }

  .view strong {
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  .view svg {
    display: block;
    inline-size: 100%;
    block-size: auto;
    overflow: visible;
  }

  .view text {
    fill: var(--ink);
    font: 500 12px var(--sans);
    text-anchor: middle;
    font-variant-numeric: tabular-nums;
  }

  .view text.start {
    text-anchor: start;
  }

  .view text.label,
  .view text.soft {
    fill: var(--muted);
    font-weight: 400;
  }

  .view rect.bar {
    fill: var(--accent);
  }

  .view rect.range {
    fill: url(#warmth);
  }

  stop.warm {
    stop-color: var(--accent);
  }

  stop.cool {
    stop-color: var(--accent-line);
  }

  .view rect.bar.soft {
    fill: var(--accent-line);
  }

  .ticket {
    display: flex;
    align-items: center;
    gap: 1rem;
  }

  .ticket .time {
    font-size: 1.375rem;
    font-weight: 600;
    letter-spacing: -0.02em;
    font-variant-numeric: tabular-nums;
    color: var(--accent);
  }

  .ticket > span:nth-child(2) {
    display: grid;
    flex: 1;
    min-inline-size: 0;
    padding-inline-start: 1rem;
    border-inline-start: 1px dashed var(--line-strong);
  }

  .ticket code {
    font: 500 var(--tiny) var(--mono);
    color: var(--muted);
  }

  .list {
    padding-block: 0.25rem;
    list-style: none;
  }

  .list li {
    display: flex;
    justify-content: space-between;
    gap: 1rem;
    padding-block: 0.4375rem;
    font-size: 0.875rem;
    line-height: 1.35;
  }

  .list li + li {
    border-block-start: 1px solid var(--line);
  }

  .list li > span {
    display: grid;
    align-content: start;
    min-inline-size: 0;
    font-variant-numeric: tabular-nums;
  }

  .list .end {
    flex: none;
    text-align: end;
  }

  .goods li {
    align-items: baseline;
  }

  .goods .quiet {
    margin-inline-start: auto;
  }

  .goods .price {
    min-inline-size: 4.5rem;
    font-variant-numeric: tabular-nums;
    text-align: end;
  }

  .swatches {
    display: flex;
    inline-size: 12rem;
    padding: 0;
    overflow: hidden;
  }

  .swatches span {
    flex: 1;
    block-size: 1.75rem;
  }

  .swatches span:first-child {
    flex: 3;
  }

  .picture {
    padding: 0;
    overflow: hidden;
  }

  .picture .canvas {
    aspect-ratio: 512 / 320;
    background: var(--sunken);
  }

  .picture canvas {
    display: block;
    inline-size: 100%;
    block-size: 100%;
  }

  .picture figcaption {
    align-items: center;
    flex-wrap: nowrap;
    margin: 0;
    padding: 0.5rem 0.875rem;
    font-variant-numeric: tabular-nums;
  }

  .picture progress {
    flex: 1;
    block-size: 4px;
    border: 0;
    border-radius: 2px;
    overflow: hidden;
    appearance: none;
    background: var(--line);
  }

  .picture progress::-webkit-progress-bar {
    background: var(--line);
  }

  .picture progress::-webkit-progress-value {
    background: var(--accent);
  }

  .picture progress::-moz-progress-bar {
    background: var(--accent);
  }
`;
