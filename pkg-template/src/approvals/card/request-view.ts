import { html, nothing, type TemplateResult } from "lit";
import { isObject } from "../../codec/safe-read.js";
import type { ApprovalRequest } from "../../element/events/details.js";
import type { ApprovalStrings } from "../../texts/approval/strings.js";
import { argumentFrame, argumentList } from "./argument-list.js";

/**
 * The maximum length of a title that can be a question, in characters; with a longer one the question has the tool's
 * name.
 */
const longestTitle = 80;

/** The question of a request: its tool's title, or its name. */
export function questionText(request: ApprovalRequest, strings: ApprovalStrings): string {
  const does = request.title?.trim() ?? "";
  const isShort = does !== "" && does.length <= longestTitle;
  return strings.question(isShort ? does : request.toolCallName, isShort);
}

/** All arguments of a request; of one that the server has prepared also those that the agent asked for. */
export function argumentsView(
  { toolCallArgs, parameters, preflight }: ApprovalRequest,
  strings: ApprovalStrings,
): TemplateResult {
  const listOf = (args: Readonly<Record<string, unknown>>) =>
    argumentList(args, strings, parameters);
  const count = Object.keys(toolCallArgs).length;
  const label = preflight ? strings.argumentsPrepared : strings.arguments(count);
  return html`${argumentFrame("arguments", label, listOf(toolCallArgs))}
  ${
    preflight
      ? argumentFrame("asked", strings.argumentsAsked, listOf(preflight.arguments))
      : nothing
  }`;
}

/** The field for the reason of a no. */
export function reasonView({ reason, reasonLabel }: ApprovalStrings): TemplateResult {
  return html`<details>
    <summary>${reason}</summary>
    <textarea class="reason" part="reason" rows="2" maxlength="2000" aria-label=${reasonLabel}></textarea>
  </details>`;
}

/** Returns true if a person may change the arguments: there are some, and the call is not prepared by a server. */
export function isEditable({ preflight, parameters, toolCallArgs }: ApprovalRequest): boolean {
  const { properties } = parameters;
  const hasFields = isObject(properties) && Object.keys(properties).length > 0;
  return !preflight && (hasFields || Object.keys(toolCallArgs).length > 0);
}
