/** `ag-ui-lit/a2a`: both sides, their options and what is exchanged, without a cast. */
import {
  A2aAgent,
  A2aAgentExecutor,
  type A2aCaller,
  type A2aToolCall,
  type A2aToolResult,
  CLIENT_TOOLS_EXTENSION,
  serveA2a,
} from "ag-ui-lit/a2a";
import type { AgUiAgent } from "ag-ui-lit/element";
import type { Reasoner } from "ag-ui-lit/server";

declare const reasoner: Reasoner;
declare const element: AgUiAgent;

const card = { name: "Desk", description: "Books rooms.", url: "https://example.com/a2a" };
const answer: (request: Request) => Promise<Response> = serveA2a(reasoner, {
  card: { ...card, version: "2.0.0" },
  context: ({ headers }): A2aCaller | Response => {
    const id = headers.get("x-user");
    return id === null ? new Response(null, { status: 401 }) : { user: { id } };
  },
  maxBodyBytes: 1000,
});
answer(new Request(card.url));
// @ts-expect-error a card says where the agent is
serveA2a(reasoner, { card: { name: "Desk", description: "Books rooms." } });
// @ts-expect-error there is no such option
serveA2a(reasoner, { card, port: 80 });

new A2aAgentExecutor(reasoner, { context: ({ contextId }) => ({ session: { id: contextId } }) });

element.agent = new A2aAgent({ url: "/a2a", resubscribe: { attempts: 2 } });
element.protocol = "a2a";
element.protocol = null;
// @ts-expect-error an agent is somewhere
new A2aAgent({});

const call: A2aToolCall = {
  id: "1",
  type: "function",
  function: { name: "pay", arguments: "{}" },
  metadata: { "ag-ui-lit": { preflight: { arguments: { sum: 1 } } } },
};
const result: A2aToolResult = { toolCallId: call.id, success: true, result: 1 };
console.log({ [CLIENT_TOOLS_EXTENSION]: result });
