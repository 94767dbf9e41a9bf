/** What TypeScript knows of the tools: checked by `tsc`, never run. */
import {
  type AnyStructuredToolResult,
  type RegisteredTool,
  type ToolDefinition,
  ToolRegistry,
} from "ag-ui-lit";
import {
  type ConvertUnitsArguments,
  type ConvertUnitsMetadata,
  convertUnits,
  type KitchenTimerArguments,
  type KitchenTimerMetadata,
  kitchenTimer,
  type ToolEnvironment,
} from "../pkg/kitchen_tools.js";

type Same<A, B> = [A, B] extends [B, A] ? true : false;
const holds = <_Fact extends true>(): void => {};

// Registered without a cast, with the arguments that Rust reads.
const registry = new ToolRegistry();
const { tool } = registry.register(convertUnits());
registry.register(kitchenTimer({ config: { longestTimer: 60 } }));
holds<Same<typeof tool, RegisteredTool>>();

const definition = convertUnits();
holds<Same<typeof definition, ToolDefinition<ConvertUnitsArguments>>>();
holds<Same<Parameters<typeof definition.handler>[0], ConvertUnitsArguments>>();

const cups: ConvertUnitsArguments = { amount: 2, from: "cup", to: "liter" };
const eggs: KitchenTimerArguments = { seconds: 90 };
const labelled: KitchenTimerArguments = { seconds: 90, label: "the eggs" };
// @ts-expect-error a unit that nobody knows
const stones: ConvertUnitsArguments = { amount: 2, from: "stone", to: "gram" };
// @ts-expect-error a field is missing
const nothing: KitchenTimerArguments = { label: "the eggs" };

// The metadata of structured results, by the tool's name.
declare module "ag-ui-lit" {
  interface ToolResultMetadata {
    convert_units: ConvertUnitsMetadata;
    kitchen_timer: KitchenTimerMetadata;
  }
}

export function amountOf(result: AnyStructuredToolResult): number | undefined {
  if (result.toolName !== "convert_units") return undefined;
  // @ts-expect-error the other tool's
  void result.metadata?.seconds;
  return result.metadata?.result;
}

const environment: ToolEnvironment = {
  tools: () => registry.all,
  page: () => ({ url: location.href, title: document.title }),
};
// @ts-expect-error tools are asked for by a function
const wrong: ToolEnvironment = { tools: [] };

export const all = [cups, eggs, labelled, stones, nothing, environment, wrong];
