import type { ToolDefinition } from "ag-ui-lit";
import { z } from "zod";
import { pause } from "./pause.js";
import { seededRandom } from "./seeded-random.js";

const schema = z.object({
  city: z.string().trim().min(2).max(60).describe("The city's name"),
  days: z.int().min(1).max(7).default(5).describe("How many days, from today"),
});

export interface Forecast {
  city: string;
  unit: "celsius";
  /** `rain` is its chance in percent. */
  days: { day: string; high: number; low: number; rain: number }[];
}

export const getWeather: ToolDefinition<z.infer<typeof schema>> = {
  name: "get_weather",
  description: "Gets a city's forecast for up to 7 days; the page draws it.",
  schema,
  metadata: { category: "data", idempotent: true },
  async handler({ city, days }, { signal }): Promise<Forecast> {
    const random = seededRandom(city.toLowerCase());
    await pause(500 + random() * 500, signal);
    const base = 6 + random() * 20;
    const wetness = random();
    const weekday = new Intl.DateTimeFormat("en", { weekday: "long" });
    return {
      city,
      unit: "celsius",
      days: Array.from({ length: days }, (_, i) => {
        const high = Math.round(base + (random() - 0.5) * 8);
        const low = high - 4 - Math.round(random() * 6);
        return {
          day: weekday.format(Date.now() + i * 86_400_000),
          high,
          low,
          rain: Math.round(random() * wetness * 20) * 5,
        };
      }),
    };
  },
};
