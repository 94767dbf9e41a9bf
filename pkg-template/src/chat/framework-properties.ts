import type { ChatElement } from "./chat-element.js";

/** Properties and attributes that a framework's template sets on `<ag-ui-chat>` and `<ag-ui-chat-popup>`. */
export type ChatProperties = {
  [Name in Settable]?: ChatElement[Name] | undefined;
} & {
  "keep-drafts"?: boolean | "" | undefined;
  "show-usage"?: boolean | "" | undefined;
};

type Settable =
  | "agent"
  | "for"
  | "strings"
  | "threads"
  | "suggestions"
  | "upload"
  | "accept"
  | "interrupt"
  | "keepDrafts"
  | "limits"
  | "allowImage"
  | "linkSchemes"
  | "highlight"
  | "math"
  | "feedback"
  | "showUsage";
