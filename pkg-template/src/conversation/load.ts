import { guardModule } from "../core/guard.js";
import type { InitSource } from "../core/module-loader.js";
import { offerLoader } from "../core/offered-loaders.js";
import { separateModule } from "../core/separate-module.js";

/** The conversation's module, once it is loaded. */
export type RawConversations = typeof import("./raw.js");

/** Which start of the module runs: ledgers of an earlier one are lost. */
export let conversationStart = (): number => 1;

/** As `loadConversation()`, with the module. */
export const loadRawConversation = separateModule<RawConversations>({
  file: "conversation_bg.wasm",
  option: "conversation",
  // Bundlers look for just this expression.
  addressOf: () => new URL("../generated/conversation_bg.wasm", import.meta.url),
  importRaw: () => import("./raw.js"),
  ready: ({ RawConversation, rawPanicMessage, reset }) => {
    conversationStart = guardModule(
      "conversation module",
      [RawConversation],
      rawPanicMessage,
      reset,
    );
  },
});

/**
 * Loads the module behind an `AgentReasoner`, which otherwise is loaded when one is asked first: to have it ready before, or to say
 * where its file is, as a bundler for workers needs. Once loaded it stays; after a failure the next call tries again.
 *
 * @param source the address of `conversation_bg.wasm`, a Response or a promise of one, its bytes, or a WebAssembly.Module; the
 * package's file unless said.
 * @throws {TypeError} when it is none of these.
 * @throws {Error} when it can't be loaded; the message says which file, why, and what to do.
 *
 * @example
 * ```ts
 * import wasm from "ag-ui-lit/conversation.wasm";
 * import { loadConversation } from "ag-ui-lit/server";
 *
 * await loadConversation(wasm);
 * ```
 */
export async function loadConversation(source?: InitSource): Promise<void> {
  await loadRawConversation(source);
}

offerLoader("conversation", (source) => loadConversation(source as InitSource | undefined));
