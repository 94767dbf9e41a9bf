import { byteSize } from "./byte-size.js";
import type { ComposerStrings } from "./composer-strings.js";

const size = (bytes: number): string => byteSize(bytes, "en");
const number = (count: number): string => count.toLocaleString("en");
const files = (count: number): string => (count === 1 ? "1 file" : `${number(count)} files`);

/** The texts of the composer, in English. */
export const english: ComposerStrings = {
  composerLabel: "Message",
  composerPlaceholder: "Write a message",
  composerKeys:
    "Enter sends, Shift and Enter starts a new line, the up arrow at the start recalls earlier messages, Escape stops the agent.",
  composerSend: "Send",
  composerAttach: "Attach files",
  composerFiles: "Attached files",
  composerRemove: (name) => `Remove ${name}`,
  composerRetry: (name) => `Try ${name} again`,
  composerRetryShort: "Try again",
  composerSize: size,
  composerUploading: (name) => `Uploading ${name}`,
  composerFileCount: (count) => (count === 0 ? "No files attached" : `${files(count)} attached`),
  composerDrop: "Drop files to attach them",
  composerDismiss: "Dismiss",
  composerSuggestions: "Suggestions",

  composerRefusedType: (name) => `${name} was not attached: files of this type can't be sent.`,
  composerRefusedEmpty: (name) => `${name} was not attached: it is empty.`,
  composerRefusedFolder: (name) => `${name} was not attached: it is a folder.`,
  composerRefusedSize: (name, bytes, limit) =>
    `${name} was not attached: it has ${size(bytes)}, and a file may have ${size(limit)}.`,
  composerRefusedTotal: (name, limit) =>
    `${name} was not attached: together the files may have ${size(limit)}.`,
  composerRefusedMore: (count) => `${files(count)} more could not be attached.`,
  composerRefusedCount: (limit, count) =>
    `A message may have ${files(limit)}: ${number(count)} more ${count === 1 ? "was" : "were"} not attached.`,
  composerRefusedAll: "Files can't be attached here.",

  composerFailedType: "The content is not of the type that the name says.",
  composerFailedUnreadable: "The file can't be read.",
  composerFailedStopped: "The upload was stopped.",
  composerFailedUpload: (message) => `Not uploaded: ${message}`,
  composerFailed: (name, reason) => `${name}: ${reason}`,

  composerEmpty: "Write a message first.",
  composerTooLong: (length, limit) =>
    `The message has ${number(length)} characters; at most ${number(limit)} can be sent.`,
  composerRunning: "The agent is still answering. Stop it, or send the message when it is done.",
  composerWaiting: (count) => `${files(count)} ${count === 1 ? "is" : "are"} still being uploaded.`,
  composerUnsent: (count) =>
    `${files(count)} could not be uploaded. Try again, or remove ${count === 1 ? "it" : "them"}.`,
  composerInterrupted: "The agent waits for your answer to its question.",
  composerNoAgent: "The agent is not available.",
  composerNotSent: (reason) => `The message was not sent: ${reason}`,
};
