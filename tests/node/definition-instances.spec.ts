import { DefaultToolExecutor, ToolExecutionManager, ToolFailure, ToolRegistry } from "ag-ui-lit";
import * as z from "zod";
import { record } from "../support/observe.js";
import { expect, test } from "./test.js";

test("an instance of a class is a definition: its methods keep their this, its private members and what they inherit", async () => {
  const reads: string[] = [];
  class Base {
    get name() {
      reads.push("name");
      return "counter";
    }
    handler() {
      return this.step();
    }
    step(): unknown {
      return "base";
    }
  }
  class Counter extends Base {
    #count = 0;
    readonly #limit = 2;
    readonly description = "Counts.";
    get schema() {
      reads.push("schema");
      return z.object({ a: z.string() });
    }
    get metadata() {
      reads.push("metadata");
      const limit = this.#limit;
      return { category: "counting", tags: ["a"], maxConcurrency: limit };
    }
    override step() {
      this.#count += 1;
      return this.#count;
    }
  }
  const registry = new ToolRegistry();
  const { tool } = registry.register(new Counter());
  const manager = new ToolExecutionManager();
  const outputs: unknown[] = [];
  for (const id of ["1", "2"]) {
    const result = await manager.execute(tool, id, { a: "" });
    outputs.push(result.success ? result.output : result.error.message);
  }
  // As an executor of the page calls it, and through another registry.
  const { handler } = tool;
  outputs.push(handler({} as never, {} as never));
  const again = new ToolRegistry().register(tool as never).tool;
  outputs.push(again.handler({} as never, {} as never));
  const seen = { outputs, reads, metadata: tool.metadata, parameters: tool.parameters };
  expect(seen.outputs).toEqual([1, 2, 3, 4]);
  expect(seen.reads.sort()).toEqual(["metadata", "name", "schema"]);
  expect(seen.metadata).toEqual({ category: "counting", tags: ["a"], maxConcurrency: 2 });
  expect(seen.parameters).toMatchObject({ type: "object", required: ["a"] });
});

test("a plain object, one made from a prototype and a Proxy of one keep their this", async () => {
  const make = (name: string) => ({
    name,
    description: "It.",
    schema: {},
    said: "mine",
    handler(this: { said: string }) {
      return this.said;
    },
  });
  const proxied = new Proxy(make("proxied"), {});
  const definitions = [make("plain"), Object.create(make("inherited")), proxied];
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  const outputs: unknown[] = [];
  for (const definition of definitions) {
    const { tool } = registry.register(definition);
    for (const executor of [
      manager,
      new ToolExecutionManager(new DefaultToolExecutor({ unchecked: true })),
    ]) {
      const result = await executor.execute(tool, "1", "{}");
      outputs.push(result.success && result.output);
    }
  }
  // One that its handler changes is the page's own, not a copy.
  const changed = {
    ...make("changed"),
    count: 0,
    handler() {
      this.count += 1;
    },
  };
  const { tool } = registry.register(changed);
  await manager.execute(tool, "2", "{}");
  expect([...outputs, changed.count]).toEqual(["mine", "mine", "mine", "mine", "mine", "mine", 1]);
});

test("a Proxy that can't read its target's private members is refused with the reason", async () => {
  const message = (() => {
    class Secret {
      readonly #name = "secret";
      readonly description = "It.";
      readonly schema = {};
      get name() {
        return this.#name;
      }
      handler() {}
    }
    try {
      new ToolRegistry().register(new Proxy(new Secret(), {}));
      return "registered";
    } catch (error) {
      return String(error);
    }
  })();
  expect(message).toMatch(/^ToolDefinitionError: .*\n- name: could not be read: .*private/);
});

test("metadata may be an instance, too: what its class gives counts, and approval is asked as its method", async () => {
  class Retry {
    get maxAttempts() {
      return 2;
    }
    readonly baseDelay = 1;
  }
  class Metadata {
    #limit = 5;
    readonly idempotent = true;
    get category() {
      return "money";
    }
    get retryConfig() {
      return new Retry();
    }
    approval({ amount }: { amount: number }) {
      return amount > this.#limit;
    }
  }
  const registry = new ToolRegistry();
  let attempts = 0;
  const { tool } = registry.register({
    name: "pay",
    description: "Pays.",
    schema: {},
    metadata: new Metadata() as never,
    handler() {
      attempts += 1;
      throw new ToolFailure("Not now.", { category: "transient" });
    },
  });
  const manager = new ToolExecutionManager();
  await manager.execute(tool, "1", "{}");
  const { approval } = tool.metadata;
  if (typeof approval !== "function") throw new Error("no rule");
  const seen = {
    attempts,
    inCategory: registry.getByCategory("money").length,
    asks: [await approval({ amount: 1 } as never), await approval({ amount: 9 } as never)],
  };
  expect(seen).toEqual({ attempts: 2, inCategory: 1, asks: [false, true] });
});

test("metadata that can't be read is a fault with its path", async () => {
  const fault = (() => {
    const retryConfig = {
      get maxAttempts(): number {
        throw new Error("no");
      },
    };
    const metadata = { retryConfig };
    try {
      new ToolRegistry().register({
        name: "it",
        description: "It.",
        schema: {},
        handler: () => 1,
        metadata,
      });
      return "registered";
    } catch (error) {
      return String(error);
    }
  })();
  expect(fault).toContain("metadata.retryConfig.maxAttempts: could not be read");
});

test("a validator, an executor and reportProgress are called as what they are", async () => {
  class Props {
    readonly version = 1;
    readonly vendor = "mine";
    #accepted = "accepted";
    validate() {
      return { value: { said: this.#accepted } };
    }
  }
  class Executor {
    #prefix = "ran ";
    async execute(_tool: never, args: { said: string }) {
      return { success: true, result: this.#prefix + args.said } as const;
    }
    validate(_: never, args: object) {
      return { success: true, args: { ...args, said: this.#prefix } } as const;
    }
  }
  const registry = new ToolRegistry();
  const { tool } = registry.register({
    name: "it",
    description: "It.",
    schema: { "~standard": new Props() } as never,
    parameters: {},
    handler({ said }: { said: string }, { reportProgress }) {
      reportProgress(said);
      return said;
    },
  });
  const manager = new ToolExecutionManager();
  const progress = record(manager, "tool-execution-", ["progress"]);
  const own = await manager.execute(tool, "1", "{}");
  const other = await new ToolExecutionManager(new Executor() as never).execute(tool, "2", "{}");
  const seen = {
    own: own.success && own.output,
    other: other.success && other.result,
    progress: progress.map(({ detail }) => detail.progress),
  };
  expect(seen).toEqual({ own: "accepted", other: "ran ran ", progress: ["accepted"] });
});
