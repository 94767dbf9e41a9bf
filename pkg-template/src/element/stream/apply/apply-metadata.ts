import { type BaseEvent, type Metadata, mergeMetadata } from "@ag-ui/core";
import { clone } from "../../values/clone.js";

/**
 * Adds an event's metadata to what the event builds. Says whether there were any.
 *
 * @param target gives the message or the call, to be changed in place. Only asked when there are any.
 */
export function addMetadata(
  event: BaseEvent,
  target: () => { metadata?: Metadata } | undefined,
): boolean {
  if (event.metadata === undefined) return false;
  const holder = target();
  if (!holder) return false;
  const metadata = mergeMetadata(holder.metadata, clone(event.metadata));
  if (metadata) holder.metadata = metadata;
  return true;
}

/** The part of a message that says which subagent it is of. */
export function ownerOf(event: BaseEvent): { subagentRunId?: string } {
  const { subagentRunId } = event as { subagentRunId?: string | null };
  return typeof subagentRunId === "string" ? { subagentRunId } : {};
}
