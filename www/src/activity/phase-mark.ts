import { css, html, type TemplateResult } from "lit";
import { icon } from "../styles/icons.js";
import type { Phase } from "./activity.js";

/** A phase as a small mark; shapes differ as well as colours. */
export function phaseMark(phase: Phase): TemplateResult {
  const shape =
    phase === "succeeded"
      ? icon("check", 14)
      : phase === "failed"
        ? icon("cross", 14)
        : phase === "cancelled"
          ? icon("stop", 14)
          : "";
  return html`<span class="mark ${phase}" aria-hidden="true">${shape}</span>`;
}

export const phaseMarkStyles = css`
  .mark {
    display: inline-grid;
    flex: none;
    place-items: center;
    inline-size: 1rem;
    block-size: 1rem;
    color: var(--muted);
  }

  .mark.succeeded {
    color: var(--good);
  }

  .mark.failed {
    color: var(--bad);
  }

  .mark.streaming::before,
  .mark.asking::before,
  .mark.pending::before,
  .mark.validating::before,
  .mark.executing::before {
    content: "";
    inline-size: 0.625rem;
    block-size: 0.625rem;
    border-radius: 50%;
    border: 2px solid var(--accent);
  }

  .mark.streaming::before {
    background: var(--accent);
    animation: pulse 1.1s ease-in-out infinite;
  }

  .mark.validating::before,
  .mark.executing::before {
    inline-size: 0.8125rem;
    block-size: 0.8125rem;
    border-color: var(--accent-line);
    border-block-start-color: var(--accent);
    animation: turn 0.8s linear infinite;
  }

  @keyframes pulse {
    50% {
      opacity: 0.35;
    }
  }

  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
`;
