import { humanTool, registerActivityView, registerToolView, toolCallsOf } from "ag-ui-lit/views";
import * as z from "zod";
import { exactly } from "./expect.js";

// The types of a view's arguments and output, and of an activity's content.
registerToolView<{ city: string }, { degrees: number }>(
  "get_weather",
  ({ args, output, status }) => {
    exactly<Readonly<Partial<{ city: string }>>>()(args);
    exactly<{ degrees: number } | undefined>()(output);
    // @ts-expect-error There is no such status.
    return status === "done";
  },
);
registerToolView("any", ({ args }) => String(args.anything));
registerActivityView<{ done: number }>("PLAN", ({ content }) => content.done.toFixed());

// A definition says what the arguments are.
const definition = {
  name: "paint",
  description: "Paints.",
  schema: z.object({ colour: z.string() }),
  handler: ({ colour }: { colour: string }) => colour,
};
registerToolView(definition, ({ args }) => args.colour?.toUpperCase());

const seat = humanTool({
  name: "choose_seat",
  description: "Lets the user choose.",
  schema: z.object({ seats: z.array(z.string()) }),
  resultSchema: z.string(),
  view: ({ args, output, respond }) => {
    exactly<string | undefined>()(output);
    void respond(args.seats?.[0]);
    return output;
  },
});
exactly<string>()(seat.name);

// @ts-expect-error A custom element has a hyphen in its name.
registerToolView("any", "element");
// @ts-expect-error There is no agent.
toolCallsOf();
