import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { elementsOf } from "../support/elements.js";
import { expect, test } from "./consumer.js";

const typescript = createRequire(import.meta.url).resolve("typescript/package.json");
const tsc = join(dirname(typescript), "bin", "tsc");

const page = `
  import { globalToolRegistry, init, registerTool, type ToolDefinition } from "ag-ui-lit";
  import { AgUiAgent, type AgUiAgentEventMap } from "ag-ui-lit/element";
  import core from "ag-ui-lit/core.wasm";
  import jsonSchema from "ag-ui-lit/json-schema.wasm";
  import { keepThreads } from "ag-ui-lit/durable";
  import { ToolRegistry } from "ag-ui-lit/inline";
  import { ToolController, ToolProvider } from "ag-ui-lit/lit";
  import { indexedDbStore, logTools } from "ag-ui-lit/log";
  import models from "ag-ui-lit/models.wasm";
  import { measureTools } from "ag-ui-lit/measure";
  import { traceTools } from "ag-ui-lit/otel";
  import { loadModels, provider } from "ag-ui-lit/providers";
  import { AgentToolExecutor, defineAgentTool, serveAgent } from "ag-ui-lit/server";
  import { ToolExecutionManager } from "ag-ui-lit/standalone";
  import { agentTools, loadToolbox } from "ag-ui-lit/toolbox";
  import toolbox from "ag-ui-lit/toolbox.wasm";
  import { registerToolView, toolCallsOf } from "ag-ui-lit/views";
  import toolboxFiles from "ag-ui-lit/toolbox-files.wasm";
  import * as z from "zod";

  const definition: ToolDefinition<{ name: string }> = {
    name: "greet",
    description: "Greets a person by name.",
    schema: z.object({ name: z.string() }),
    handler: ({ name }) => name.toUpperCase(),
  };
  await init(core);
  await init({ core, jsonSchema, validator: { getValidator: () => () => ({ valid: true }) } });
  await registerTool(definition);
  await loadModels(models);
  const { tools, losses } = (await provider("anthropic", { strict: true })).lower(globalToolRegistry);
  tools[0]?.input_schema.type satisfies "object" | undefined;
  await loadToolbox(toolbox);
  await loadToolbox({ files: toolboxFiles, bash: true });
  await init({ core: true, toolbox: { web: true }, models: true });
  for (const tool of agentTools()) globalToolRegistry.register(tool);
  const agent: AgUiAgent | null = document.querySelector("ag-ui-agent");
  if (agent) keepThreads(agent).addEventListener("acting-changed", ({ detail }) => detail.isActing === true);
  agent?.addEventListener("ag-ui-tool-call-end", ({ detail }) => detail.result.length);
  const detail = {} as AgUiAgentEventMap["ag-ui-run-failed"]["detail"];
  const stops: (() => void)[] = [traceTools, measureTools].map((begin) => begin(new ToolExecutionManager()));
  stops.push(logTools(new ToolExecutionManager(), { sink: (line) => line.length }));
  globalToolRegistry.register(
    defineAgentTool({
      name: "look",
      description: "Looks.",
      schema: z.object({ at: z.string() }),
      metadata: { execution: "server" },
      handler: ({ at }, { user, log }) => [at.toUpperCase(), user?.id, log.addException],
    }),
  );
  serveAgent satisfies (...given: never[]) => (request: Request) => Promise<Response>;
  export const all = [AgentToolExecutor, indexedDbStore(), stops, globalToolRegistry.names.length, new ToolRegistry(), new ToolExecutionManager(), detail.error.code, losses, ToolController, ToolProvider];
  // @ts-expect-error so the types are there, and not any
  globalToolRegistry.nonsense;
`;

for (const [module, moduleResolution] of [
  ["esnext", "bundler"],
  ["node16", "node16"],
  ["nodenext", "nodenext"],
]) {
  test(`a user's TypeScript finds the types with moduleResolution ${moduleResolution}`, async ({
    consumer,
  }) => {
    const folder = moduleResolution as string;
    const options = { module, moduleResolution, target: "es2022", lib: ["es2022", "dom"] };
    const compilerOptions = { ...options, strict: true, noEmit: true, types: [] };
    await consumer.write(`${folder}.ts`, page);
    await consumer.write(
      `tsconfig.${folder}.json`,
      JSON.stringify({ compilerOptions, files: [`${folder}.ts`] }),
    );

    const said = await consumer.node(tsc, "-p", `tsconfig.${folder}.json`);

    expect(said).toEqual({ code: 0, stdout: "", stderr: "" });
  });
}

test("a user's library can export what ag-ui-lit/providers gives, without naming its types", async ({
  consumer,
}) => {
  await consumer.write(
    "library.ts",
    `
      import { provider, type ToolSource } from "ag-ui-lit/providers";
      export const anthropic = await provider("anthropic", { strict: true });
      export const { tools, losses } = anthropic.lower([]);
      export const results = anthropic.results([], []);
      export const reader = anthropic.reader();
      const mistral = await provider("mistral");
      export const functions = mistral.lower([]).tools;
      export const messages = mistral.results([], []);
      export const listed = (await provider("ag-ui")).lower([]).tools;
      export const lower = (source: ToolSource) => anthropic.lower(source).tools;
    `,
  );
  const lib = ["es2022", "esnext.disposable", "dom"];
  const options = { module: "esnext", moduleResolution: "bundler", lib };
  const emit = { declaration: true, emitDeclarationOnly: true, outDir: "declared" };
  const compilerOptions = { ...options, ...emit, target: "es2022", strict: true, types: [] };
  await consumer.write(
    "tsconfig.library.json",
    JSON.stringify({ compilerOptions, files: ["library.ts"] }),
  );

  const said = await consumer.node(tsc, "-p", "tsconfig.library.json");

  expect(said).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("the events of custom-elements.json are those of the element's types", async ({
  consumer,
}) => {
  const installed = pathToFileURL(`${consumer.path("node_modules", "ag-ui-lit")}/`);
  const element = elementsOf(installed).find(({ tagName }) => tagName === "ag-ui-agent");
  const members = element?.events.map(({ name }) => JSON.stringify(name)) ?? [];
  expect(members.length).toBeGreaterThan(20);
  await consumer.write(
    "events.ts",
    `
      import type { AgUiAgentEventMap } from "ag-ui-lit/element";
      type Written = ${members.join(" | ")};
      type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
      export const isSame: Same<Written, keyof AgUiAgentEventMap> = true;
      // @ts-expect-error so the comparison compares
      export const isOther: Same<Exclude<Written, "ag-ui-custom">, keyof AgUiAgentEventMap> = true;
    `,
  );
  const options = { module: "esnext", moduleResolution: "bundler", lib: ["es2022", "dom"] };
  const compilerOptions = { ...options, target: "es2022", strict: true, noEmit: true, types: [] };
  await consumer.write(
    "tsconfig.events.json",
    JSON.stringify({ compilerOptions, files: ["events.ts"] }),
  );

  const said = await consumer.node(tsc, "-p", "tsconfig.events.json");

  expect(said).toEqual({ code: 0, stdout: "", stderr: "" });
});
