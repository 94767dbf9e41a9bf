import { english as composer } from "./composer-english.js";
import { english as markdown } from "./markdown-english.js";
import type { ChatStrings } from "./strings.js";

const failures: Readonly<Record<string, string>> = {
  network: "The agent can’t be reached. Check the connection.",
  protocol: "The agent’s answer could not be read.",
  backend: "The agent reported an error.",
  truncated: "The agent’s answer was cut off.",
  max_rounds: "The agent kept calling tools without an end, so it was stopped.",
  limit: "The agent sent more than this page accepts.",
  input: "The message could not be sent.",
};

const number = (value: number): string => value.toLocaleString("en");

/** The texts of the chat, in English. */
export const english: ChatStrings = {
  ...composer,
  ...markdown,
  stop: "Stop",
  conversation: "Conversation",
  you: "You",
  agent: "Agent",
  emptyTitle: "How can I help?",
  emptyText: "Ask a question, or describe what you would like to get done.",
  noAgent: "This chat is not connected to an agent.",
  waiting: "Working…",
  reasoning: "Thinking…",
  reasoned: (seconds) => (seconds === undefined ? "Thoughts" : `Thought for ${number(seconds)} s`),
  steps: (done, all) => {
    if (done < all) return `Step ${done + 1} of ${all}`;
    return all === 1 ? "1 step done" : `${all} steps done`;
  },
  stopped: "You stopped the agent.",
  failed: (code, status) => {
    if (code === "http")
      return `The agent refused the request${status ? ` (HTTP ${status})` : ""}.`;
    const known = Object.hasOwn(failures, code) ? failures[code] : undefined;
    return known ?? "Something went wrong while the agent was answering.";
  },
  failedDetails: "Details of the error",
  tryAgain: "Try again",
  actions: "Actions",
  copy: "Copy",
  copied: "Copied",
  copyFailed: "The text could not be copied.",
  regenerate: "Answer again",
  edit: "Edit",
  goodAnswer: "Good answer",
  badAnswer: "Bad answer",
  editLabel: "Edit your message",
  editSend: "Send",
  editCancel: "Cancel",
  cutNote: (messages) =>
    messages === 1
      ? "This replaces the message that follows."
      : `This replaces the ${number(messages)} messages that follow.`,
  cutTools: (names) =>
    `${list(names)} already ran: what ${names.length === 1 ? "it" : "they"} did stays done, and may be done again.`,
  cutConfirm: "Answer again",
  newest: (count) =>
    count === 0 ? "Newest" : count === 1 ? "1 new message" : `${number(count)} new messages`,
  showAll: "Show all",
  showLess: "Show less",
  usage: ({ input, output, total }) => {
    if (input === undefined || output === undefined)
      return `${number(total ?? input ?? output ?? 0)} tokens`;
    return `${number(input)} tokens in, ${number(output)} out`;
  },
  attachment: (kind) =>
    kind === "image"
      ? "Image"
      : kind === "audio"
        ? "Audio"
        : kind === "video"
          ? "Video"
          : "Document",
  openCalls: (names) => `Interrupted before a result was there: ${list(names)}.`,
  openCallsRun: "Run now",
  openCallsDecline: "Don’t run",
  saidWorking: "The agent is working.",
  saidTool: (name) => `The agent uses ${name}.`,
  saidApproval: (title) => `Your approval is needed: ${title}`,
  saidInterrupt: (message) => `The agent asks you: ${message ?? "an answer is needed."}`,
  saidFound: (text) => `Found: ${text}`,
  saidCode: (lines) =>
    lines === 1 ? "A line of code." : `A block of code, ${number(lines)} lines.`,
  saidRest: "The message is long. The rest is in the conversation.",
  popupTitle: "Chat",
  popupOpen: (unread) =>
    unread === 0 ? "Open the chat" : `Open the chat, ${number(unread)} unread`,
  popupClose: "Close the chat",
};

function list(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
