import { MarkerAgent, openAiText } from "ag-ui-lit/text";
import { orderDesk, type Protocol } from "../orders/order-desk.js";
import type { AgentInfo } from "./agent-info.js";
import { ordersSuggestions } from "./orders-suggestions.js";
import { type Suggestion, suggestions } from "./suggestions.js";
import { travelSuggestions } from "./travel-suggestions.js";
import { workspaceSuggestions } from "./workspace-suggestions.js";

export type SceneId = "tools" | "workspace" | "travel" | "orders";
type AgentElement = HTMLElementTagNameMap["ag-ui-agent"];

/** Where a scene is shown, until the signal is aborted. */
export interface Stage {
  readonly agent: AgentElement;
  readonly signal: AbortSignal;
}

/** What the page is about at a time: who answers, the tools it offers, and what to ask for. */
export interface Scene {
  readonly id: SceneId;
  readonly label: string;
  readonly welcome: { readonly lines: readonly [string, string]; readonly text: string };
  readonly suggestions: readonly Suggestion[];
  /** What its panel beside the conversation is called, if it has one. */
  readonly panel?: string;
  /** Who answers, and what is said of it; the agent at the element's url when there is none. */
  readonly answers?: { readonly info: AgentInfo; agent(): AgentElement["agent"] };
  /** Where its agent is, if that is another than the page's, and what is spoken with it. */
  endpoint?(): { readonly url: string; readonly protocol: Protocol };
  /** Registers its tools, which are loaded when the scene is shown first. Rejects when one can't be had. */
  open(stage: Stage): Promise<unknown>;
}

export const scenes: Readonly<Record<SceneId, Scene>> = {
  tools: {
    id: "tools",
    label: "Tools",
    welcome: {
      lines: ["An agent on the server.", "Its tools in this page."],
      text: "Ask for something. The agent picks a tool, a Rust core in WebAssembly checks the arguments, your browser runs it, and the agent continues with the result.",
    },
    suggestions,
    open: async ({ signal }) => (await import("../tools/index.js")).registerTools({ signal }),
  },
  workspace: {
    id: "workspace",
    label: "Workspace",
    welcome: {
      lines: ["Files of your own.", "An agent that asks first."],
      text: "The files are in this browser's private storage. The agent searches and reads them by itself; before it changes one, you see the change, line by line.",
    },
    suggestions: workspaceSuggestions,
    panel: "Workspace",
    open: async ({ signal }) =>
      (await import("../workspace/workspace-tools.js")).registerWorkspaceTools({ signal }),
  },
  travel: {
    id: "travel",
    label: "Travel",
    welcome: {
      lines: ["A model that only writes.", "And still calls tools."],
      text: "The model has no tool calling: its prompt lists the tools, and it calls them with markers in its text, which arrives in pieces cut anywhere. The page finds the markers, runs the calls, and logs every call without secrets.",
    },
    suggestions: travelSuggestions,
    panel: "Log",
    answers: {
      info: {
        label: "Text-only model",
        title:
          "No model and no key: the server follows a script and only writes text. Flights and calendars are invented by stand-ins for Duffel and Google Calendar.",
      },
      agent: () =>
        new MarkerAgent({
          stream: openAiText({
            url: new URL("text-model/v1/chat/completions", document.baseURI),
            model: "scripted-text",
          }),
          introduction: "You plan trips.",
        }),
    },
    open: async (stage) => (await import("../travel/travel-tools.js")).openTravel(stage),
  },
  orders: {
    id: "orders",
    label: "Orders",
    welcome: {
      lines: ["Part on the server.", "Part here. Part yours."],
      text: "The shop's server knows the stock and calculates the price. This page fills your basket. A payment needs both, and you: the server prepares it, you confirm it, and the page pays.",
    },
    suggestions: ordersSuggestions,
    panel: "Basket",
    // An A2A agent's card is beside its address, so that ends with a slash.
    endpoint: () => ({ url: `shop/${orderDesk.protocol}/`, protocol: orderDesk.protocol }),
    open: async (stage) => (await import("../orders/order-tools.js")).openOrders(stage),
  },
};

/** The scene that the address names, as `#workspace` does; or the first one. */
export function sceneOf({ hash }: { readonly hash: string }): Scene {
  return Object.values(scenes).find(({ id }) => hash === `#${id}`) ?? scenes.tools;
}
