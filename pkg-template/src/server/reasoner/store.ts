/**
 * Where the calls of conversations are kept between requests, for servers whose requests do not always come to the same process. What
 * it gives is not trusted: a text that is none of the conversation's counts as none. What it throws is logged, and the conversation goes
 * on with what is known.
 */
export interface ReasonerStore {
  /** The text that was saved last for a conversation; nothing when there is none. The id is another one for each user. */
  load(id: string): unknown;
  /** Keeps a text for a conversation, in the place of the last one. */
  save(id: string, text: string): unknown;
}
