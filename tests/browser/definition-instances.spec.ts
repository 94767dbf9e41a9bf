import { run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";

test("an instance of a class is a definition: its methods keep their this, its private members and what they inherit", async ({
  harness,
}) => {
  const seen = await harness.evaluate(async () => {
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
    const registry = new agUi.ToolRegistry();
    const { tool } = registry.register(new Counter());
    const manager = new agUi.ToolExecutionManager();
    const outputs: unknown[] = [];
    for (const id of ["1", "2"]) {
      const result = await manager.execute(tool, id, { a: "" });
      outputs.push(result.success ? result.output : result.error.message);
    }
    // As an executor of the page calls it, and through another registry.
    const { handler } = tool;
    outputs.push(handler({} as never, {} as never));
    const again = new agUi.ToolRegistry().register(tool as never).tool;
    outputs.push(again.handler({} as never, {} as never));
    return { outputs, reads, metadata: tool.metadata, parameters: tool.parameters };
  });
  expect(seen.outputs).toEqual([1, 2, 3, 4]);
  expect(seen.reads.sort()).toEqual(["metadata", "name", "schema"]);
  expect(seen.metadata).toEqual({ category: "counting", tags: ["a"], maxConcurrency: 2 });
  expect(seen.parameters).toMatchObject({ type: "object", required: ["a"] });
});

test("a plain object, one made from a prototype and a Proxy of one keep their this", async ({
  harness,
}) => {
  const outputs = await harness.evaluate(async () => {
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
    const registry = new agUi.ToolRegistry();
    const manager = new agUi.ToolExecutionManager();
    const outputs: unknown[] = [];
    for (const definition of definitions) {
      const { tool } = registry.register(definition);
      for (const executor of [
        manager,
        new agUi.ToolExecutionManager(new agUi.DefaultToolExecutor()),
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
    return [...outputs, changed.count];
  });
  expect(outputs).toEqual(["mine", "mine", "mine", "mine", "mine", "mine", 1]);
});

test("a Proxy that can't read its target's private members is refused with the reason", async ({
  harness,
}) => {
  const message = await harness.evaluate(() => {
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
      new agUi.ToolRegistry().register(new Proxy(new Secret(), {}));
      return "registered";
    } catch (error) {
      return String(error);
    }
  });
  expect(message).toMatch(/^ToolDefinitionError: .*\n- name: could not be read: .*private/);
});

test("metadata may be an instance, too: what its class gives counts, and approval is asked as its method", async ({
  harness,
}) => {
  const seen = await harness.evaluate(async () => {
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
    const registry = new agUi.ToolRegistry();
    let attempts = 0;
    const { tool } = registry.register({
      name: "pay",
      description: "Pays.",
      schema: {},
      metadata: new Metadata() as never,
      handler() {
        attempts += 1;
        throw new agUi.ToolFailure("Not now.", { category: "transient" });
      },
    });
    const manager = new agUi.ToolExecutionManager();
    await manager.execute(tool, "1", "{}");
    const { approval } = tool.metadata;
    if (typeof approval !== "function") throw new Error("no rule");
    return {
      attempts,
      inCategory: registry.getByCategory("money").length,
      asks: [await approval({ amount: 1 } as never), await approval({ amount: 9 } as never)],
    };
  });
  expect(seen).toEqual({ attempts: 2, inCategory: 1, asks: [false, true] });
});

test("an approval rule is asked as a method of the metadata that the page gave", async ({
  harness,
  backend,
}) => {
  const { url } = backend.script(
    run(...toolCall("call-1", "plain", "{}"), ...toolCall("call-2", "instance", "{}")),
    run(...text("message-2", "Done.")),
  );
  const seen = await harness.evaluate(async (url) => {
    const agent = openAgent(url);
    const base = { description: "It.", schema: {}, handler: () => "ran" };
    const plain = {
      asked: 0,
      approval() {
        this.asked += 1;
        return false;
      },
    };
    class Rule {
      #asked = 0;
      readonly approval = function (this: Rule) {
        this.#asked += 1;
        return false;
      };
      get asked() {
        return this.#asked;
      }
    }
    const instance = new Rule();
    agent.registry.register({ ...base, name: "plain", metadata: plain });
    agent.registry.register({ ...base, name: "instance", metadata: instance as never });
    const requests = record(agent, "ag-ui-", ["approval-request"]);
    const { outcome } = await agent.sendMessage("Hi");
    return { outcome, asked: [plain.asked, instance.asked], requests: requests.length };
  }, url);
  expect(seen).toEqual({ outcome: "finished", asked: [1, 1], requests: 0 });
});

test("metadata that can't be read is a fault with its path", async ({ harness }) => {
  const fault = await harness.evaluate(() => {
    const retryConfig = {
      get maxAttempts(): number {
        throw new Error("no");
      },
    };
    const metadata = { retryConfig };
    try {
      new agUi.ToolRegistry().register({
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
  });
  expect(fault).toContain("metadata.retryConfig.maxAttempts: could not be read");
});

test("a validator, an executor and reportProgress are called as what they are", async ({
  harness,
}) => {
  const seen = await harness.evaluate(async () => {
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
    const registry = new agUi.ToolRegistry();
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
    const manager = new agUi.ToolExecutionManager();
    const progress = record(manager, "tool-execution-", ["progress"]);
    const own = await manager.execute(tool, "1", "{}");
    const other = await new agUi.ToolExecutionManager(new Executor() as never).execute(
      tool,
      "2",
      "{}",
    );
    return {
      own: own.success && own.output,
      other: other.success && other.result,
      progress: progress.map(({ detail }) => detail.progress),
    };
  });
  expect(seen).toEqual({ own: "accepted", other: "ran ran ", progress: ["accepted"] });
});

test("define-tool and ag-ui-tool-register take an instance, which keeps its this", async ({
  harness,
}) => {
  const outputs = await harness.evaluate(async () => {
    class Old {
      #said = "old";
      readonly name = "old";
      readonly description = "It.";
      readonly parameters = z.object({});
      handler() {
        return this.#said;
      }
    }
    class New {
      #said = "new";
      readonly name = "new";
      readonly description = "It.";
      readonly schema = z.object({});
      handler() {
        return this.#said;
      }
    }
    const { registry } = openAgent("/nowhere");
    document.dispatchEvent(new CustomEvent("define-tool", { detail: new Old() }));
    document.dispatchEvent(new CustomEvent("ag-ui-tool-register", { detail: new New() }));
    const manager = new agUi.ToolExecutionManager();
    const outputs: unknown[] = [];
    for (const tool of registry.all) {
      const result = await manager.execute(tool, tool.name, "{}");
      outputs.push(result.success && result.output);
    }
    return outputs;
  });
  expect(outputs).toEqual(["old", "new"]);
});
