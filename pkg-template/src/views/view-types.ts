import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { CSSResult } from "lit";
import type { AgUiAgent } from "../element/ag-ui-agent.js";
import type { ToolCallState } from "./call-state.js";

/**
 * The return value of a view: a template of Lit, a node, text, or a list of these. `undefined` shows the default card
 * instead, `null` nothing.
 */
export type ViewContent = unknown;

/** Draws a call; called again whenever something changed, at most once a frame. Keep the node if you return one. */
export type ToolViewFunction<Args = Record<string, unknown>, Output = unknown> = (
  call: ToolCallState<Args, Output>,
) => ViewContent;

/** The name of a custom element, which gets the fields of the call's state as properties. */
export type ViewElementName = `${string}-${string}`;

/** The view of a tool: a function, or the name of a custom element. */
export type ToolView<Args = Record<string, unknown>, Output = unknown> =
  | ToolViewFunction<Args, Output>
  | ViewElementName;

/** An activity message of the backend. */
export interface ActivityState<Content = Readonly<Record<string, unknown>>> {
  readonly messageId: string;
  readonly activityType: string;
  readonly content: Content;
}

/** The view of an activity: a function, or the name of a custom element that gets the fields as properties. */
export type ActivityView<Content = Readonly<Record<string, unknown>>> =
  | ((activity: ActivityState<Content>) => ViewContent)
  | ViewElementName;

/** Options of `registerToolView()` and `registerActivityView()`. */
export interface ViewOptions {
  /** Removes the view when it is aborted. */
  readonly signal?: AbortSignal;
  /** The agent whose calls the view is for. @default all of the document */
  readonly agent?: AgUiAgent;
  /** Styles of a view function's content. Other styles of the page do not reach it, nor do these reach the page. */
  readonly styles?: CSSResult | CSSStyleSheet | readonly (CSSResult | CSSStyleSheet)[];
}

/** The parts of a tool definition that identify its calls, and the type of their arguments. */
export interface ViewedTool<Args> {
  readonly name: string;
  readonly schema?: StandardSchemaV1<unknown, Args> | StandardSchemaV1<never, Args> | object;
  readonly handler?: (args: Args, ...rest: never[]) => unknown;
}
