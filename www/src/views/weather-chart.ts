import { html, svg, type TemplateResult } from "lit";
import type { Forecast } from "../tools/get-weather.js";

const WIDTH = 340;
const TOP = 26;
const PLOT = 84;
const BAR = 12;

/** A forecast: for each day a bar from its lowest to its highest temperature. */
export function weatherChart({ city, days }: Forecast): TemplateResult {
  const warmest = Math.max(...days.map(({ high }) => high));
  const coldest = Math.min(...days.map(({ low }) => low));
  const scale = PLOT / Math.max(1, warmest - coldest);
  const column = WIDTH / Math.max(days.length, 4);
  const summary = days
    .map(
      ({ day, high, low, rain }) =>
        `${day} ${low} to ${high} degrees, ${rain} percent chance of rain`,
    )
    .join("; ");
  return html`<figure>
    <figcaption><strong>${city}</strong><span>°C and chance of rain · sample data</span></figcaption>
    <svg class="chart" viewBox="0 0 ${WIDTH} 178" role="img" aria-label="Forecast for ${city}: ${summary}" data-testid="weather-chart">
      ${days.map(({ day, high, low, rain }, i) => {
        const x = column * (i + 0.5);
        const y = TOP + (warmest - high) * scale;
        const length = Math.max(BAR, (high - low) * scale);
        return svg`<g>
          <text class="value" x=${x} y=${y - 8}>${high}°</text>
          <rect x=${x - BAR / 2} y=${y} width=${BAR} height=${length} rx=${BAR / 2} />
          <text class="soft" x=${x} y=${y + length + 17}>${low}°</text>
          <text class="soft" x=${x} y="152">${rain === 0 ? "dry" : `${rain}%`}</text>
          <text class="label" x=${x} y="171">${day.slice(0, 3)}</text>
        </g>`;
      })}
    </svg>
  </figure>`;
}
