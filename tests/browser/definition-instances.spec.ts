import { run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";

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
