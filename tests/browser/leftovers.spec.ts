/** A removed element leaves no listeners, nodes or globals on the page. */
import { run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";

const calls = [...toolCall("c1", "it", "{}", "m1"), ...toolCall("c2", "asked", "{}", "m1")];
const form = toolCall("c3", "form", "{}", "m1");

for (const [what, events] of [
  ["that has answered", calls],
  ["that is removed while its form waits for the person", [...calls, ...form]],
] as const) {
  test(`an element ${what} leaves nothing on the page`, async ({ harness, backend }) => {
    const agent = backend.script(run(...events), run(...text("m2", "Done.")));
    const isWaiting = events.length > calls.length;
    const seen = await harness.evaluate(
      async ({ url, isWaiting }) => {
        const tool = { description: "It.", schema: {}, handler: () => "ok" };
        const form = document.createElement("form");
        form.setAttribute("toolname", "form");
        form.setAttribute("tooldescription", "It.");
        form.innerHTML = "<button>Send</button>";
        document.body.append(form);
        const registry = new agUi.ToolRegistry();
        const manager = new agUi.ToolExecutionManager();
        registry.register({ ...tool, name: "it" });
        registry.register({ ...tool, name: "asked", metadata: { approval: "always" } });
        const { body } = document;
        const listeners = listenersOn({ document, window, body, form, registry, manager });
        const nodes = document.querySelectorAll("*").length;
        const globals = Object.keys(globalThis).length;

        const element = document.createElement("ag-ui-agent");
        Object.assign(element, { url, registry, manager, formTools: "all" });
        element.addEventListener("ag-ui-approval-request", ({ detail }) => {
          void element.respondToApproval(detail.approvalId, { decision: "approve" });
        });
        document.body.append(element);
        const byEvent = { ...tool, name: "by_event" };
        document.dispatchEvent(new CustomEvent("ag-ui-tool-register", { detail: byEvent }));
        const whileThere = listeners();
        const isActive = () => form.hasAttribute("data-tool-active");
        const sending = element.sendMessage("Go");
        if (isWaiting) await until("the form waits for the person", isActive);
        else await sending;
        element.remove();
        await sending;
        await until("the form waits no longer", () => !isActive());
        registry.unregister("by_event");
        await turn();
        return {
          whileThere,
          left: listeners(),
          nodes: document.querySelectorAll("*").length - nodes,
          globals: Object.keys(globalThis).length - globals,
          tools: registry.names,
        };
      },
      { url: agent.url, isWaiting },
    );
    expect(seen.whileThere).toContain("document: ag-ui-tool-register");
    expect(seen).toMatchObject({ left: [], nodes: 0, globals: 0, tools: ["it", "asked"] });
  });
}
