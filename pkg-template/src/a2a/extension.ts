/**
 * The URI of the extension of A2A by which a client brings tools and the agent asks for them: the agent's card names it in
 * `capabilities.extensions`, and what belongs to it stands under it in the metadata of messages and events.
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
  /** Of a call that the server has prepared: what the model asked for. */
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
  /** Of a piece of text: how many characters of its artifact came before it. */
  readonly offset?: number;
  /** A piece of what the model thinks. */
  readonly reasoning?: { readonly messageId: string; readonly delta: string };
}
