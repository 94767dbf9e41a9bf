import { html, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import type { SalesReport } from "../tools/get-sales.js";

const WIDTH = 340;
const ROW = 30;
const LABEL = 58;
const VALUE = 54;

/** Sales as bars, the best of them in full colour. */
export function salesChart({ by, year, rows }: SalesReport): TemplateResult {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  const summary = rows.map(({ label, value }) => `${label} ${money(value)}`).join(", ");
  return html`<figure>
    <figcaption><strong>Sales ${year}</strong><span>by ${by} · sample data</span></figcaption>
    <svg class="chart" viewBox="0 0 ${WIDTH} ${rows.length * ROW}" role="img" aria-label="Sales in ${year} by ${by}: ${summary}" data-testid="sales-chart">
      ${bars(rows, most)}
    </svg>
  </figure>`;
}

function bars(rows: SalesReport["rows"], most: number): SVGTemplateResult[] {
  return rows.map(({ label, value }, i) => {
    const length = ((WIDTH - LABEL - VALUE) * value) / most;
    const middle = i * ROW + ROW / 2;
    return svg`<text class="label start" x="0" y=${middle + 4}>${label}</text>
      <rect class=${value === most ? "" : "soft"} x=${LABEL} y=${middle - 8} width=${length} height="16" rx="4" />
      <text class="value start" x=${LABEL + length + 8} y=${middle + 4}>${money(value)}</text>`;
  });
}

function money(thousands: number): string {
  return thousands >= 1000 ? `$${(thousands / 1000).toFixed(2)}M` : `$${Math.round(thousands)}k`;
}
