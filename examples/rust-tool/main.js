import { registerTool } from "ag-ui-lit";
import start, { convertUnits, kitchenTimer } from "./pkg/kitchen_tools.js";

await start();
const environment = { config: { decimals: 1, longestTimer: 7200 } };
await registerTool(convertUnits(environment));
await registerTool(kitchenTimer(environment));

const agent = document.querySelector("ag-ui-agent");
const [timer, log] = [document.querySelector("#timer"), document.querySelector("#log")];

agent.manager.addEventListener("tool-execution-progress", ({ detail }) => {
  timer.value = `${detail.progress.remaining} s left`;
});
agent.addEventListener("ag-ui-tool-call-end", ({ detail }) => say(`Tool: ${detail.result}`));
agent.addEventListener("ag-ui-tool-call-error", ({ detail }) =>
  say(`Error: ${detail.error.message}`),
);

document.querySelector("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { message } = Object.fromEntries(new FormData(event.target));
  event.target.reset();
  await agent.sendMessage(message);
  timer.value = "";
  say(agent.messages.at(-1)?.content ?? "");
});
document.querySelector("#stop").addEventListener("click", () => agent.abort());
document.body.dataset.ready = "";

function say(text) {
  const line = document.createElement("li");
  line.textContent = text;
  log.append(line);
}
