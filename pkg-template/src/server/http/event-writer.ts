import type { AGUIEvent, BaseEvent } from "@ag-ui/core";
import { wellFormedJson } from "../../codec/truncate.js";
import type { Protocol } from "./protocol.js";
import { joined } from "./read-body.js";

/** The encoder of events. */
export interface EventWriter<Event = AGUIEvent> {
  readonly contentType: string;
  /** A comment for a silence; nothing where the form has no comments. */
  readonly beat: Uint8Array | undefined;
  /** Bytes, or text that is to be encoded as UTF-8. */
  write(events: readonly Event[]): string | Uint8Array;
}

/** Server-sent events, or protobuf for a client whose `Accept` names that. */
export function eventWriter({ EventEncoder, binaryType }: Protocol, accept: string): EventWriter {
  // Only for those that name it: what takes anything is a person with a command line, who wants to read it.
  const isBinary = accept.toLowerCase().includes(binaryType);
  const encoder = new EventEncoder(isBinary ? { accept } : {});
  const contentType = encoder.getContentType();
  if (contentType === binaryType) {
    const write = (events: readonly AGUIEvent[]): Uint8Array =>
      joined(events.map((event) => encoder.encodeBinary(event as BaseEvent)));
    return { contentType, beat: undefined, write };
  }
  const write = (events: readonly AGUIEvent[]): string => {
    let text = "";
    for (const event of events) text += encoder.encodeSSE(event as BaseEvent);
    return wellFormedJson(text);
  };
  return { contentType, beat, write };
}

/** A comment for a silence. */
export const beat = new TextEncoder().encode(": still at work\n\n");
