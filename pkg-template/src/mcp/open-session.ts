import type { Client } from "@modelcontextprotocol/client";
import { version } from "../core/version.js";
import { McpConnectionError } from "./errors.js";
import { httpStatusOf, isAnswer } from "./failures.js";
import { httpTransport } from "./http-transport.js";
import type { McpSettings } from "./options.js";
import { loadSdk, type McpSdk } from "./sdk.js";
import { HANDSHAKE, McpSession, type SessionEvents } from "./session.js";

/** Connects. Rejects with any error. */
export async function openSession(
  settings: McpSettings,
  events: SessionEvents,
  signal: AbortSignal,
): Promise<McpSession> {
  const { client, url, transport } = settings;
  if (client && !url && !transport) return adopt(client, settings, events);
  const sdk = await loadSdk();
  const connect = (mode: "legacy" | "auto") => connectSession(sdk, mode, settings, events, signal);
  if (client || newer.has(settings)) return connect("auto");
  // Asking first for the newest revision would be an error in the console of each page whose server is older.
  try {
    return await connect("legacy");
  } catch (thrown) {
    if (signal.aborted || !mayBeNewer(thrown)) throw thrown;
    const session = await connect("auto").catch(() => undefined);
    if (!session) throw signal.aborted ? signal.reason : thrown;
    newer.add(settings);
    return session;
  }
}

async function connectSession(
  sdk: McpSdk,
  mode: "legacy" | "auto",
  settings: McpSettings,
  events: SessionEvents,
  signal: AbortSignal,
): Promise<McpSession> {
  const { url } = settings;
  const transport = url ? httpTransport(sdk, url, settings) : await settings.transport?.();
  if (!transport) throw new TypeError("ag-ui-lit/mcp: the option transport gave no transport.");
  const client = settings.client ?? clientOf(sdk, mode, () => session.toolsChanged());
  const session = new McpSession(client, transport, settings, events);
  const stop = (): void => void transport.close().catch(() => {});
  signal.addEventListener("abort", stop, { once: true });
  try {
    signal.throwIfAborted();
    await client.connect(transport, { signal, timeout: HANDSHAKE });
    signal.throwIfAborted();
    await session.listen();
    return session;
  } catch (thrown) {
    const isNameless = session.isGreeted && !transport.sessionId;
    await session.end();
    if (signal.aborted) throw signal.reason;
    throw isNameless && url ? hiddenSession(thrown, url) : thrown;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

async function adopt(
  client: Client,
  settings: McpSettings,
  events: SessionEvents,
): Promise<McpSession> {
  const { transport } = client;
  if (!transport) {
    throw new McpConnectionError(
      "unreachable",
      "ag-ui-lit/mcp: the client is not connected. Connect it first, or say by url or transport where its server is.",
    );
  }
  const session = new McpSession(client, transport, settings, events);
  await session.listen();
  return session;
}

/** Servers that speak only a revision without `initialize`: they are not asked for it again. */
const newer = new WeakSet<McpSettings>();

/** Returns true if a server that refused the handshake may speak a revision without one: 2026-07-28 or later. */
function mayBeNewer(thrown: unknown): boolean {
  const status = httpStatusOf(thrown);
  return status === undefined ? isAnswer(thrown) : [400, 404, 405, 501].includes(status);
}

function clientOf(sdk: McpSdk, mode: "legacy" | "auto", onChanged: () => void): Client {
  return new sdk.Client(
    { name: "ag-ui-lit", version },
    {
      versionNegotiation: { mode },
      // Never called: results are validated here. The client's own validator would make functions of text in Node.
      jsonSchemaValidator: {
        getValidator: () => (input) => ({
          valid: true,
          data: input as never,
          errorMessage: undefined,
        }),
      },
      listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged } },
    },
  );
}

/**
 * Explains a lost session: a page can only read exposed headers of another origin's answer, and the session's id is
 * one.
 */
function hiddenSession(thrown: unknown, url: URL): unknown {
  const status = httpStatusOf(thrown);
  const isOther = typeof location !== "undefined" && location.origin !== url.origin;
  if (!isOther || (status !== 400 && status !== 404)) return thrown;
  return new McpConnectionError(
    "refused",
    `The MCP server ${url.host} answered the handshake, and then with HTTP ${status}, as if it did not know the session: ` +
      "it has to expose mcp-session-id to this page's origin (Access-Control-Expose-Headers).",
    { cause: thrown },
  );
}
