import { type Context, context } from "@opentelemetry/api";
import type { ReportOnce } from "../events/report-once.js";
import type { Callee } from "../execution/attempt.js";
import {
  type ContextRunner,
  captureContext,
  provideContext,
} from "../execution/captured-context.js";
import type { ExecutionWatch } from "../execution/execution-watch.js";

/**
 * Calls a handler inside a context. It is called once, even if the page's context manager misbehaves; and the result is
 * always the handler's.
 */
export function inContext(callee: Callee, active: Context, faults: ReportOnce): Callee {
  return {
    handler(args, toolContext) {
      let settle: (() => unknown) | undefined;
      let isCalled = false;
      const call = (): void => {
        if (isCalled) return;
        isCalled = true;
        try {
          const output = callee.handler(args, toolContext);
          settle = () => output;
        } catch (thrown) {
          settle = () => {
            throw thrown;
          };
        }
      };
      faults.guard(() =>
        context.with(active, () => {
          provideContext(toolContext, () => runnerOf(active));
          call();
        }),
      );
      call();
      return settle?.();
    },
  };
}

/** Runs work in the platform's context of now, with the span's context active. */
function runnerOf(active: Context): ContextRunner {
  const outer = captureContext();
  const inner = (work: () => void): void => context.with(active, work);
  return outer ? (work) => outer(() => inner(work)) : inner;
}

/** An execution that is not recorded, but whose handler belongs to a trace: its requests must carry the context. */
export class UnrecordedExecution implements ExecutionWatch {
  readonly #context: Context;
  readonly #faults: ReportOnce;

  constructor(active: Context, faults: ReportOnce) {
    this.#context = active;
    this.#faults = faults;
  }

  heard(): void {}

  waits(): void {}

  accepted(): void {}

  follows(): void {}

  around(callee: Callee): Callee {
    return inContext(callee, this.#context, this.#faults);
  }
}
