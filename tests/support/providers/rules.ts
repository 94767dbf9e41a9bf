/**
 * What the public API references say of requests with tools, by API: each says what is wrong with one.
 * The sources are named at each rule.
 */
import { schemaFaults, strictKeywords } from "./schema.js";

type Json = Record<string, unknown>;

const list = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);
const object = (value: unknown): Json =>
  typeof value === "object" && value ? (value as Json) : {};

/** https://platform.claude.com/docs/en/api/messages */
export function anthropicFaults(headers: NodeJS.Dict<string | string[]>, body: Json): string[] {
  const faults: string[] = [];
  // The client sends its key by either.
  if (!headers["x-api-key"] && !headers.authorization) faults.push("no key");
  if (!headers["anthropic-version"]) faults.push("no anthropic-version");
  if (typeof body.max_tokens !== "number") faults.push("no max_tokens");
  for (const tool of list(body.tools)) {
    // Define tools: "Must match the regex ^[a-zA-Z0-9_-]{1,64}$".
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(String(tool.name))) faults.push(`name ${tool.name}`);
    const isStrict = tool.strict === true;
    const found = schemaFaults(tool.input_schema, {
      notAtTop: ["anyOf", "oneOf", "allOf"],
      names: /^[a-zA-Z0-9_.-]{1,64}$/,
      // Structured outputs: JSON Schema limitations.
      ...(isStrict && { keywords: [...strictKeywords, "default", "minItems"], closed: true }),
    });
    faults.push(...found.map((fault) => `${tool.name}: ${fault}`));
  }
  faults.push(...anthropicTurns(list(body.messages)));
  return faults;
}

/** Handle tool calls: the results of all calls, each once, first in the next message. */
function anthropicTurns(messages: readonly Json[]): string[] {
  return messages.flatMap((message, at) => {
    const calls = list(message.content).filter(({ type }) => type === "tool_use");
    if (message.role !== "assistant" || calls.length === 0) return [];
    const next = object(messages[at + 1]);
    const blocks = list(next.content);
    const results = blocks.slice(0, calls.length).map(({ tool_use_id }) => tool_use_id);
    const faults = calls.filter(({ id }) => results.filter((result) => result === id).length !== 1);
    const media = blocks
      .flatMap(({ content }) => list(content))
      .filter(({ type }) => type === "image")
      .map(({ source }) => object(source).media_type);
    return [
      ...(next.role === "user" ? [] : ["no user message after calls"]),
      ...faults.map(({ id }) => `call ${id} is not answered once`),
      ...media.filter((type) => !/^image\/(jpeg|png|gif|webp)$/.test(String(type))).map(String),
    ];
  });
}

/** Structured outputs: supported schemas. */
const openAiStrict = {
  keywords: [
    ...strictKeywords,
    ...["multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"],
    ...["minItems", "maxItems"],
  ],
  closed: true,
  allRequired: true,
};

function openAiFunctionFaults(named: Json, isStrict: boolean): string[] {
  const faults: string[] = [];
  // FunctionDefinition: "Must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64."
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(String(named.name))) faults.push(`name ${named.name}`);
  const found = schemaFaults(named.parameters, {
    notAtTop: ["anyOf", "oneOf", "allOf", "enum", "not"],
    ...(isStrict && openAiStrict),
  });
  return [...faults, ...found.map((fault) => `${named.name}: ${fault}`)];
}

/** https://platform.openai.com/docs/api-reference/chat/create */
export function openAiChatFaults(headers: NodeJS.Dict<string | string[]>, body: Json): string[] {
  const faults = headers.authorization ? [] : ["no authorization"];
  for (const tool of list(body.tools)) {
    const named = object(tool.function);
    if (tool.type !== "function") faults.push(`type ${tool.type}`);
    faults.push(...openAiFunctionFaults(named, named.strict === true));
  }
  const messages = list(body.messages);
  for (const [at, message] of messages.entries()) {
    // Each call is answered by a tool message, right after.
    const ids = list(message.tool_calls).map(({ id }) => id);
    const answers = messages.slice(at + 1, at + 1 + ids.length);
    const answered = answers.filter(({ role }) => role === "tool").map((one) => one.tool_call_id);
    if (ids.some((id) => !answered.includes(id))) faults.push("a call is not answered");
    if (message.role === "tool" && typeof message.content !== "string") faults.push("no text");
  }
  return faults;
}

/** https://platform.openai.com/docs/api-reference/responses/create */
export function openAiResponsesFaults(
  headers: NodeJS.Dict<string | string[]>,
  body: Json,
): string[] {
  const faults = headers.authorization ? [] : ["no authorization"];
  for (const tool of list(body.tools)) {
    if (tool.type !== "function") faults.push(`type ${tool.type}`);
    if (typeof tool.strict !== "boolean") faults.push("strict is not said");
    faults.push(...openAiFunctionFaults(tool, tool.strict === true));
  }
  const input = list(body.input);
  const calls = input.filter(({ type }) => type === "function_call").map((one) => one.call_id);
  const outputs = input.filter(({ type }) => type === "function_call_output");
  const answered = outputs.map((one) => one.call_id);
  if (calls.join() !== answered.join()) faults.push(`calls ${calls}, outputs ${answered}`);
  return faults;
}

/** https://ai.google.dev/api/caching#FunctionDeclaration, and the schema's subset in GenerationConfig. */
export function geminiFaults(headers: NodeJS.Dict<string | string[]>, body: Json): string[] {
  const faults = headers["x-goog-api-key"] ? [] : ["no x-goog-api-key"];
  const declared = list(body.tools).flatMap((tool) => list(tool.functionDeclarations));
  for (const { name, description, parametersJsonSchema } of declared) {
    if (!/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/.test(String(name))) faults.push(`name ${name}`);
    if (!description) faults.push(`${name} has no description`);
    const found = schemaFaults(parametersJsonSchema, {
      keywords: [
        ...["$id", "$defs", "$ref", "$anchor", "type", "format", "title", "description", "enum"],
        ...["items", "prefixItems", "minItems", "maxItems", "minimum", "maximum", "anyOf"],
        ...["oneOf", "properties", "additionalProperties", "required", "propertyOrdering"],
      ],
    });
    faults.push(...found.map((fault) => `${name}: ${fault}`));
  }
  const contents = list(body.contents);
  for (const [at, content] of contents.entries()) {
    const calls = list(content.parts).flatMap(({ functionCall }) => functionCall ?? []) as Json[];
    const next = list(contents[at + 1]?.parts).flatMap((part) => part.functionResponse ?? []);
    const names = (next as Json[]).map(({ name, id }) => `${name} ${id}`);
    if (calls.map(({ name, id }) => `${name} ${id}`).join() !== names.join() && calls.length > 0) {
      faults.push(`calls ${JSON.stringify(calls)}, responses ${names}`);
    }
  }
  return faults;
}

/**
 * The rules of https://github.com/mistralai/mistral-common for a request, with ids as before its tokenizer 13; members that
 * the reference does not have are refused.
 */
export function mistralFaults(headers: NodeJS.Dict<string | string[]>, body: Json): string[] {
  const faults = headers.authorization ? [] : ["no authorization"];
  const name = /^[a-zA-Z0-9_-]{1,64}$/;
  const id = /^[a-zA-Z0-9]{9}$/;
  for (const tool of list(body.tools)) {
    const named = object(tool.function);
    if (tool.type !== "function") faults.push(`type ${tool.type}`);
    if (!name.test(String(named.name))) faults.push(`name ${named.name}`);
    const rules = named.strict === true ? openAiStrict : {};
    const found = schemaFaults(named.parameters, rules);
    faults.push(...found.map((fault) => `${named.name}: ${fault}`));
  }
  const messages = list(body.messages);
  for (const [at, message] of messages.entries()) {
    const ids = list(message.tool_calls).map((call) => String(call.id));
    faults.push(...ids.filter((one) => !id.test(one)).map((one) => `Tool call id was ${one}`));
    const answers = messages.slice(at + 1, at + 1 + ids.length);
    const answered = answers.filter(({ role }) => role === "tool").map((one) => one.tool_call_id);
    if (ids.join() !== answered.join()) faults.push(`calls ${ids}, answered ${answered}`);
    if (message.role !== "tool") continue;
    const { role: _, content, name: ofTool, tool_call_id, ...more } = message;
    if (typeof content !== "string") faults.push("no text");
    if (ofTool !== undefined && !name.test(String(ofTool))) faults.push(`name ${ofTool}`);
    if (!id.test(String(tool_call_id))) faults.push(`Tool call id was ${tool_call_id}`);
    faults.push(...Object.keys(more).map((key) => `${key}: Extra inputs are not permitted`));
  }
  return faults;
}
