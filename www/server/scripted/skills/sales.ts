import type { Skill } from "../skill.js";
import { sentence } from "../words.js";

const TOPIC = /\b(sales|revenue|turnover|earnings)\b/i;

export const sales: Skill = {
  tool: "get_sales",
  offer: "fetch sales by region or by month and have the page chart them",
  example: "Chart our sales by region",

  understand(prompt) {
    const topic = TOPIC.exec(prompt);
    if (!topic) return [];
    const year = /\b(20\d\d)\b/.exec(prompt)?.[1];
    return [
      {
        at: topic.index,
        args: {
          by: /\b(month|monthly|time|trend|year)\b/i.test(prompt) ? "month" : "region",
          ...(year && { year: Number(year) }),
        },
      },
    ];
  },

  reply({ kind, text, data }) {
    if (kind !== "ok") return sentence(`I couldn't get the sales: ${text}`);
    const rows = Array.isArray(data.rows) ? (data.rows as { label: string; value: number }[]) : [];
    const best = rows.toSorted((a, b) => b.value - a.value)[0];
    if (!best) return "The page has no sales for that.";
    const total = rows.reduce((sum, { value }) => sum + value, 0);
    const share = total > 0 ? Math.round((best.value / total) * 100) : 0;
    return data.by === "month"
      ? `Sales in ${String(data.year)} came to ${money(total)}; ${best.label} was the strongest month with ${money(best.value)}.`
      : `${best.label} leads with ${money(best.value)}, ${share}% of the ${money(total)} sold in ${String(data.year)}.`;
  },
};

function money(thousands: number): string {
  return thousands >= 1000
    ? `$${(thousands / 1000).toFixed(2)} million`
    : `$${Math.round(thousands)},000`;
}
