/**
 * Answers with calls, as the API references show them: whole and as streams. The arguments are those of `travel` and `note`
 * in `tests/node/providers-tools.ts`, with letters of several bytes.
 */

const sse = (events: readonly object[], name?: (event: object) => string): string =>
  events
    .map((event) => `${name ? `event: ${name(event)}\n` : ""}data: ${JSON.stringify(event)}\n\n`)
    .join("");

const typeOf = (event: object): string => (event as { type: string }).type;

const usage = { input_tokens: 1, output_tokens: 1 };

export const anthropicAnswer = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude",
  stop_reason: "tool_use",
  stop_sequence: null,
  usage,
  content: [
    { type: "text", text: "Let me look." },
    { type: "tool_use", id: "toolu_1", name: "travel", input: { city: "Córdoba", days: 2 } },
    { type: "tool_use", id: "toolu_2", name: "note", input: { text: "¡olé! 😀" } },
  ],
};

export const anthropicStream = sse(
  [
    { type: "message_start", message: { ...anthropicAnswer, content: [], stop_reason: null } },
    { type: "ping" },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Let me" } },
    { type: "content_block_stop", index: 0 },
    {
      type: "content_block_start",
      index: 1,
      content_block: { type: "tool_use", id: "toolu_1", name: "travel", input: {} },
    },
    ...["", '{"city": "C', 'órdoba"', ', "days"', ": 2}"].map((partial_json) => ({
      type: "content_block_delta",
      index: 1,
      delta: { type: "input_json_delta", partial_json },
    })),
    { type: "content_block_stop", index: 1 },
    { type: "message_delta", delta: { stop_reason: "tool_use", stop_sequence: null }, usage },
    { type: "message_stop" },
  ],
  typeOf,
);

const chat = { id: "chatcmpl-1", created: 1, model: "gpt" };
const chatCalls = [
  {
    id: "call_1",
    type: "function",
    function: { name: "travel", arguments: '{"city":"Córdoba","days":null,"how":null}' },
  },
  { id: "call_2", type: "function", function: { name: "note", arguments: '{"text":"olé"}' } },
];

export const openAiChatAnswer = {
  ...chat,
  object: "chat.completion",
  choices: [
    {
      index: 0,
      finish_reason: "tool_calls",
      logprobs: null,
      message: { role: "assistant", content: null, refusal: null, tool_calls: chatCalls },
    },
  ],
};

const chatChunk = (delta: object, finish_reason: string | null = null) => ({
  ...chat,
  object: "chat.completion.chunk",
  choices: [{ index: 0, delta, finish_reason, logprobs: null }],
});

export const openAiChatStream = `${sse([
  chatChunk({
    role: "assistant",
    content: null,
    tool_calls: [
      { index: 0, id: "call_1", type: "function", function: { name: "travel", arguments: "" } },
    ],
  }),
  ...['{"city":', '"Córd', 'oba","da', 'ys":null', ',"how":null}'].map((text) =>
    chatChunk({ tool_calls: [{ index: 0, function: { arguments: text } }] }),
  ),
  chatChunk({}, "tool_calls"),
])}data: [DONE]\n\n`;

const mistral = { id: "cmpl-1", created: 1, model: "mistral" };

export const mistralAnswer = {
  ...mistral,
  object: "chat.completion",
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  choices: [
    {
      index: 0,
      finish_reason: "tool_calls",
      message: {
        role: "assistant",
        content: "",
        tool_calls: [
          {
            id: "V2bduoFbR",
            function: { name: "travel", arguments: '{"city":"Córdoba","days":2}' },
          },
          { id: "9fTqOaLk2", index: 1, function: { name: "note", arguments: { text: "olé" } } },
        ],
      },
    },
  ],
};

const mistralChunk = (delta: object, finish_reason: string | null = null) => ({
  ...mistral,
  object: "chat.completion.chunk",
  choices: [{ index: 0, delta, finish_reason }],
});

const [mistralCall, mistralNote] = mistralAnswer.choices[0]?.message.tool_calls ?? [];

export const mistralStream = `${sse([
  mistralChunk({ role: "assistant", content: "" }),
  mistralChunk({ content: "", tool_calls: [{ ...mistralCall, index: 0 }] }),
  mistralChunk({ content: "", tool_calls: [{ ...mistralNote, index: 1 }] }, "tool_calls"),
])}data: [DONE]\n\n`;

const response = {
  id: "resp_1",
  object: "response",
  created_at: 1,
  model: "gpt",
  status: "completed",
};
const item = {
  id: "fc_1",
  type: "function_call",
  status: "completed",
  call_id: "call_1",
  name: "travel",
  arguments: '{"city":"Córdoba","days":null,"how":null}',
};

export const openAiResponsesAnswer = {
  ...response,
  output: [
    { id: "rs_1", type: "reasoning", summary: [] },
    item,
    { ...item, id: "fc_2", call_id: "call_2", name: "note", arguments: '{"text":"olé"}' },
  ],
};

const place = { output_index: 0, item_id: "fc_1" };

export const openAiResponsesStream = sse(
  [
    { type: "response.created", response: { ...response, output: [] } },
    {
      type: "response.output_item.added",
      output_index: 0,
      item: { ...item, status: "in_progress", arguments: "" },
    },
    ...['{"city":', '"Córd', 'oba","da', 'ys":null', ',"how":null}'].map((delta) => ({
      type: "response.function_call_arguments.delta",
      ...place,
      delta,
    })),
    { type: "response.function_call_arguments.done", ...place, arguments: item.arguments },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response: { ...response, output: [item] } },
  ].map((event, sequence_number) => ({ ...event, sequence_number })),
  typeOf,
);

export const geminiAnswer = {
  candidates: [
    {
      index: 0,
      finishReason: "STOP",
      content: {
        role: "model",
        parts: [
          { text: "Let me look." },
          { functionCall: { name: "travel", args: { city: "Córdoba", days: 2 } } },
          { functionCall: { id: "own", name: "note", args: { text: "olé" } } },
        ],
      },
    },
  ],
};

export const geminiStream = sse([
  { candidates: [{ content: { role: "model", parts: [{ text: "Let me" }] } }] },
  geminiAnswer,
]);
