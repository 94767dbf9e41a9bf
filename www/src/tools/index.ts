import { type RegisterOptions, registerTool } from "ag-ui-lit";
import { addReminder } from "./add-reminder.js";
import { bookTable } from "./book-table.js";
import { getSales } from "./get-sales.js";
import { getWeather } from "./get-weather.js";
import { renderFractal } from "./render-fractal.js";
import { saveFile } from "./save-file.js";
import { setTheme } from "./set-theme.js";

/** Registers the page's tools. Each one waits for the core by itself. */
export function registerTools(options?: RegisterOptions): Promise<unknown> {
  return Promise.all([
    registerTool(setTheme, options),
    registerTool(getWeather, options),
    registerTool(getSales, options),
    registerTool(bookTable, options),
    registerTool(addReminder, options),
    registerTool(renderFractal, options),
    registerTool(saveFile, options),
  ]);
}
