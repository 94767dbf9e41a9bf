import { isObject, readText } from "../codec/safe-read.js";
import { checkOptions, type OptionRules } from "../options/check-options.js";
import { OptionError } from "../options/option-error.js";
import { aSignal, hasMethods } from "../options/rules.js";
import type { ToolCallState } from "./call-state.js";
import { ViewList } from "./view-list.js";
import type {
  ActivityState,
  ActivityView,
  ToolView,
  ViewedTool,
  ViewOptions,
} from "./view-types.js";

/** The views of tools, of this page. */
export const toolViews = new ViewList<ToolCallState, ToolView>();

/** The views of activities, of this page. */
export const activityViews = new ViewList<ActivityState, ActivityView>();

/**
 * Shows calls by a view of your own: in `<ag-ui-tool-card>`, and so in `<ag-ui-chat>`. Of several views for a call, one
 * with an `agent` comes before one without, then the one that was registered last.
 *
 * @param which the name of a tool; its definition, which gives the view the types of its arguments; or a function that
 * returns true for the calls of the view.
 * @returns a function that removes the view.
 * @throws {TypeError} if an argument or an option is invalid.
 *
 * @example
 * ```ts
 * registerToolView<{ city: string }, { degrees: number }>("get_weather", ({ args, status, output }) =>
 *   status === "succeeded" ? html`<b>${output?.degrees} °C</b> in ${args.city}` : html`Looking at ${args.city ?? "…"}`,
 * );
 * ```
 */
export function registerToolView<Args = Record<string, unknown>, Output = unknown>(
  which: string | ViewedTool<Args> | ((call: ToolCallState<Args, Output>) => boolean),
  view: ToolView<Args, Output>,
  options: ViewOptions = {},
): () => void {
  const name = "registerToolView";
  checkView(name, view, options);
  return toolViews.add(
    matcherOf<ToolCallState>(name, "tool", which, (call) => call.toolName),
    view as ToolView,
    options,
  );
}

/**
 * Shows activity messages of the backend by a view of your own.
 *
 * @param which the `activityType`, or a function that returns true for the activities of the view.
 * @returns a function that removes the view.
 * @throws {TypeError} if an argument or an option is invalid.
 *
 * @example
 * ```ts
 * registerActivityView<{ steps: string[] }>("PLAN", ({ content }) => html`<p>${content.steps?.length} steps</p>`);
 * ```
 */
export function registerActivityView<Content = Readonly<Record<string, unknown>>>(
  which: string | ((activity: ActivityState<Content>) => boolean),
  view: ActivityView<Content>,
  options: ViewOptions = {},
): () => void {
  const name = "registerActivityView";
  checkView(name, view, options);
  return activityViews.add(
    matcherOf<ActivityState>(name, "activity", which, ({ activityType }) => activityType),
    view as ActivityView,
    options,
  );
}

function matcherOf<Subject>(
  name: string,
  what: string,
  which: unknown,
  nameOf: (subject: Subject) => string,
): (subject: Subject) => boolean {
  if (typeof which === "function") return (subject) => Reflect.apply(which, undefined, [subject]);
  const wanted = isObject(which) ? readText(which, "name") : which;
  if (typeof wanted === "string" && wanted !== "") return (subject) => nameOf(subject) === wanted;
  throw new OptionError(
    `ag-ui-lit: ${name}() takes the name of the ${what}, or a function that says whether the view is for it.`,
  );
}

const rules: OptionRules<ViewOptions> = {
  signal: aSignal,
  agent: ["an <ag-ui-agent>", (value) => hasMethods(value, "sendMessage", "addEventListener")],
  styles: ["styles of Lit's css, a CSSStyleSheet, or a list of these", isObject],
};

/** HTML's form of custom element names; `createElement()` refuses other errors. */
const elementName = /^[a-z][^A-Z\s/>]*-[^A-Z\s/>]*$/u;

function checkView(name: string, view: unknown, options: ViewOptions): void {
  checkOptions<ViewOptions>(name, options, rules);
  if (typeof view === "function") return;
  if (typeof view === "string" && elementName.test(view)) return;
  throw new OptionError(
    `ag-ui-lit: ${name}() takes a function as the view, or the name of a custom element in lower case with a hyphen.`,
  );
}
