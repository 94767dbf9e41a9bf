import type { UserMessage } from "@ag-ui/core";
import { messageOf } from "../../codec/describe.js";
import type { Draft } from "./drafts.js";
import { isBusy } from "./obstacle.js";
import type { ComposerAgent } from "./types.js";

/**
 * Sends the message of a draft and empties the draft. A message that did not reach the thread is put back, unless the person has
 * begun another.
 *
 * @returns why the message was not sent; `undefined` for one that reached the thread.
 */
export async function sendDraft(
  draft: Draft,
  content: UserMessage["content"],
  agent: ComposerAgent,
): Promise<string | undefined> {
  const { text } = draft;
  // Where a composer does not interrupt, a busy agent is an obstacle.
  const interrupt = isBusy(agent);
  const before = ownCount(agent);
  const files = draft.attachments.take();
  draft.text = "";
  const putBack = (): void => {
    if (draft.text === "") draft.text = text;
    draft.attachments.putBack(files);
  };
  try {
    const { outcome, error } = await agent.sendMessage(content, interrupt ? { interrupt } : {});
    const isOver = outcome === "failed" || outcome === "aborted";
    if (isOver && agent.threadId === draft.threadId && ownCount(agent) === before) {
      putBack();
      return error ? messageOf(error) : "";
    }
  } catch (thrown) {
    putBack();
    return messageOf(thrown);
  }
  for (const file of files) file.dispose();
  return undefined;
}

function ownCount({ messages }: ComposerAgent): number {
  return messages.reduce((count, { role }) => (role === "user" ? count + 1 : count), 0);
}
