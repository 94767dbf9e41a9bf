/**
 * `ag-ui-lit/server` in workerd (Cloudflare Workers). The modules are ready at import: no request waits for work that
 * another one began.
 *
 * @module
 */
import "./index.workerd.js";
import "../models/compiled.js";
import { loadRawConversation } from "../conversation/load.js";
import * as raw from "../conversation/raw.js";
import conversation from "../generated/conversation_bg.wasm";

loadRawConversation.start(raw, conversation);

export * from "./server.js";
