/** What the tests of `ag-ui-lit/mcp` have in common: connections that end with their test, and waiting for their events. */
import type { TestContext } from "node:test";
import { ToolExecutionManager, type ToolExecutionResult, ToolRegistry } from "ag-ui-lit";
import {
  connectMcp,
  type McpConnection,
  type McpConnectionEventMap,
  type McpOptions,
  type McpStatus,
} from "ag-ui-lit/mcp";
import { ScriptedServer } from "../support/mcp/scripted-server.js";

/** Tries again without waiting long: what is tested is what happens, not how late. */
export const quick = { initialDelay: 1, maxDelay: 5 };

export async function scripted(t: TestContext, tools: unknown[] = []): Promise<ScriptedServer> {
  const server = await ScriptedServer.start(tools);
  t.after(() => server.stop());
  return server;
}

/** A connection with a registry of its own. */
export async function connected(
  t: TestContext,
  server: { readonly url: string },
  options: McpOptions = {},
): Promise<{ connection: McpConnection; registry: ToolRegistry }> {
  const registry = options.registry ?? new ToolRegistry();
  const connection = await connectMcp({
    url: server.url,
    registry,
    reconnect: quick,
    pingInterval: 0,
    ...options,
  });
  t.after(() => connection.close());
  return { connection, registry };
}

/** Resolves with the next event of a type, or the next that is wanted. */
export function next<Type extends keyof McpConnectionEventMap>(
  connection: McpConnection,
  type: Type,
  isWanted: (detail: McpConnectionEventMap[Type]["detail"]) => boolean = () => true,
): Promise<McpConnectionEventMap[Type]["detail"]> {
  return new Promise((resolve) => {
    const listen = (event: Event): void => {
      const { detail } = event as McpConnectionEventMap[Type];
      if (!isWanted(detail)) return;
      connection.removeEventListener(type, listen);
      resolve(detail);
    };
    connection.addEventListener(type, listen);
  });
}

/** Resolves when it stands so with a connection. */
export async function until(connection: McpConnection, status: McpStatus): Promise<void> {
  if (connection.status === status) return;
  await next(connection, "mcp-status-changed", (detail) => detail.status === status);
}

/** Calls a tool of a registry once: what failed is not tried again. */
export async function call(
  registry: ToolRegistry,
  name: string,
  args: Record<string, unknown> | string = {},
  options: { readonly signal?: AbortSignal } = {},
): Promise<ToolExecutionResult> {
  const tool = registry.get(name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  const manager = new ToolExecutionManager(undefined, {
    maxAttempts: 1,
    baseDelay: 1,
    maxDelay: 5,
    backoffMultiplier: 1,
    retryableCategories: [],
  });
  return manager.execute(tool, "call-1", args, options);
}

/** The error of a call that failed. */
export async function failureOf(
  ...args: Parameters<typeof call>
): Promise<Extract<ToolExecutionResult, { success: false }>["error"]> {
  const result = await call(...args);
  if (result.success) throw new Error(`The call succeeded: ${result.result}`);
  return result.error;
}
