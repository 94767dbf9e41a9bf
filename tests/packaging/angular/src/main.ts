/** A new app with an agent and a tool. `agent.ts` is the README's. */
import "./agent";
import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from "@angular/core";
import { bootstrapApplication } from "@angular/platform-browser";
import { registerTool } from "ag-ui-lit";

@Component({
  selector: "app-root",
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <ag-ui-agent #agent url="/agent" (ag-ui-run-finalized)="ended.set(true)"></ag-ui-agent>
    <button type="button" (click)="$any(agent).sendMessage('Paint it teal')">Paint it teal</button>
    <output>{{ colour() }} {{ ended() }}</output>
  `,
})
class App {
  readonly colour = signal("white");
  readonly ended = signal(false);

  constructor() {
    registerTool<{ colour: string }>({
      name: "set_background",
      description: "Paints the page in a CSS colour.",
      schema: { type: "object", properties: { colour: { type: "string" } }, required: ["colour"] },
      handler: ({ colour }) => this.colour.set(colour),
    });
  }
}

bootstrapApplication(App);
