/** A page's own script: registers a tool and sends a message once the element is defined. */
customElements.whenDefined("ag-ui-agent").then(async () => {
  const calls = [];
  document.dispatchEvent(
    new CustomEvent("ag-ui-tool-register", {
      detail: {
        name: "greet",
        description: "Greets a person by name.",
        schema: { properties: { name: { type: "string" } }, required: ["name"] },
        handler: (args) => {
          calls.push(args);
          return `Hello, ${args.name}!`;
        },
      },
    }),
  );
  const agent = document.querySelector("ag-ui-agent");
  const sent = await agent.sendMessage("Greet Ada");
  globalThis.outcome = { ...sent, calls, said: agent.messages.at(-1).content };
});
