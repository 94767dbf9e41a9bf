/** A prompt to click, and what it shows. */
export interface Suggestion {
  readonly id: string;
  readonly prompt: string;
  readonly point: string;
}

export const suggestions: readonly Suggestion[] = [
  { id: "theme", prompt: "Make the page teal", point: "A tool that changes what you see" },
  {
    id: "weather",
    prompt: "What's the weather in Lisbon?",
    point: "Data that the page draws",
  },
  {
    id: "parallel",
    prompt: "Go violet and chart sales by region",
    point: "Two tools at once",
  },
  {
    id: "failure",
    prompt: "Book a table for two at Osteria Luce",
    point: "A tool that fails, and says why",
  },
  {
    id: "correction",
    prompt: "Remind me at half past nine to stretch",
    point: "Arguments refused, then corrected",
  },
  {
    id: "approval",
    prompt: "Save a packing list as a file",
    point: "A tool that asks you first",
  },
  { id: "slow", prompt: "Render a Julia fractal", point: "Slow on purpose: stop it midway" },
];
