/** What a handler's arguments are is known from the schema. */
import {
  type ApprovalRule,
  globalToolRegistry,
  type JsonSchema,
  type RegisteredTool,
  registerTool,
  type ToolDefinition,
  ToolDefinitionError,
  type ToolExecutionContext,
  type ToolHandler,
  type ToolMetadata,
  ToolRegistry,
} from "ag-ui-lit";
import * as z from "zod";
import { exactly } from "./expect.js";

const registry = new ToolRegistry();
const named = { name: "greet", description: "Greets a person by name." };

// From zod: what comes out of the schema, not what goes in.
registry.register({
  ...named,
  schema: z.object({
    name: z.string(),
    times: z.number().default(1),
    when: z.string().transform((text) => new Date(text)),
    mood: z.enum(["glad", "sad"]).optional(),
  }),
  handler: (args, context) => {
    exactly<{ name: string; times: number; when: Date; mood?: "glad" | "sad" | undefined }>()(args);
    exactly<ToolExecutionContext>()(context);
    exactly<AbortSignal>()(context.signal);
    return args.name;
  },
});

// From a plain JSON Schema, in either place, nothing is known but that they are an object's members.
registry.register({
  ...named,
  schema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  handler: (args) => exactly<Record<string, unknown>>()(args),
});
registry.register({
  ...named,
  parameters: { type: "object" },
  handler: (args) => exactly<Record<string, unknown>>()(args),
});
registry.register({ ...named, schema: {}, handler: () => undefined });

// With both, the schema says what reaches the handler.
registry.register({
  ...named,
  schema: z.object({ at: z.date() }),
  parameters: { properties: { at: { type: "string" } } },
  handler: ({ at }) => exactly<Date>()(at),
});

// Wherever a tool can be registered.
globalToolRegistry.register({
  ...named,
  schema: z.object({ name: z.string() }),
  handler: ({ name }) => exactly<string>()(name),
});
await registerTool({
  ...named,
  schema: z.object({ name: z.string() }),
  handler: async ({ name }) => exactly<string>()(name),
});

// A definition of its own, as a user writes it down.
const schema = z.object({ name: z.string() });
const definition: ToolDefinition<z.infer<typeof schema>> = {
  ...named,
  schema,
  handler: ({ name }) => exactly<string>()(name),
  metadata: { category: "ui", tags: ["a", "b"], idempotent: true, estimatedDuration: 5 },
};
const registration = registry.register(definition, {
  replace: true,
  signal: AbortSignal.timeout(1),
});
exactly<boolean>()(registration.unregister());
exactly<RegisteredTool>()(registration.tool);
exactly<JsonSchema>()(registration.tool.parameters);
// Whether a person is asked: a word, or a function of what reaches the handler.
registry.register({
  ...named,
  schema: z.object({ name: z.string(), times: z.number().default(1) }),
  handler: ({ name }) => name,
  metadata: {
    approval: (args) => {
      exactly<{ name: string; times: number }>()(args);
      return args.times > 1;
    },
  },
});
registry.register({
  ...named,
  schema: {},
  handler: () => 0,
  metadata: {
    approval: async (args) => {
      exactly<Record<string, unknown>>()(args);
      return true;
    },
  },
});
// What a call would do, of what reaches the handler.
registry.register({
  ...named,
  schema: z.object({ name: z.string() }),
  handler: ({ name }) => name,
  metadata: {
    preview: async (args) => {
      exactly<{ name: string }>()(args);
      return { kind: "text", text: args.name };
    },
  },
});
const unclear: ToolMetadata = {
  // @ts-expect-error a preview has a kind
  preview: () => ({ text: "x" }),
};
exactly<ToolMetadata>()(unclear);
const careful: ToolMetadata = { approval: "always" };
registry.register<{ name: string }>({ ...named, schema, metadata: careful, handler: () => 0 });
const rule: ApprovalRule<{ name: string }> = ({ name }) => name.length > 3;
registry.register({ ...named, schema, handler: () => 0, metadata: { approval: rule } });
exactly<ToolMetadata>()(registration.tool.metadata);
// @ts-expect-error there is no such word
registry.register({ ...named, schema, handler: () => 0, metadata: { approval: "sometimes" } });
// @ts-expect-error a rule says yes or no
registry.register({ ...named, schema, handler: () => 0, metadata: { approval: () => "yes" } });

const handler: ToolHandler<{ name: string }> = ({ name }) => name;
registry.register({ ...named, schema, handler });

exactly<RegisteredTool | undefined>()(registry.get("greet"));
exactly<string[]>()(registry.names);
exactly<boolean>()(registry.unregister("greet"));

try {
  registry.register(definition);
} catch (error) {
  if (error instanceof ToolDefinitionError) {
    exactly<string>()(error.issues[0]?.message ?? "");
    exactly<string[]>()(error.issues[0]?.path ?? []);
  }
}

registry.register({
  ...named,
  // @ts-expect-error the handler takes other arguments than the schema gives
  schema,
  handler: (args: { name: number }) => args.name,
});

registry.register({
  ...named,
  schema,
  // @ts-expect-error the schema has no such field
  handler: ({ nmae }) => nmae,
});

registry.register({
  ...named,
  schema: { type: "object" },
  // @ts-expect-error what a JSON Schema's arguments hold is not known to be a string
  handler: ({ name }) => name.toUpperCase(),
});

// @ts-expect-error there is no such option
registry.register(definition, { replaces: true });

// @ts-expect-error there is no such field of the metadata
registry.register({ ...definition, metadata: { categroy: "ui" } });

// @ts-expect-error a tool needs a handler
registry.register({ ...named, schema });

// @ts-expect-error a tool needs a description
registry.register({ name: "greet", schema, handler: () => "hi" });

// @ts-expect-error a schema is not a list of names
registry.register({ ...named, schema: "name", handler: () => "hi" });

// @ts-expect-error a registered tool is frozen
registration.tool.name = "other";
