/** A worker that is the server of a chat: answers with the body of `toolEventStream()`. */
import { init, ToolRegistry } from "ag-ui-lit";
import { type StreamText, toolEventStream } from "ag-ui-lit/text";

addEventListener("message", async ({ data }: MessageEvent<{ readonly answers: string[] }>) => {
  await init();
  const registry = new ToolRegistry();
  registry.register({
    name: "double",
    description: "Doubles a number.",
    parameters: { properties: { n: { type: "number" } }, required: ["n"] },
    handler: ({ n }) => 2 * (n as number),
  });
  const stream: StreamText = async function* ({ signal }) {
    signal.addEventListener("abort", () => postMessage("stopped"));
    const answer = data.answers.shift();
    if (answer === undefined) await new Promise(() => {});
    else for (const piece of answer.match(/.{1,5}/gs) ?? []) yield piece;
  };
  const { body } = toolEventStream({ stream, registry, messages: [], messageId: "m" });
  postMessage(body, { transfer: [body as Transferable & ReadableStream] });
});
