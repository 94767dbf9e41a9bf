import { html, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import type { SalesReport } from "../tools/get-sales.js";

const WIDTH = 340;
const ROW = 30;
const LABEL = 58;
const VALUE = 54;

/** Sales: lying bars by region, standing ones by month. */
export function salesChart({ by, year, rows }: SalesReport): TemplateResult {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  const summary = rows.map(({ label, value }) => `${label} ${money(value)}`).join(", ");
  const height = by === "region" ? rows.length * ROW : 150;
  return html`<figure class="view">
    <figcaption><strong>Sales ${year}</strong><span>by ${by} · sample data</span></figcaption>
    <svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Sales in ${year} by ${by}: ${summary}" data-testid="sales-chart">
      ${by === "region" ? lyingBars(rows, most) : standingBars(rows, most)}
    </svg>
  </figure>`;
}

function lyingBars(rows: SalesReport["rows"], most: number): SVGTemplateResult[] {
  return rows.map(({ label, value }, i) => {
    const length = ((WIDTH - LABEL - VALUE) * value) / most;
    const middle = i * ROW + ROW / 2;
    return svg`<text class="label start" x="0" y=${middle + 4}>${label}</text>
      <rect class=${value === most ? "bar" : "bar soft"} x=${LABEL} y=${middle - 8} width=${length} height="16" rx="4" />
      <text class="value start" x=${LABEL + length + 8} y=${middle + 4}>${money(value)}</text>`;
  });
}

function standingBars(rows: SalesReport["rows"], most: number): SVGTemplateResult[] {
  const column = WIDTH / rows.length;
  return rows.map(({ label, value }, i) => {
    const length = (104 * value) / most;
    const x = column * (i + 0.5);
    const best = value === most;
    return svg`<rect class=${best ? "bar" : "bar soft"} x=${x - 9} y=${124 - length} width="18" height=${length} rx="4" />
      ${best ? svg`<text class="value" x=${x} y=${117 - length}>${money(value)}</text>` : ""}
      <text class="label" x=${x} y="143">${label}</text>`;
  });
}

function money(thousands: number): string {
  return thousands >= 1000 ? `$${(thousands / 1000).toFixed(2)}M` : `$${Math.round(thousands)}k`;
}
