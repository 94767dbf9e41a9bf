/**
 * Where the calls of conversations are kept between requests, for servers whose requests do not always come to the same process. What
 * it gives is not trusted: a text that is none of the conversation's counts as none. What it throws is logged, and the conversation goes
 * on with what is known.
 *
 * An id is the SHA-256, in hexadecimal, of the conversation's id, the user, the organisation and the protocol: 64 characters, which can
 * name a file, a row or a key as they are. Nothing that a client has written reaches a store as an id.
 */
export interface ReasonerStore {
  /** The text that was saved last for a conversation; nothing when there is none. The id differs for each user and organisation. */
  load(id: string): unknown;
  /** Keeps a text for a conversation, in the place of the last one. */
  save(id: string, text: string): unknown;
}
