import type { AgentCapabilities, Interrupt, Message, PartSource, UserMessage } from "@ag-ui/core";
import type { SendResult } from "../../element/runs/loop.js";

/** The members of an agent that a composer uses: an `<ag-ui-agent>` has them. */
export interface ComposerAgent extends EventTarget {
  readonly threadId: string;
  readonly messages: readonly Message[];
  readonly isRunning: boolean;
  readonly pendingInterrupts?: readonly Interrupt[];
  /** What the backend can read. Absent means unknown. */
  readonly capabilities?: AgentCapabilities | null | undefined;
  sendMessage(
    content: UserMessage["content"],
    options?: { readonly interrupt?: boolean },
  ): Promise<SendResult>;
  abort(): void;
}

/** The detail of `ag-ui-composer-send`. */
export interface ComposerSend {
  /** The message: a text, or with attached files the protocol's content parts. */
  readonly content: UserMessage["content"];
}

/** A suggested message. */
export interface Suggestion {
  /** The text of its button. */
  readonly label: string;
  /** The text that it puts into the composer. */
  readonly prompt: string;
}

/** Where an uploaded file is: its address, or a source of the protocol, such as a handle of a provider. */
export type UploadedFile = { readonly url: string; readonly mimeType?: string } | PartSource;

/** What an upload is given besides its file. */
export interface UploadContext {
  /** Aborted when the file is removed, and when the composer leaves the page. */
  readonly signal: AbortSignal;
  /** Reports the uploaded share, from 0 to 1. */
  progress(share: number): void;
}

/** Uploads one file. An error's message is shown to the person. */
export type UploadFile = (file: File, context: UploadContext) => Promise<UploadedFile>;
