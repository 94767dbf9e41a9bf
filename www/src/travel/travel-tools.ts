import { registerTool, type ToolDefinition } from "ag-ui-lit";
import { logTools } from "ag-ui-lit/log";
import { calendarTools, flightTools } from "ag-ui-lit/toolbox";
import type { Stage } from "../app/scenes.js";
import { toolLog } from "./log-store.js";
import "./log-panel.js";

/**
 * Both ask the demo's own server, where stand-ins of Duffel and Google Calendar answer. A page of yours has a proxy there, which
 * adds the key.
 */
function travelTools(): readonly ToolDefinition[] {
  const [searchFlights] = flightTools({ baseUrl: "./stand-ins/duffel" });
  const [listEvents] = calendarTools({ baseUrl: "./stand-ins/google-calendar" });
  return [
    ...(searchFlights ? [{ ...searchFlights, id: "flights-mcp::search-flights" }] : []),
    ...(listEvents ? [{ ...listEvents, id: "google-calendar-mcp::list-events" }] : []),
  ];
}

/** Registers the tools, and logs what becomes of their calls. Rejects when one can't be had. */
export async function openTravel({ agent, signal }: Stage): Promise<void> {
  signal.throwIfAborted();
  const stop = logTools(agent.manager, {
    sink: (line, record) => toolLog.add(line, record),
    // Keys and tokens always are; whose calendar is read is nobody's business either.
    redact: { emails: true },
  });
  signal.addEventListener("abort", () => stop(), { once: true });
  await Promise.all(travelTools().map((tool) => registerTool(tool, { signal })));
}
