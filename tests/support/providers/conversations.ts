/**
 * A conversation with each API as its reference shows the stream: an answer that thinks, speaks, and calls `balance` and `show`; and one
 * of text alone. Each takes what the next event says about its end.
 */

const sse = (events: readonly object[], isNamed = false): string =>
  events
    .map((event) => {
      const name = isNamed ? `event: ${(event as { type: string }).type}\n` : "";
      return `${name}data: ${JSON.stringify(event)}\n\n`;
    })
    .join("");

/** The streams of one API. */
export interface Conversation {
  /** Reasoning "Hm.", text "Let me look.", and the calls. */
  readonly calls: string;
  /** The text in two pieces, with 7 tokens in and 3 out. */
  text(text: string, ending?: string): string;
  /** A call of `balance` whose arguments were cut off. */
  readonly cut: string;
}

const balance = '{"account":"A1"}';
const show = '{"what":"sun"}';
const halves = (text: string): [string, string] => [text.slice(0, 5), text.slice(5)];

const claude = (blocks: readonly object[][], stop_reason: string): string =>
  sse(
    [
      {
        type: "message_start",
        message: { id: "m", role: "assistant", content: [], usage: { input_tokens: 7 } },
      },
      ...blocks.flat(),
      { type: "message_delta", delta: { stop_reason }, usage: { output_tokens: 3 } },
      { type: "message_stop" },
    ],
    true,
  );

const claudeBlock = (index: number, content_block: object, deltas: readonly object[]): object[] => [
  { type: "content_block_start", index, content_block },
  ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
  { type: "content_block_stop", index },
];

const claudeCall = (index: number, id: string, name: string, args: string): object[] =>
  claudeBlock(
    index,
    { type: "tool_use", id, name, input: {} },
    halves(args).map((partial_json) => ({ type: "input_json_delta", partial_json })),
  );

const claudeText = (index: number, text: string): object[] =>
  claudeBlock(
    index,
    { type: "text", text: "" },
    halves(text).map((text) => ({ type: "text_delta", text })),
  );

export const anthropic: Conversation = {
  calls: claude(
    [
      claudeBlock(0, { type: "thinking", thinking: "", signature: "" }, [
        { type: "thinking_delta", thinking: "Hm." },
        { type: "signature_delta", signature: "signed" },
      ]),
      claudeText(1, "Let me look."),
      claudeCall(2, "toolu_1", "balance", balance),
      claudeCall(3, "toolu_2", "show", show),
    ],
    "tool_use",
  ),
  text: (text, ending = "end_turn") => claude([claudeText(0, text)], ending),
  cut: claude(
    [
      claudeBlock(0, { type: "tool_use", id: "toolu_3", name: "balance", input: {} }, [
        { type: "input_json_delta", partial_json: '{"acco' },
      ]),
    ],
    "max_tokens",
  ),
};

const chat = (deltas: readonly object[], finish_reason: string, usage?: object): string =>
  `${sse([
    ...[...deltas, {}].map((delta, at) => ({
      id: "c",
      object: "chat.completion.chunk",
      created: 1,
      model: "m",
      choices: [{ index: 0, delta, finish_reason: at === deltas.length ? finish_reason : null }],
    })),
    ...(usage
      ? [{ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [], usage }]
      : []),
  ])}data: [DONE]\n\n`;

const tokens = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 };

const chatCall = (index: number, id: string, name: string, args: string): object[] => {
  const [first, second] = halves(args);
  return [
    { tool_calls: [{ index, id, type: "function", function: { name, arguments: first } }] },
    { tool_calls: [{ index, function: { arguments: second } }] },
  ];
};

export const openAiChat: Conversation = {
  calls: chat(
    [
      { role: "assistant", content: "", reasoning_content: "Hm." },
      { content: "Let me " },
      { content: "look." },
      ...chatCall(0, "call_1", "balance", balance),
      ...chatCall(1, "call_2", "show", show),
    ],
    "tool_calls",
  ),
  text: (text, ending = "stop") =>
    chat(
      halves(text).map((content) => ({ content })),
      ending,
      tokens,
    ),
  cut: chat(chatCall(0, "call_3", "balance", '{"acco').slice(0, 1), "length"),
};

const mistralCall = (index: number, id: string, name: string, args: string): object => ({
  content: "",
  tool_calls: [{ index, id, function: { name, arguments: args } }],
});

export const mistral: Conversation = {
  calls: chat(
    [
      {
        role: "assistant",
        content: [{ type: "thinking", thinking: [{ type: "text", text: "Hm." }] }],
      },
      { content: "Let me look." },
      mistralCall(0, "V2bduoFbR", "balance", balance),
      mistralCall(1, "9fTqOaLk2", "show", show),
    ],
    "tool_calls",
  ),
  text: (text, ending = "stop") => {
    const [first, second] = halves(text).map((content) => ({ content }));
    const usage = {
      id: "c",
      object: "chat.completion.chunk",
      created: 1,
      model: "m",
      usage: tokens,
    };
    const last = { index: 0, delta: second, finish_reason: ending };
    const chunks = [
      { ...usage, usage: undefined, choices: [{ index: 0, delta: first, finish_reason: null }] },
      { ...usage, choices: [last] },
    ];
    return `${sse(chunks)}data: [DONE]\n\n`;
  },
  cut: chat([mistralCall(0, "V2bduoFbS", "balance", '{"acco')], "length"),
};

const responses = (
  events: readonly object[],
  output: readonly object[],
  ending: object,
): string => {
  const response = {
    id: "r",
    object: "response",
    created_at: 1,
    model: "m",
    status: "completed",
    output,
  };
  const usage = { input_tokens: 7, output_tokens: 3, total_tokens: 10 };
  return sse(
    [
      { type: "response.created", response: { ...response, output: [] } },
      ...events,
      { type: "response.completed", ...ending, response: { ...response, ...ending, usage } },
    ].map((event, sequence_number) => ({ ...event, sequence_number })),
    true,
  );
};

const responseCall = (
  output_index: number,
  call_id: string,
  name: string,
  args: string,
): object[] => {
  const item = { id: `fc_${call_id}`, type: "function_call", call_id, name, arguments: args };
  const place = { output_index, item_id: item.id };
  return [
    { type: "response.output_item.added", output_index, item: { ...item, arguments: "" } },
    ...halves(args).map((delta) => ({
      type: "response.function_call_arguments.delta",
      ...place,
      delta,
    })),
    { type: "response.function_call_arguments.done", ...place, arguments: args },
    { type: "response.output_item.done", output_index, item: { ...item, status: "completed" } },
  ];
};

const responseText = (text: string): object[] =>
  halves(text).map((delta) => ({
    type: "response.output_text.delta",
    output_index: 1,
    item_id: "msg",
    content_index: 0,
    delta,
  }));

export const openAiResponses: Conversation = {
  calls: responses(
    [
      {
        type: "response.reasoning_summary_text.delta",
        output_index: 0,
        item_id: "rs_1",
        delta: "Hm.",
      },
      {
        type: "response.output_item.done",
        output_index: 0,
        item: { id: "rs_1", type: "reasoning", summary: [], encrypted_content: "sealed" },
      },
      ...responseText("Let me look."),
      ...responseCall(2, "call_1", "balance", balance),
      ...responseCall(3, "call_2", "show", show),
    ],
    [],
    {},
  ),
  text: (text, ending) =>
    responses(
      responseText(text),
      [],
      ending === undefined
        ? {}
        : { type: "response.incomplete", incomplete_details: { reason: ending } },
    ),
  cut: responses(responseCall(0, "call_3", "balance", '{"account"').slice(0, 2), [], {
    type: "response.incomplete",
    incomplete_details: { reason: "max_output_tokens" },
  }),
};

const candidate = (parts: readonly object[], finishReason?: string): object => ({
  candidates: [{ index: 0, content: { role: "model", parts }, finishReason }],
  usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 1, thoughtsTokenCount: 2 },
});

export const gemini: Conversation = {
  calls: sse([
    candidate([{ text: "Hm.", thought: true }]),
    candidate([{ text: "Let me look." }]),
    candidate(
      [
        {
          functionCall: { name: "balance", args: JSON.parse(balance) },
          thoughtSignature: "signed",
        },
        { functionCall: { name: "show", args: JSON.parse(show) } },
      ],
      "STOP",
    ),
  ]),
  text: (text, ending = "STOP") => {
    const [first, second] = halves(text);
    return sse([candidate([{ text: first }]), candidate([{ text: second }], ending)]);
  },
  // Its calls come whole, or not at all.
  cut: sse([candidate([{ text: "Let me" }], "MALFORMED_FUNCTION_CALL")]),
};
