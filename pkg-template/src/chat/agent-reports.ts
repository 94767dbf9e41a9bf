import { start } from "../codec/truncate.js";
import type { ChatStrings } from "../texts/chat/strings.js";
import { visibleText } from "../visible-text/visible-text.js";
import type { Announcer } from "./announcer.js";
import type { ConversationReports } from "./conversation-state.js";

type AgentReports = Pick<
  ConversationReports,
  "toolCalled" | "approvalNeeded" | "interrupted" | "failed"
>;

/** The agent's events as a screen reader is told of them. */
export function agentReports(announcer: Announcer, texts: () => ChatStrings): AgentReports {
  return {
    toolCalled: (name) => announcer.report(texts().saidTool(brief(name))),
    approvalNeeded: (title) => announcer.report(texts().saidApproval(brief(title)), true),
    interrupted: (message) =>
      announcer.report(texts().saidInterrupt(message && brief(message)), true),
    failed: ({ code, status }) => announcer.report(texts().failed(code, status), true),
  };
}

/** A stranger's text as it is read out: it can't be skipped, so it is short. */
export const brief = (text: string): string => visibleText(start(text, 300));
