/** The client's half of a storm: it runs in a page. */

/** The conversations of a page. */
export interface StormPlan {
  readonly url: string;
  readonly count: number;
  /** The client's tools. */
  readonly names: readonly string[];
  /** The number of messages that a conversation may take. */
  readonly tries: number;
  /** Whether every other conversation has runs that it takes up again, and stops some. */
  readonly resumes?: boolean;
}

/** The numbered events of a run that a page has received, over all of its connections, in their order. */
export interface ReceivedRun {
  /** The number of the conversation's plan. */
  readonly seed: number;
  readonly threadId: string;
  readonly runId: string;
  readonly events: readonly (readonly [id: string, text: string])[];
}

/** A conversation as the client has it in the end. */
export interface ClientsConversation {
  readonly seed: number;
  readonly hasEnded: boolean;
  readonly calls: readonly (readonly [id: string, name: string])[];
  /** The ids of the calls that have an answer, each as often as it has one. */
  readonly answered: readonly string[];
}

/** What a page has seen. */
export interface StormEnd {
  readonly conversations: readonly ClientsConversation[];
  /** The number of times that each call was run in the page, by its nonce. */
  readonly runs: readonly (readonly [nonce: string, runs: number])[];
  /** The runs that could be taken up again. */
  readonly received: readonly ReceivedRun[];
}

/** What is wrong with a conversation that has ended. */
export function clientFaults({ seed, hasEnded, calls, answered }: ClientsConversation): string[] {
  if (!hasEnded) return [`${seed} never came to its end`];
  return calls.flatMap(([id, name]) => {
    const { length } = answered.filter((one) => one === id);
    return length === 1 ? [] : [`${seed}: ${name} has ${length} answers`];
  });
}

/** Has conversations to their ends, twelve at once. Their elements stay in the document. */
export async function conversationsInPage({
  url,
  count,
  names,
  tries,
  resumes = false,
}: StormPlan): Promise<StormEnd> {
  const received = new Map<
    string,
    { seed: number; threadId: string; runId: string; events: [string, string][] }
  >();
  const network = globalThis.fetch;
  /** The events of resumable streams are noted as the element reads them. */
  const noting: typeof fetch = async (address, init) => {
    const query = new URL(String(address), document.baseURI).searchParams;
    if (query.has("resumable") && init?.method === "POST") {
      const { threadId, runId, messages } = JSON.parse(String(init.body));
      const seed = Number(/storm (\d+)/.exec(String(messages[0]?.content))?.[1]);
      received.set(runId, { seed, threadId, runId, events: [] });
      query.set("runId", runId);
    }
    const response = await network(address, init);
    const run = received.get(query.get("runId") ?? "");
    const isResumable = response.headers.get("ag-ui-lit-resumable") === "get";
    if (!response.body || !run || !isResumable) return response;
    const decoder = new TextDecoder();
    let text = "";
    const noted = new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        const frames = (text + decoder.decode(bytes, { stream: true })).split("\n\n");
        text = frames.pop() ?? "";
        for (const frame of frames) {
          const data = /^data: (.*)$/m.exec(frame)?.[1];
          if (data !== undefined) run.events.push([/^id: (\d+)$/m.exec(frame)?.[1] ?? "", data]);
        }
        controller.enqueue(bytes);
      },
    });
    const { status, headers } = response;
    return new Response(response.body.pipeThrough(noted), { status, headers });
  };
  if (resumes) globalThis.fetch = noting;
  const runs = new Map<string, number>();
  const began = (nonce: string): void => void runs.set(nonce, (runs.get(nonce) ?? 0) + 1);
  // So that calls end in any order; nothing depends on which.
  const pause = (): Promise<void> =>
    new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
  const schema = {
    type: "object",
    properties: { nonce: { type: "string" }, total: { type: "number" } },
    required: ["nonce"],
  } as const;
  const registry = new agUi.ToolRegistry();
  for (const name of names) {
    registry.register<{ nonce: string }>({
      name,
      description: `The storm's ${name}.`,
      schema,
      metadata: { retryConfig: { maxAttempts: 1 } },
      handler: async ({ nonce }) => {
        began(nonce);
        if (name !== "page_notes") await pause();
        if (name === "page_fails") throw new Error(`page failed ${nonce}`);
        return `page did ${nonce}`;
      },
    });
  }
  registry.register<{ nonce: string; total?: number }>({
    name: "pay",
    description: "Pays what the server has made of it.",
    schema,
    metadata: { execution: "preflight", retryConfig: { maxAttempts: 1 } },
    handler: ({ nonce, total }, { preflight }) => {
      began(nonce);
      if (total !== 42 || !preflight) throw new Error("not prepared");
      return `page did ${nonce}`;
    },
  });

  const converse = async (seed: number): Promise<ClientsConversation> => {
    const element = document.createElement("ag-ui-agent");
    element.registry = registry;
    element.manager = new agUi.ToolExecutionManager();
    const isResumable = resumes && seed % 2 === 1;
    element.url = isResumable ? `${url}?resumable` : url;
    document.body.append(element);
    let asked = `storm ${seed}`;
    let hasEnded = false;
    for (let messages = 0; messages < tries && !hasEnded; messages += 1) {
      if (messages > 0) await pause();
      const isStopped = isResumable && Math.random() < 0.1;
      const stop = isStopped ? setTimeout(() => element.abort(), Math.random() * 100) : 0;
      await element.sendMessage(asked);
      clearTimeout(stop);
      const last = element.messages.at(-1);
      hasEnded = last?.role === "assistant" && last.content?.endsWith(`done ${seed}`) === true;
      asked = "go on";
    }
    const calls: (readonly [string, string])[] = [];
    const answered: string[] = [];
    for (const message of element.messages) {
      if (message.role === "tool") answered.push(message.toolCallId);
      if (message.role !== "assistant") continue;
      for (const { id, function: called } of message.toolCalls ?? []) calls.push([id, called.name]);
    }
    return { seed, hasEnded, calls, answered };
  };
  const conversations: ClientsConversation[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) conversations.push(await converse(next++));
  };
  await Promise.all(Array.from({ length: 12 }, worker));
  globalThis.fetch = network;
  return { conversations, runs: [...runs], received: [...received.values()] };
}

/**
 * Sends one more message in each conversation of the page, to an address without faults. Resolves to the outcomes that
 * are not those of an answer. A request of the conversation that a network has kept back, or a run whose client could
 * not stop it, may still take it over: it is sent again then.
 */
export async function lastMessagesInPage(url: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const element of document.querySelectorAll("ag-ui-agent")) {
    element.url = element.url?.includes("?resumable") ? `${url}?resumable` : url;
    let { outcome, error } = await element.sendMessage("And?");
    for (let again = 0; again < 3 && outcome === "aborted"; again += 1) {
      ({ outcome, error } = await element.sendMessage("And?"));
    }
    if (outcome !== "finished") wrong.push(`${outcome}: ${error?.message}`);
  }
  return wrong;
}
