import type { Suggestion } from "./suggestions.js";

export const ordersSuggestions: readonly Suggestion[] = [
  {
    id: "order",
    prompt: "Two Assam and a glass teapot, please",
    point: "Server, page and you: all three have a part",
  },
  { id: "stock", prompt: "What teas do you have?", point: "A tool that runs on the server alone" },
  {
    id: "limit",
    prompt: "Order two copper kettles",
    point: "Above your limit: the server refuses before you are asked",
  },
  { id: "sold-out", prompt: "Order a samovar", point: "Out of stock: the server refuses" },
  {
    id: "cent",
    prompt: "Pay one cent for a glass teapot",
    point: "The agent asks for one amount, the server prepares another",
  },
  { id: "refuse", prompt: "Buy a Sencha", point: "Say no in the dialog: nothing is paid" },
];
