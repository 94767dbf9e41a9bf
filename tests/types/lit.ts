/** What a `ToolController`'s handlers get is known from each tool's schema. */
import {
  type RegisteredTool,
  type ToolDefinitionError,
  ToolExecutionManager,
  ToolRegistry,
} from "ag-ui-lit";
import { ToolController, ToolProvider, tool } from "ag-ui-lit/lit";
import { LitElement } from "lit";
import * as z from "zod";
import { exactly } from "./expect.js";

class Page extends LitElement {
  readonly provider = new ToolProvider(this, { manager: new ToolExecutionManager() });

  readonly tools = new ToolController(
    this,
    [
      {
        name: "greet",
        description: "Greets.",
        schema: z.object({ name: z.string(), times: z.number().default(1) }),
        handler: ({ name, times }, { signal }) => {
          exactly<string>()(name);
          exactly<number>()(times);
          exactly<AbortSignal>()(signal);
        },
      },
      {
        name: "move",
        description: "Moves.",
        schema: { type: "object" },
        handler: (args) => exactly<Record<string, unknown>>()(args),
      },
      {
        name: "turn",
        description: "Turns.",
        schema: { type: "object" },
        handler: (args: { degrees: number }) => args.degrees,
      },
    ],
    { registry: new ToolRegistry() },
  );

  readonly changing = new ToolController(this, () => [
    tool({
      name: "greet",
      description: "Greets.",
      schema: z.object({ name: z.string() }),
      handler: ({ name }) => exactly<string>()(name),
    }),
    {
      name: "move",
      description: "Moves.",
      schema: { type: "object" },
      handler: (args) => exactly<Record<string, unknown>>()(args),
    },
  ]);

  readonly wrong = new ToolController(this, [
    {
      name: "greet",
      description: "Greets.",
      schema: z.object({ name: z.string() }),
      // @ts-expect-error the schema has no such field
      handler: ({ nmae }) => nmae,
    },
  ]);

  // @ts-expect-error a tool needs a handler
  readonly half = new ToolController(this, [{ name: "half", description: "Half.", schema: {} }]);

  // @ts-expect-error there is no such option
  readonly misspelt = new ToolController(this, [], { registery: new ToolRegistry() });
}

const page = new Page();
exactly<ToolDefinitionError | undefined>()(page.tools.error);
exactly<readonly RegisteredTool[]>()(page.tools.tools);
exactly<ToolRegistry>()(page.provider.registry);
page.provider.registry = new ToolRegistry();
page.tools.refresh();
