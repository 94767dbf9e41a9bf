import { read } from "../../codec/safe-read.js";
import { ModelFailure } from "../../errors/model-failure.js";
import { checkOptions } from "../../options/check-options.js";
import { aFlag, aFunction, anObject, aText, needed } from "../../options/rules.js";
import type { StrictProviderName } from "../../providers/forms.js";
import { provider } from "../../providers/provider.js";
import type { Model, ModelEvent, ModelRequest } from "../model.js";
import { conversationKey } from "../reasoner/conversation-key.js";
import { AttachmentStore } from "./attachments.js";
import { CallWriter } from "./call-writer.js";
import { turnsOf } from "./turns.js";
import type { Ending, VendorApi } from "./vendor-api.js";
import { endingFailure, vendorFailure } from "./vendor-failure.js";
import { type VendorClients, type VendorName, vendors } from "./vendors.js";

/** The tokens that one answer took, as far as the API reports them. */
export interface ModelUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

/** Options of `modelOf()`. */
export interface VendorModelOptions<Name extends VendorName> {
  /** The vendor's name of the model. */
  readonly model: string;
  /** Instructions of the server for the model, before the conversation; or a function that makes them for a request. */
  readonly instructions?: string | ((request: ModelRequest) => string | PromiseLike<string>);
  /** Whether the API makes the model keep to the tools' schemas. Arguments are then sent to the client once they are whole. */
  readonly strict?: Name extends StrictProviderName ? boolean : never;
  /** More members of the request's body, such as `temperature` or `max_tokens`; for Gemini those of its `config`. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Called with the tokens of each whole answer. What it throws ends the request. */
  readonly onUsage?: (usage: ModelUsage, request: ModelRequest) => void;
}

/**
 * Makes a model for `AgentReasoner` out of a vendor's client. Text, reasoning and calls are streamed as they arrive. An error of the
 * vendor's reaches only the server's log; the client gets a `ModelFailure` with a sentence of our own.
 *
 * @throws {TypeError} when an argument is not as it must be.
 *
 * @example
 * ```ts
 * const model = modelOf("anthropic", new Anthropic(), { model: "claude-sonnet-4-5" });
 * const reasoner = new AgentReasoner({ executor, model });
 * ```
 */
export function modelOf<Name extends VendorName>(
  vendor: Name,
  client: VendorClients[Name],
  options: VendorModelOptions<Name>,
): Model {
  if (!Object.hasOwn(vendors, vendor)) {
    const known = Object.keys(vendors).join(", ");
    throw new TypeError(`ag-ui-lit: modelOf() knows no API of that name. It knows ${known}.`);
  }
  const api: VendorApi<Name, VendorClients[Name]> = vendors[vendor];
  checkClient(vendor, client, api.method);
  checkOptions<VendorModelOptions<VendorName>>("modelOf", options as object as never, {
    model: needed(aText),
    instructions: ["a text or a function", (value) => /^(string|function)$/.test(typeof value)],
    strict: aFlag,
    body: anObject,
    onUsage: aFunction,
  });
  const kept = new AttachmentStore();
  const setup = { vendor, client, api, options, kept };
  return (request) => answerOf(setup, request);
}

interface Setup<Name extends VendorName> {
  readonly vendor: Name;
  readonly client: VendorClients[Name];
  readonly api: VendorApi<Name, VendorClients[Name]>;
  readonly options: VendorModelOptions<Name>;
  readonly kept: AttachmentStore;
}

async function* answerOf<Name extends VendorName>(
  setup: Setup<Name>,
  request: ModelRequest,
): AsyncGenerator<ModelEvent> {
  const { signal } = request;
  try {
    yield* piecesOf(setup, request);
  } catch (thrown) {
    // A vendor's client has an error of its own for an abort.
    signal.throwIfAborted();
    throw vendorFailure(thrown);
  }
}

async function* piecesOf<Name extends VendorName>(
  { vendor, client, api, options, kept }: Setup<Name>,
  request: ModelRequest,
): AsyncGenerator<ModelEvent> {
  const { messages, signal, context } = request;
  const { model, body = {}, onUsage, strict } = options;
  const own = await provider(vendor, strict === undefined ? {} : { strict });
  const { tools } = own.lower(
    request.tools.map((tool) => ({ ...tool, parameters: tool.parameters ?? {} })),
  );
  const attachments = kept.in(conversationKey(context));
  const { turns, instructions: theirs } = turnsOf(messages, own, attachments);
  const ours = await instructionsOf(options.instructions, request);
  const instructions = [ours, ...theirs].filter((text) => text !== "").join("\n\n");
  const wantsUsage = onUsage !== undefined;
  const asked = { model, instructions, turns, tools, body, wantsUsage, signal };

  const stream = await api.open(client, asked);
  const [reader, read] = [own.reader(), api.reader()];
  const calls = new CallWriter(request.tools, strict === true);
  const attached: object[] = [];
  let usage: ModelUsage = {};
  let ending: Ending | undefined;
  let hasSpoken = false;
  for await (const event of stream as AsyncIterable<never>) {
    for (const piece of read(event)) {
      if (piece.type === "ending") ending = ending === "refused" ? ending : piece.ending;
      else if (piece.type === "usage") usage = withUsage(usage, piece);
      else if (piece.type === "attachment") attached.push(piece.attachment);
      else if (piece.delta !== "") {
        hasSpoken ||= piece.type === "text";
        yield { type: piece.type, delta: piece.delta };
      }
    }
    for (const call of reader.push(event)) yield* calls.write(call);
  }
  // A vendor's client ends a stream that was aborted as if it were complete.
  signal.throwIfAborted();
  for (const call of reader.end()) yield* calls.write(call);
  attachments.keep(calls.all, attached);
  onUsage?.(usage, request);
  // A call that was cut off has an issue, by which the model is told.
  const failure = ending === "length" && calls.all.length > 0 ? undefined : endingFailure(ending);
  if (failure) throw failure;
  if (hasSpoken || calls.all.length > 0) return;
  throw new ModelFailure("The model gave an empty answer.", { code: "model_empty" });
}

async function instructionsOf(
  given: VendorModelOptions<VendorName>["instructions"],
  request: ModelRequest,
): Promise<string> {
  return typeof given === "function" ? await given(request) : (given ?? "");
}

function withUsage(usage: ModelUsage, { inputTokens, outputTokens }: Partial<Loose>): ModelUsage {
  return {
    ...usage,
    ...(inputTokens !== undefined && { inputTokens }),
    ...(outputTokens !== undefined && { outputTokens }),
  };
}

type Loose = { readonly [Key in keyof ModelUsage]: ModelUsage[Key] | undefined };

function checkClient(vendor: string, client: unknown, method: string): void {
  let found = client;
  for (const name of method.split(".")) found = read(Object(found), name);
  if (typeof found === "function") return;
  throw new TypeError(
    `ag-ui-lit: modelOf("${vendor}") takes the vendor's client, which has ${method}().`,
  );
}
