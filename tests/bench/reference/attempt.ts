import type { Running } from "./running.js";
import type { Context } from "./types.js";

/** How an attempt ended. */
export type Ended =
  | { readonly kind: "returned"; readonly output: unknown }
  | { readonly kind: "threw"; readonly thrown: unknown }
  | { readonly kind: "expired" }
  | { readonly kind: "stopped"; readonly reason: unknown };

/** Calls the handler once, until it ends, its time is over, or somebody stops it. */
export function runAttempt(
  running: Running,
  timeout: number | undefined,
  lean: boolean,
  progress: (value: unknown) => void,
): Promise<Ended> {
  return new Promise((resolve) => {
    let controller: AbortController | undefined = lean ? undefined : new AbortController();
    let aborted: { readonly reason: unknown } | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (ended: Ended): void => {
      if (timer !== undefined) clearTimeout(timer);
      resolve(ended);
    };
    const abort = (reason: unknown): void => {
      aborted = { reason };
      controller?.abort(reason);
    };
    running.stop = (reason) => {
      abort(reason);
      end({ kind: "stopped", reason });
    };
    if (timeout !== undefined) {
      timer = setTimeout(() => {
        abort(new DOMException("The tool took too long.", "TimeoutError"));
        end({ kind: "expired" });
      }, timeout);
    }
    const fields = {
      executionId: running.id,
      toolCallId: running.toolCallId,
      toolName: running.tool.name,
      idempotencyKey: running.id,
      attemptNumber: running.attemptNumber,
      maxAttempts: running.maxAttempts,
      reportProgress: progress,
    };
    const context: Context = controller
      ? { ...fields, signal: controller.signal }
      : {
          ...fields,
          get signal() {
            if (!controller) {
              controller = new AbortController();
              if (aborted) controller.abort(aborted.reason);
            }
            return controller.signal;
          },
        };
    callHandler(running, context).then(
      (output) => end({ kind: "returned", output }),
      (thrown: unknown) => end({ kind: "threw", thrown }),
    );
  });
}

async function callHandler(running: Running, context: Context): Promise<unknown> {
  return running.tool.handler(running.args as never, context);
}
