import type { CalendarEvent, FlightOption } from "ag-ui-lit/toolbox";
import type { TemplateResult } from "lit";
import type { Receipt } from "../orders/order-desk.js";
import type { Reminder } from "../tools/add-reminder.js";
import type { Booking } from "../tools/book-table.js";
import type { SalesReport } from "../tools/get-sales.js";
import type { Forecast } from "../tools/get-weather.js";
import { goodsList, isCurrency, receiptTicket, type ShopGood } from "./order-views.js";
import { salesChart } from "./sales-chart.js";
import { bookingTicket, pictureView, reminderNote, themeSwatch } from "./small-views.js";
import { eventList, flightList } from "./travel-views.js";
import { weatherChart } from "./weather-chart.js";

/** What the page draws for a tool call; `result` is the text that the agent reads too. Nothing for tools it has no picture of. */
export function toolView(
  name: string,
  toolCallId: string,
  result: string | undefined,
): TemplateResult | undefined {
  if (name === "render_fractal") return pictureView(toolCallId);
  const data = parse(result);
  if (!data) return undefined;
  switch (name) {
    case "get_weather":
      return Array.isArray(data.days) && data.days.length > 0
        ? weatherChart(data as unknown as Forecast)
        : undefined;
    case "get_sales":
      return Array.isArray(data.rows) && data.rows.length > 0
        ? salesChart(data as unknown as SalesReport)
        : undefined;
    case "book_table":
      return bookingTicket(data as unknown as Booking);
    case "add_reminder":
      return reminderNote(data as unknown as Reminder);
    case "set_theme":
      return typeof data.color === "string" ? themeSwatch(data.color) : undefined;
    case "search_flights":
      return hasItems(data.data) ? flightList(data.data as FlightOption[]) : undefined;
    case "list_events":
      return hasItems(data.data) ? eventList(data.data as CalendarEvent[]) : undefined;
    case "check_stock":
      return isCurrency(data.currency) && hasItems(data.goods)
        ? goodsList(data.goods as ShopGood[], data.currency)
        : undefined;
    case "pay_order":
      return isCurrency(data.currency) && typeof data.total === "number"
        ? receiptTicket(data as unknown as Receipt)
        : undefined;
    default:
      return undefined;
  }
}

function hasItems(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

function parse(text: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return typeof value === "object" && value !== null
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
