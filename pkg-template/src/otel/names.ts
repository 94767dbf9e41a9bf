/**
 * The names of attributes and events. `gen_ai.…` and `error.type` are those of OpenTelemetry's conventions for
 * generative AI ("Execute tool span", in development at the end of 2026); names that these lack are `ag_ui_lit.…`.
 */
export const OPERATION = "gen_ai.operation.name";
export const EXECUTE_TOOL = "execute_tool";
export const TOOL_NAME = "gen_ai.tool.name";
export const TOOL_DESCRIPTION = "gen_ai.tool.description";
/** `function`: a tool that is run on the client's side. */
export const TOOL_TYPE = "gen_ai.tool.type";
export const CALL_ID = "gen_ai.tool.call.id";
export const CALL_ARGUMENTS = "gen_ai.tool.call.arguments";
export const CALL_RESULT = "gen_ai.tool.call.result";
export const ERROR_TYPE = "error.type";

/** The kind of failure: a `ToolErrorCategory`. */
export const ERROR_CATEGORY = "ag_ui_lit.error.category";
export const ERROR_MESSAGE = "ag_ui_lit.error.message";
/** The number of attempts. */
export const ATTEMPTS = "ag_ui_lit.attempts";
/** An earlier result answered it. */
export const CACHED = "ag_ui_lit.cached";
/** Another execution's handler answered it; a link leads to its span. */
export const SHARED = "ag_ui_lit.shared";
export const OUTCOME = "ag_ui_lit.outcome";

/** A handler is about to be called. */
export const ATTEMPT_EVENT = "ag_ui_lit.attempt";
export const ATTEMPT_NUMBER = "ag_ui_lit.attempt.number";
/** The wait for a slot: at its begin, with its duration. */
export const WAIT_EVENT = "ag_ui_lit.wait";
export const WAIT_DURATION = "ag_ui_lit.wait.duration_ms";
/** An attempt failed, and another follows. */
export const RETRY_EVENT = "ag_ui_lit.retry";
export const RETRY_DELAY = "ag_ui_lit.retry.delay_ms";
/** The span of a handler that went on after its attempt had timed out, from then until it came to its end. */
export const ORPHAN = "orphaned_attempt";
