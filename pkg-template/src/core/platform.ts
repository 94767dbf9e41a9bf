import { nodeBuiltin } from "./node-builtin.js";

/**
 * The platform, as it determines the possible sources of a wasm file: a server with a disk (Node, Deno, Bun), a
 * server's worker, which takes only modules that were compiled with it (Cloudflare, Vercel's edge), or a page and its
 * workers.
 */
export type Platform = "server" | "server-worker" | "page";

/** The platform that this runs on. */
export function platform(): Platform {
  const { document, navigator, EdgeRuntime } = globalThis as typeof globalThis & {
    readonly EdgeRuntime?: unknown;
  };
  // Before Node: it has parts of Node, too.
  const isCloudflare =
    navigator?.userAgent === "Cloudflare-Workers" || "WebSocketPair" in globalThis;
  if (isCloudflare || typeof EdgeRuntime === "string") return "server-worker";
  if (document === undefined && nodeBuiltin("node:fs")) return "server";
  return "page";
}
