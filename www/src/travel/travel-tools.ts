import { registerTool } from "ag-ui-lit";
import { logTools } from "ag-ui-lit/log";
import { MarkerAgent, openAiText } from "ag-ui-lit/text";
import {
  type CalendarEvent,
  calendarTools,
  type FlightOption,
  flightTools,
} from "ag-ui-lit/toolbox";
import { registerToolView } from "ag-ui-lit/views";
import type { Stage } from "../app/scenes.js";
import { drawn, hasItems, styles } from "../views/drawn.js";
import { eventList, flightList } from "../views/travel-views.js";
import { toolLog } from "./log-store.js";
import "./log-panel.js";

/** The ids that the log has for the tools. */
const IDS: Readonly<Record<string, string>> = {
  search_flights: "flights-mcp::search-flights",
  list_events: "google-calendar-mcp::list-events",
};

// #region shown
/** Has the text-only model answer, registers its tools, and logs what becomes of their calls. */
export async function openTravel({ agent, signal }: Stage): Promise<() => void> {
  agent.agent = new MarkerAgent({
    introduction: "You plan trips.",
    stream: openAiText({
      url: new URL("text-model/v1/chat/completions", document.baseURI),
      model: "scripted-text",
    }),
  });
  const stopLog = logTools(agent.manager, {
    sink: (line, record) => toolLog.add(line, record),
    // Keys and tokens always are; whose calendar is read is nobody's business either.
    redact: { emails: true },
  });
  signal.addEventListener("abort", () => stopLog(), { once: true });
  // Stand-ins for Duffel and Google Calendar. A page of yours has a proxy there, which adds the key.
  const tools = [
    ...flightTools({ baseUrl: "./stand-ins/duffel" }).filter(({ name }) => name in IDS),
    ...calendarTools({ baseUrl: "./stand-ins/google-calendar" }).filter(({ name }) => name in IDS),
  ];
  await Promise.all(tools.map((tool) => registerTool({ ...tool, id: IDS[tool.name] }, { signal })));
  registerToolView("search_flights", drawn(flights), { signal, styles });
  registerToolView("list_events", drawn(events), { signal, styles });
  return () => {};
}
// #endregion

function flights({ data }: { data?: unknown }) {
  return hasItems(data) ? flightList(data as readonly FlightOption[]) : undefined;
}

function events({ data }: { data?: unknown }) {
  return hasItems(data) ? eventList(data as readonly CalendarEvent[]) : undefined;
}
