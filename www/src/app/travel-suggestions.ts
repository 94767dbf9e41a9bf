import type { Suggestion } from "./suggestions.js";

export const travelSuggestions: readonly Suggestion[] = [
  {
    id: "trip",
    prompt: "Find a flight to São Paulo, and what is in my calendar that week",
    point: "Two calls in one answer, found wherever the text is cut",
  },
  {
    id: "colleague",
    prompt: "Is grace@example.com free that week?",
    point: "The log hides whose calendar it is",
  },
  {
    id: "nothing",
    prompt: "Fly from Lisbon to Reykjavík",
    point: "A tool that finds nothing",
  },
  {
    id: "refused",
    prompt: "Show me the calendar of board@example.com",
    point: "A tool that is refused, and says so",
  },
  {
    id: "shown",
    prompt: "How do you call a tool?",
    point: "A marker in a code block is only text",
  },
  { id: "broken", prompt: "Write a call that breaks", point: "A broken marker loses nothing" },
];
