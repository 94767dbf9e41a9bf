import type { Suggestion } from "./suggestions.js";

export const workspaceSuggestions: readonly Suggestion[] = [
  { id: "look", prompt: "What is in the workspace?", point: "Lists and reads files" },
  {
    id: "replace",
    prompt: "Move the meetup from Thursday to Friday",
    point: "Searches, reads, and shows you each change",
  },
  {
    id: "plan",
    prompt: "Make a to-do list of what is open",
    point: "A list that survives a reload",
  },
  { id: "left", prompt: "What is left to do?", point: "Reads the list again" },
  {
    id: "invitation",
    prompt: "Write an invitation",
    point: "A new file, once you allow it",
  },
  {
    id: "form",
    prompt: "Fill in the announcement",
    point: "Looks at the form on this page, and uses it",
  },
];
