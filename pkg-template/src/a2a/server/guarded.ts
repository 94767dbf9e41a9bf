import type { SendMessageRequest } from "@a2a-js/sdk";
import type { A2ARequestHandler, ServerCallContext } from "@a2a-js/sdk/server";
import { keyOf } from "../../server/key.js";
import type { A2aServerSdk } from "../sdk.js";

/**
 * The SDK's request handler, limited to one message of a task at a time: the SDK would run two at once on one bus. A
 * second one, such as a result that is sent twice, is refused and changes nothing.
 */
export function oneAtATime(
  handler: A2ARequestHandler,
  { errors }: A2aServerSdk,
  isRunning: (taskId: string) => boolean,
): A2ARequestHandler {
  const claimed = new Set<string>();
  const claim = (taskId: string, context: ServerCallContext): (() => void) => {
    if (taskId === "") return () => {};
    const key = keyOf("a2a.task", context.tenant || undefined, context.user?.userName, taskId);
    if (claimed.has(key) || isRunning(taskId)) {
      throw new errors.UnsupportedOperationError(
        `Task ${taskId} works on what it was sent. Wait until it asks for input, or cancel it.`,
      );
    }
    claimed.add(key);
    return () => claimed.delete(key);
  };
  const guarded: Pick<A2ARequestHandler, "sendMessage" | "sendMessageStream"> = {
    async sendMessage(params: SendMessageRequest, context: ServerCallContext) {
      await visible(params, context);
      const release = claim(params.message?.taskId ?? "", context);
      try {
        return await handler.sendMessage(params, context);
      } finally {
        release();
      }
    },
    async *sendMessageStream(params: SendMessageRequest, context: ServerCallContext) {
      await visible(params, context);
      const release = claim(params.message?.taskId ?? "", context);
      try {
        yield* handler.sendMessageStream(params, context);
      } finally {
        release();
      }
    },
  };
  /** A task of another caller is not found, even while it is in progress. */
  const visible = async (params: SendMessageRequest, context: ServerCallContext): Promise<void> => {
    const id = params.message?.taskId ?? "";
    if (id !== "") await handler.getTask({ tenant: params.tenant, id, historyLength: 0 }, context);
  };
  return new Proxy(handler, {
    get: (target, name) => {
      const own: unknown = Reflect.get(Object.hasOwn(guarded, name) ? guarded : target, name);
      return typeof own === "function" ? (own.bind(target) as unknown) : own;
    },
  });
}
