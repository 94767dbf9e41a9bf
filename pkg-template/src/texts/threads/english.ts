import { fullTime, relativeTime } from "./relative-time.js";
import type { ThreadsStrings } from "./strings.js";

const number = (value: number): string => value.toLocaleString("en");
const conversations = (count: number): string =>
  count === 1 ? "1 conversation" : `${number(count)} conversations`;

const unreadable: Readonly<Record<string, string>> = {
  file_too_large: "Nothing was imported: the file is too large.",
  file_unreadable: "Nothing was imported: the file is not an export of conversations.",
};

/** The texts of the list of threads, in English. */
export const english: ThreadsStrings = {
  threads: "Conversations",
  newThread: "New conversation",
  search: "Search conversations",
  untitled: "Untitled conversation",
  running: "Running",
  unread: (count) => `${number(count)} unread`,
  time: (at, now) => relativeTime(at, now, "en"),
  fullTime: (at) => fullTime(at, "en"),
  keys: "Up and down arrows move, Enter opens, F2 renames, Delete deletes.",
  rename: (title) => `Rename “${title}”`,
  titleField: "Title",
  remove: (title) => `Delete “${title}”`,
  removeQuestion: (title) => `Delete “${title}” for good?`,
  removeConfirm: "Delete",
  removeKeep: "Keep",
  more: "Export and import",
  exportAll: "Export all",
  importFile: "Import a file",
  loading: "Loading…",
  none: "No conversations yet.",
  found: (count, isDone) => {
    if (count === 0) return isDone ? "Nothing was found." : "Searching…";
    return `${conversations(count)} found${isDone ? "" : " so far"}`;
  },
  dismiss: "Dismiss",
  tryAgain: "Try again",

  renamed: (title) => `Renamed to “${title}”.`,
  removed: (title) => `“${title}” was deleted.`,
  exported: (count, missing) =>
    `${conversations(count)} exported.${missing > 0 ? ` ${number(missing)} could not be read.` : ""}`,
  imported: (count, refused, withoutInstructions) =>
    [
      `${conversations(count)} imported.`,
      refused > 0 ? `${number(refused)} refused.` : "",
      withoutInstructions > 0
        ? `${number(withoutInstructions)} without their instructions for the agent.`
        : "",
    ]
      .filter(Boolean)
      .join(" "),
  removeRunning: (title) => `“${title}” is running. Stop it first, where it runs.`,
  failedRemove: (title) => `“${title}” could not be deleted.`,
  failedRename: (title) => `“${title}” could not be renamed.`,
  failedOpen: (title) => `“${title}” could not be opened.`,
  failedCreate: "A new conversation could not be started.",
  failedExport: "The conversations could not be exported.",
  failedImport: (code) => {
    const known =
      code !== undefined && Object.hasOwn(unreadable, code) ? unreadable[code] : undefined;
    return known ?? "The file could not be imported.";
  },
  failedRead: "The conversations can’t be read.",
};
