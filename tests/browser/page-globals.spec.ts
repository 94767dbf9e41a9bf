/**
 * A page's globals are the page's code: a polyfill may throw, or call the manager that uses it. What is under way then may
 * end with an error; the manager goes on.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "../support/test.js";

test("what the core calls of the page is what conversions, waiting and signals need", () => {
  const file = fileURLToPath(new URL("../../pkg/dist/generated/core_bg.wasm", import.meta.url));
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(file)));
  // wasm-bindgen's own: a table for its values, what a value is, the errors that are thrown to the caller.
  const own = /^__(wbg___wbindgen_|wbindgen_|wbg__wbg_cb_unref_|wbg_Error_)/;
  const names = imports.map(({ name }) => name).filter((name) => !own.test(name));
  const called = names.map((name) => name.replace(/^__wbg_|_[\da-f]{16}$/g, ""));
  const known = [
    // serde-wasm-bindgen: plain objects, in and out.
    ..."get_with_ref_key get_unchecked get set push length new next done value entries iterator".split(
      " ",
    ),
    ..."isArray isSafeInteger instanceof_Map instanceof_Uint8Array instanceof_ArrayBuffer".split(
      " ",
    ),
    ..."prototypesetcall String Number".split(" "),
    // The page's half, timers and the queue of what waits.
    ..."apply call of setTimeout clearTimeout queueMicrotask resolve then".split(" "),
    ..."static_accessor_GLOBAL_THIS static_accessor_SELF static_accessor_GLOBAL static_accessor_WINDOW".split(
      " ",
    ),
    // Signals.
    ..."abort new_with_message_and_name".split(" "),
  ];
  expect(called.filter((name) => !known.includes(name))).toEqual([]);
});

/** Where each stands, and its name; a symbol's name begins with "@@". */
const parts = [
  ..."Number BigInt RegExp String Boolean Symbol Object Array Date Error TypeError Map Set WeakMap Promise Proxy".split(
    " ",
  ),
  ..."CustomEvent Event AbortController AbortSignal DOMException TextDecoder TextEncoder Uint8Array".split(
    " ",
  ),
  ..."Int32Array Float64Array structuredClone queueMicrotask reportError setTimeout clearTimeout".split(
    " ",
  ),
  ..."JSON.parse JSON.stringify Date.now performance.now Math.random Math.min Math.max Math.floor".split(
    " ",
  ),
  ..."Number.isFinite Number.isInteger Number.isNaN Object.freeze Object.keys Object.values".split(
    " ",
  ),
  ..."Object.entries Object.fromEntries Object.hasOwn Object.is Object.defineProperty".split(" "),
  ..."Object.getPrototypeOf Reflect.get Reflect.ownKeys Array.isArray Array.from".split(" "),
  ..."String.fromCharCode String.fromCodePoint Array.prototype.@@iterator Array.prototype.map".split(
    " ",
  ),
  ..."Array.prototype.filter Array.prototype.every Array.prototype.some Array.prototype.slice".split(
    " ",
  ),
  ..."Map.prototype.@@iterator Set.prototype.@@iterator String.prototype.@@iterator".split(" "),
  ..."String.prototype.charCodeAt String.prototype.slice String.prototype.replace".split(" "),
  ..."String.prototype.startsWith String.prototype.trim RegExp.prototype.exec RegExp.prototype.test".split(
    " ",
  ),
  ..."Number.prototype.toString Object.prototype.toString Function.prototype.call".split(" "),
  ..."Function.prototype.bind Promise.prototype.then TextEncoder.prototype.encodeInto".split(" "),
  ..."TextDecoder.prototype.decode EventTarget.prototype.dispatchEvent".split(" "),
  ..."EventTarget.prototype.addEventListener EventTarget.prototype.removeEventListener".split(" "),
  ..."AbortController.prototype.abort console.error".split(" "),
];

for (const how of ["throws", "re-enters", "answers nonsense"] as const) {
  test(`a page whose globals one ${how} after the other keeps a manager that works`, async ({
    harness,
    complaints,
  }) => {
    test.setTimeout(180_000);
    const seen = await harness.evaluate(
      async ({ parts, how }) => {
        const pause = (() => {
          const { setTimeout: later, Promise: Native } = globalThis;
          return (ms: number) => new Native<void>((resolve) => later(resolve, ms));
        })();
        // A bound of turns: a machine that stands still for seconds takes one of them.
        const inTurns = async <Value>(promise: Promise<Value>): Promise<Value | undefined> => {
          let isOver = false;
          const bound = async (): Promise<undefined> => {
            for (let turns = 0; turns < 300 && !isOver; turns += 1) await pause(10);
            return undefined;
          };
          const value = await Promise.race([promise, bound()]);
          isOver = true;
          return value;
        };
        const { apply, construct } = Reflect;
        const { defineProperty, getOwnPropertyDescriptor } = Object;
        const wrong: unknown[] = [];
        for (const part of parts) {
          const registry = new agUi.ToolRegistry();
          const manager = new agUi.ToolExecutionManager(
            undefined,
            { ...agUi.DEFAULT_RETRY_CONFIG, maxAttempts: 2, baseDelay: 1 },
            { maxConcurrency: 1, circuitBreaker: false, timeout: 500 },
          );
          const schema = {
            properties: { n: { multipleOf: 0.1 }, s: { pattern: "(?i:é)|\\p{Lu}" } },
          };
          const define = (name: string, more: object) =>
            registry.register({ name, description: name, schema, handler: () => "done", ...more })
              .tool;
          const plain = define("plain", {});
          const flaky = define("flaky", {
            handler: (_: never, { attemptNumber }: { attemptNumber: number }) => {
              if (attemptNumber === 1) throw new TypeError("Failed to fetch");
              return { list: [1.5, "two"] };
            },
          });
          const own = define("own", { schema: z.object({ n: z.number() }) });
          const shared = define("shared", { metadata: { dedupe: "inflight" } });
          const kept = define("kept", {
            metadata: { idempotent: true, cache: { ttl: 1e6, maxEntries: 2 } },
          });
          const hang = define("hang", { handler: () => new Promise(() => {}) });
          const heard: unknown[] = [];
          manager.addEventListener("tool-execution-started", () => void heard.length);
          manager.addEventListener("tool-execution-succeeded", () => void heard.length);
          const texts = ['{"n": 1.1e29, "s": "É"}', '{"n": 123456789012345678901e-5}'];

          const path = part.split(".");
          const last = path.pop() as string;
          let holder: object = globalThis;
          for (const step of path) holder = holder[step as never];
          const key = last === "@@iterator" ? Symbol.iterator : last;
          const original = getOwnPropertyDescriptor(holder, key);
          const real = holder[key as never] as (...args: unknown[]) => unknown;
          const results: Promise<unknown>[] = [];
          let isInside = false;
          const meddle = () => {
            if (how === "throws") throw "sabotage";
            // What it begins calls it in turn, a microtask later: without a bound nothing else would come.
            if (isInside || results.length >= 40) return;
            isInside = true;
            results[results.length] = manager.execute(plain, "inner", texts[0] as string);
            if (results.length % 3 === 0) manager.cancelAll();
            isInside = false;
          };
          const isConstructor = typeof real === "function" && "prototype" in real;
          const fake = isConstructor
            ? new Proxy(real, {
                apply(_, self, args) {
                  meddle();
                  return how === "answers nonsense" ? undefined : apply(real, self, args);
                },
                construct(_, args, target) {
                  meddle();
                  return how === "answers nonsense" ? {} : construct(real, args, target);
                },
              })
            : function (this: unknown, ...args: unknown[]) {
                meddle();
                return how === "answers nonsense" ? undefined : apply(real, this, args);
              };

          const before = manager.execute(hang, "before", "{}", { timeout: 20 });
          const waiting = manager.execute(plain, "waiting", texts[0] as string);
          defineProperty(holder, key, { value: fake, writable: true, configurable: true });
          const attempt = (call: () => unknown) => {
            try {
              results[results.length] = call() as Promise<unknown>;
            } catch (thrown) {
              // What throws by its contract may throw; `execute` may not.
              if (call.name === "execute") wrong[wrong.length] = [part, "threw", `${thrown}`];
            }
          };
          let controller: AbortController | undefined;
          attempt(() => {
            controller = new AbortController();
          });
          const signal = controller?.signal;
          const options = signal instanceof EventTarget ? { signal } : {};
          attempt(function execute() {
            return manager.execute(plain, "1", texts[0] as string);
          });
          attempt(function execute() {
            return manager.execute(plain, "2", { n: 0.3, s: "É" }, options);
          });
          attempt(function execute() {
            return manager.execute(flaky, "3", texts[1] as string);
          });
          attempt(function execute() {
            return manager.execute(own, "4", '{"n": 1.25}');
          });
          attempt(function execute() {
            return manager.execute(shared, "5", texts[0] as string);
          });
          attempt(function execute() {
            return manager.execute(shared, "6", texts[0] as string);
          });
          attempt(function execute() {
            return manager.execute(kept, "7", texts[0] as string);
          });
          attempt(function execute() {
            return manager.execute(kept, "8", texts[0] as string);
          });
          attempt(() => {
            const reader = manager.readArguments(plain);
            reader.push('{"n": 1.5, "s": "é');
            reader.push('"}');
            return manager.execute(plain, "9", reader);
          });
          attempt(() => manager.check(plain, texts[0] as string));
          attempt(() => agUi.categorizeError(new Error("no")));
          await pause(30);
          attempt(() => controller?.abort());
          if (original) defineProperty(holder, key, original);
          else Reflect.deleteProperty(holder, key);

          // Alive: everything has an end, and every slot is free.
          const settled = Promise.allSettled([before, waiting, ...results]);
          const inTime = await inTurns(settled);
          if (inTime === undefined) wrong.push([part, "hangs"]);
          else if (inTime.some(({ status }) => status === "rejected")) {
            wrong.push([part, "rejected"]);
          }
          manager.cancelAll();
          const after: string[] = [];
          for (const [tool, text] of [
            [plain, texts[0]],
            [flaky, texts[1]],
            [own, '{"n": 1}'],
            [shared, texts[0]],
            [kept, texts[1]],
          ] as const) {
            const result = await inTurns(manager.execute(tool, "after", text as string));
            if (!result) after.push(`${tool.name} hangs`);
            else if (!result.success) after.push(`${tool.name}: ${result.error.message}`);
          }
          if (after.length > 0) wrong.push([part, ...after]);
          const left = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "inner"]
            .flatMap((id) => manager.getExecutionsForToolCall(id))
            .filter(({ status }) => !["succeeded", "failed", "cancelled"].includes(status));
          if (left.length > 0) wrong.push([part, "left", left.map(({ status }) => status)]);
          manager.free();
        }
        return wrong;
      },
      { parts, how },
    );
    // What a page's own code throws is told to the page.
    complaints.length = 0;
    expect(seen).toEqual([]);
  });
}
