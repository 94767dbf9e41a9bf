import type { AgUiChat } from "ag-ui-lit/chat";
import type { KeptThreads } from "ag-ui-lit/durable";
import type { AgentInfo } from "./agent-info.js";

export type SceneId = "tools" | "workspace" | "travel" | "orders" | "survive" | "build";
type AgentElement = HTMLElementTagNameMap["ag-ui-agent"];

/** Where a scene is shown, until the signal is aborted. */
export interface Stage {
  readonly agent: AgentElement;
  readonly signal: AbortSignal;
  /** Shows the agent's threads in the chat. They are closed with the scene. */
  keep(threads: KeptThreads): void;
}

/** The one thing of a scene that no other front end does, ready to press. */
export interface Act {
  /** The text of the button. */
  readonly label: string;
  readonly prompt: string;
  /** The hint below it. */
  readonly point: string;
}

/** What the page is about at a time: who answers, the tools it offers, and what to ask for. */
export interface Scene {
  readonly id: SceneId;
  readonly label: string;
  readonly title: string;
  readonly text: string;
  readonly act: Act;
  readonly suggestions: NonNullable<AgUiChat["suggestions"]>;
  /** The name of its panel beside the conversation, if it has one. */
  readonly panel?: string;
  /** Its guides: a page of `docs/`, and its title. */
  readonly guides: readonly (readonly [file: string, title: string])[];
  /** The agent that answers, if it is not the page's. */
  readonly info?: AgentInfo;
  /** The files that may be attached to a message. */
  readonly accept?: string;
  /**
   * Loads its module. The function in it registers the scene's tools and views, and has its agent answer. It rejects
   * when one can't be had, and resolves to what each new conversation begins with.
   */
  load(): Promise<(stage: Stage) => Promise<() => void>>;
}

/** True in the site that needs no server: the page itself answers. */
const isStatic = import.meta.env.MODE === "static";

export const scenes: Readonly<Record<SceneId, Scene>> = {
  tools: {
    id: "tools",
    label: "Tools",
    title: "The agent is on a server. Its tools run here.",
    text: "A Rust core in WebAssembly reads the arguments while the model still writes them, runs the tool in this page, and returns the result.",
    act: {
      label: "Refuse arguments while they are written",
      prompt:
        "Remind me at half past nine to stretch, drink a glass of water, and look out of the window for a whole minute",
      point:
        "“half past nine” is not a time. The page knows before the model has finished writing.",
    },
    suggestions: [
      { label: "Render a fractal, then stop it midway", prompt: "Render a Julia fractal" },
      "Make the page teal",
      "What's the weather in Lisbon?",
      "Go violet and chart sales by region",
      "Save a packing list as a file",
      "Book a table for two at Osteria Luce",
    ],
    guides: [
      ["tools", "Tools"],
      ["streaming-arguments", "Streaming arguments"],
      ["views", "Views of tools"],
    ],
    load: async () => (await import("../tools/index.js")).openTools,
  },
  workspace: {
    id: "workspace",
    label: "Workspace",
    title: "Files of your own. An agent that asks first.",
    text: "The files are in this browser's private storage. The agent searches and reads them by itself; a change needs your approval.",
    act: {
      label: "See a change before it is made",
      prompt: "Move the meetup from Thursday to Friday",
      point: "Three files change, line by line, and only those that you allow.",
    },
    suggestions: [
      "What is in the workspace?",
      "Make a to-do list of what is open",
      "What is left to do?",
      "Write an invitation",
      "Fill in the announcement",
    ],
    panel: "Workspace",
    guides: [
      ["toolbox", "The toolbox"],
      ["toolbox-files", "Files"],
      ["approval-cards", "Approval cards and forms"],
    ],
    load: async () => (await import("../workspace/workspace-tools.js")).openWorkspace,
  },
  travel: {
    id: "travel",
    label: "Travel",
    title: "A model that only writes text. It calls tools all the same.",
    text: "Its prompt lists the tools, and it calls them by markers in its text, which arrives in pieces cut anywhere. The page finds the markers and runs the calls.",
    act: {
      label: "Stop one of two searches midway",
      prompt: "Find a flight to São Paulo, and what is in my calendar that week",
      point: "Press “Cancel” on the flights: the calendar goes on, and the model is told.",
    },
    suggestions: [
      "Is grace@example.com free that week?",
      "Fly from Lisbon to Reykjavík",
      "Show me the calendar of board@example.com",
      "How do you call a tool?",
      "Write a call that breaks",
    ],
    panel: "Log",
    guides: [
      ["text-models", "Models that only write text"],
      ["logging", "Logging"],
      ["toolbox-travel", "Flights and calendars"],
    ],
    info: {
      label: "Text-only model",
      title:
        "No model and no key: the server follows a script and only writes text. Flights and calendars are invented by stand-ins for Duffel and Google Calendar.",
    },
    load: async () => (await import("../travel/travel-tools.js")).openTravel,
  },
  orders: {
    id: "orders",
    label: "Orders",
    title: "Part on the server. Part in this page. Part yours.",
    text: "The shop's server knows the price. The page fills your basket. A payment needs both, and you: the server prepares it, you allow it, and the page pays.",
    act: {
      label: "Pay one cent for a teapot",
      prompt: "Pay one cent for a glass teapot",
      point: "The agent asks for €0.01. Look at what you are asked to pay.",
    },
    suggestions: [
      "Two Assam and a glass teapot, please",
      "What teas do you have?",
      { label: "Order two copper kettles, above your limit", prompt: "Order two copper kettles" },
      "Order a samovar",
      "Buy a Sencha",
    ],
    panel: "Basket",
    guides: [
      ["server-and-client", "Server and client"],
      ["a2a", "A2A"],
      ["asking-people", "Asking people"],
    ],
    load: async () => (await import("../orders/order-tools.js")).openOrders,
  },
  survive: {
    id: "survive",
    label: "Survive",
    title: "Reload in the middle of it. Nothing runs twice.",
    text: isStatic
      ? "The thread and every call are kept in this browser. This site has no server: the page itself answers, so a reload ends an answer that is being written. The thread and its calls go on."
      : "The thread and every call are kept in this browser, and the events of the stream on the server. Both outlive this page.",
    act: {
      label: "Bake a loaf, and reload midway",
      prompt: "Bake a loaf of rye bread",
      point:
        "It takes eight seconds. Press “Reload this page now” meanwhile, and count the loaves.",
    },
    suggestions: [
      { label: "Write me a long letter, slowly", prompt: "Write me a long letter" },
      "Bake a spelt loaf",
    ],
    panel: "Bakery",
    guides: [
      ["durable", "Conversations that survive a reload"],
      ["resumable-streams", "Streams that come back"],
      ["threads-list", "The list of threads"],
    ],
    load: async () => (await import("../survive/open-survive.js")).openSurvive,
  },
  build: {
    id: "build",
    label: "Build with it",
    title: "Five parts of a page, each a few lines.",
    text: "Shared state, predicted state, a tool that you answer, pictures, and suggestions. Each has a button, and its source beside it.",
    act: {
      label: "Let the agent change this page's state",
      prompt: "Make it a dinner for six",
      point: "The dinner beside the conversation is one state, written from both sides.",
    },
    suggestions: [
      "Write the menu",
      "Let me choose a dessert",
      "Draw the table and look at it",
      "Suggest what to ask next",
    ],
    panel: "Dinner",
    guides: [
      ["state-and-context", "State and context"],
      ["views", "Views of tools"],
      ["errors-and-results", "Errors and results"],
      ["chat", "The chat"],
    ],
    accept: "image/*",
    load: async () => (await import("../build/build-scene.js")).openBuild,
  },
};

export const views = ["preview", "code", "docs"] as const;
export type View = (typeof views)[number];

/** The scene and the view that an address names, as `#workspace/code` does; else the first ones. */
export function placeOf({ hash }: { readonly hash: string }): { scene: Scene; view: View } {
  const [id, name] = hash.slice(1).split("/");
  const scene = Object.values(scenes).find((each) => each.id === id) ?? scenes.tools;
  return { scene, view: views.find((each) => each === name) ?? "preview" };
}
