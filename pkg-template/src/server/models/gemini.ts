import type { ContentPart } from "@ag-ui/core";
import { jsonObjectOf } from "../../codec/json-object.js";
import { notSent } from "./media.js";
import type { Turn } from "./turns.js";
import type { AnswerPiece, Ending, VendorApi } from "./vendor-api.js";

/** The part of `GoogleGenAI` of `@google/genai` that is used. */
export interface GeminiClient {
  readonly models: {
    generateContentStream(request: {
      model: string;
      contents: object[];
      config: object;
    }): PromiseLike<unknown>;
  };
}

interface Part {
  readonly text?: string;
  readonly thought?: boolean;
  readonly thoughtSignature?: string;
  readonly functionCall?: object;
}

interface Chunk {
  readonly candidates?: readonly {
    readonly content?: { readonly parts?: readonly Part[] };
    readonly finishReason?: string;
  }[];
  readonly promptFeedback?: { readonly blockReason?: string };
  readonly usageMetadata?: {
    readonly promptTokenCount?: number;
    readonly candidatesTokenCount?: number;
    readonly thoughtsTokenCount?: number;
  };
}

/**
 * Stands for a signature that is not known any more: Gemini 3 refuses calls without one.
 * <https://ai.google.dev/gemini-api/docs/thought-signatures>
 */
const NO_SIGNATURE = "skip_thought_signature_validator";

/** Google's Gemini API. */
export const gemini: VendorApi<"gemini", GeminiClient> = {
  method: "models.generateContentStream",

  open(client, { model, instructions, turns, tools, body, signal }) {
    const config = {
      ...body,
      ...(instructions !== "" && { systemInstruction: instructions }),
      ...(tools.length > 0 && { tools }),
      abortSignal: signal,
    };
    const contents = turns.flatMap((turn) => contentsOf(turn, model));
    return client.models.generateContentStream({ model, contents, config });
  },

  reader() {
    return function* ({
      candidates,
      promptFeedback,
      usageMetadata,
    }: Chunk): Generator<AnswerPiece> {
      if (promptFeedback?.blockReason) yield { type: "ending", ending: "refused" };
      const [first] = candidates ?? [];
      for (const { text, thought, thoughtSignature, functionCall } of first?.content?.parts ?? []) {
        // One for each call, in the order of the calls.
        if (functionCall) yield { type: "attachment", attachment: { thoughtSignature } };
        if (text) yield { type: thought ? "reasoning" : "text", delta: text };
      }
      if (usageMetadata) {
        const {
          promptTokenCount,
          candidatesTokenCount = 0,
          thoughtsTokenCount = 0,
        } = usageMetadata;
        const outputTokens = candidatesTokenCount + thoughtsTokenCount;
        yield { type: "usage", inputTokens: promptTokenCount, outputTokens };
      }
      if (first?.finishReason) yield { type: "ending", ending: endingOf(first.finishReason) };
    };
  },
};

function endingOf(reason: string): Ending {
  if (reason === "STOP" || reason === "FINISH_REASON_UNSPECIFIED") return "complete";
  if (reason === "MAX_TOKENS") return "length";
  return reason.includes("CALL") ? "malformed" : "refused";
}

function contentsOf(turn: Turn<"gemini">, model: string): object[] {
  if (turn.role === "user") return [{ role: "user", parts: turn.parts.map(partOf) }];
  const { text, calls, results, attachments } = turn;
  const parts = [
    ...(text === "" ? [] : [{ text }]),
    ...calls.map(({ argsText }, index) => {
      const { id, name } = results?.parts[index]?.functionResponse ?? {};
      const args = jsonObjectOf(argsText) ?? {};
      const functionCall = { ...(id !== undefined && { id }), name, args };
      const thoughtSignature = signatureOf(attachments, index, model);
      return { functionCall, ...(thoughtSignature && { thoughtSignature }) };
    }),
  ];
  return [{ role: "model", parts }, ...(results ? [results] : [])];
}

/** Of calls in parallel the first alone is signed. */
function signatureOf(attachments: readonly object[], index: number, model: string) {
  const known = attachments[index] as { readonly thoughtSignature?: string } | undefined;
  if (known) return known.thoughtSignature;
  return index === 0 && /gemini-[3-9]/.test(model) ? NO_SIGNATURE : undefined;
}

function partOf(part: ContentPart): object {
  if (part.type === "text") return { text: part.text };
  const { source } = part;
  if (source.type === "data")
    return { inlineData: { mimeType: source.mimeType, data: source.value } };
  if (source.type !== "url") return { text: notSent(part) };
  return {
    fileData: { fileUri: source.value, ...(source.mimeType && { mimeType: source.mimeType }) },
  };
}
