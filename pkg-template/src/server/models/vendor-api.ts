import type { ProviderForms } from "../../providers/forms.js";
import type { ProviderName } from "../../providers/provider.js";
import type { Turn } from "./turns.js";

/** One answer that an API is asked for. */
export interface VendorRequest<Name extends ProviderName> {
  readonly model: string;
  /** Text for the model that stands before the conversation; empty for none. */
  readonly instructions: string;
  readonly turns: readonly Turn<Name>[];
  readonly tools: readonly ProviderForms[Name]["tool"][];
  /** Members of the request's body that the user has given. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Whether the API is asked to report its usage, where it must be asked. */
  readonly wantsUsage: boolean;
  readonly signal: AbortSignal;
}

/** A reason for the end of an answer. */
export type Ending = "complete" | "length" | "refused" | "malformed";

/** A piece of an answer that an event reports, other than calls. */
export type AnswerPiece =
  | { readonly type: "text" | "reasoning"; readonly delta: string }
  | {
      readonly type: "usage";
      readonly inputTokens?: number | undefined;
      readonly outputTokens?: number | undefined;
    }
  | { readonly type: "ending"; readonly ending: Ending }
  /** Data that the API wants back with the calls of this answer, such as a signature of its reasoning. */
  | { readonly type: "attachment"; readonly attachment: object };

/** A vendor's API: how it is asked by the vendor's client, and how its stream is read. Its calls are read by `provider()`. */
export interface VendorApi<Name extends ProviderName, Client> {
  /** The methods that the client must have, as paths: `messages.create`. */
  readonly method: string;
  /** Asks for an answer as a stream of events. */
  open(client: Client, request: VendorRequest<Name>): PromiseLike<unknown>;
  /** A reader of one answer's events. Reports what is no call; throws for an event that reports a failure. */
  reader(): (event: never) => Iterable<AnswerPiece>;
}
