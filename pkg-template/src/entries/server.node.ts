/**
 * `ag-ui-lit/server` in Node, where the core is part of the script and ready at import. The modules behind an
 * `AgentReasoner` and `modelOf()` are part of it, too; their bytes are read when one is asked first.
 *
 * @module
 */
import "./inline.js";
import "../models/bytes.js";
import { bringBytes } from "../core/found-file.js";

bringBytes("conversation", () => import("../generated/conversation_bytes.js"));

export * from "./server.js";
