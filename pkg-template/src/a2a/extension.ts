/**
 * The URI of the A2A extension by which a client provides tools and the agent calls them: the agent's card names it in
 * `capabilities.extensions`, and it is the key of the extension's data in the metadata of messages and events.
 */
export const CLIENT_TOOLS_EXTENSION = "urn:ag-ui-lit:a2a:client-tools:1";

/** The data of a client's message under the extension's URI. */
export interface ClientToolsMetadata {
  /** The tools that the client can run; both shapes of the client tool provider. */
  readonly tools?: readonly unknown[];
}

/** A call for the client, in a data part `{ toolCalls }` of a status message. The shape is OpenAI's. */
export interface A2aToolCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
  /** For a call that the server has prepared: the model's original call. */
  readonly metadata?: {
    readonly "ag-ui-lit": {
      readonly preflight: { readonly arguments: Readonly<Record<string, unknown>> };
    };
  };
}

/** The outcome of a call, in a data part `{ toolResults }` of a client's message, or of a status message. */
export interface A2aToolResult {
  readonly toolCallId: string;
  readonly toolName?: string;
  readonly success: boolean;
  /** With success: any JSON value. */
  readonly result?: unknown;
  /** Without: why. */
  readonly error?: string;
}

/**
 * The agent's metadata of an event under the extension's URI, so that a client loses nothing and shows nothing twice.
 */
export interface AgentEventMetadata {
  /** The offset of a piece of text in its artifact, in characters. */
  readonly offset?: number;
  /** A piece of the model's reasoning. */
  readonly reasoning?: { readonly messageId: string; readonly delta: string };
}
