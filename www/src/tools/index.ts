import { registerTool } from "ag-ui-lit";
import { registerToolView } from "ag-ui-lit/views";
import type { Stage } from "../app/scenes.js";
import { dropCanvases, paintingView } from "../views/canvas-view.js";
import { drawn, styles } from "../views/drawn.js";
import { salesChart } from "../views/sales-chart.js";
import { bookingTicket, themeSwatch } from "../views/small-views.js";
import { weatherChart } from "../views/weather-chart.js";
import { offerReminders } from "./add-reminder.js";
import { bookTable } from "./book-table.js";
import { getSales } from "./get-sales.js";
import { getWeather } from "./get-weather.js";
import { renderFractal } from "./render-fractal.js";
import { saveFile } from "./save-file.js";
import { setTheme } from "./set-theme.js";

/** Registers the page's tools, and what their calls look like. */
export async function openTools({ signal }: Stage): Promise<() => void> {
  const options = { signal, styles };
  registerToolView("set_theme", drawn(themeSwatch), options);
  registerToolView("get_weather", drawn(weatherChart), options);
  registerToolView("get_sales", drawn(salesChart), options);
  registerToolView("book_table", drawn(bookingTicket), options);
  registerToolView("render_fractal", paintingView, options);
  await Promise.all([
    registerTool(setTheme, { signal }),
    registerTool(getWeather, { signal }),
    registerTool(getSales, { signal }),
    registerTool(bookTable, { signal }),
    registerTool(renderFractal, { signal }),
    registerTool(saveFile, { signal }),
    offerReminders(signal),
  ]);
  return dropCanvases;
}
