import { ArgumentsReader } from "../arguments/arguments-reader.js";
import type { CallArguments } from "./arguments.js";
import { argumentsText } from "./arguments.js";
import type { StepCall } from "./call-step.js";
import { CheckedArguments } from "./checked-arguments.js";
import { wholeArguments } from "./whole-arguments.js";

/** A call as a page's step sees it. Its arguments are parsed when a step asks for them. */
export function stepCall(
  { toolCallId, toolName, tool, origin, signal }: Omit<StepCall, "args" | "argsText">,
  given: CallArguments | CheckedArguments,
): StepCall {
  let parsed: Readonly<Record<string, unknown>> | undefined;
  return Object.freeze({
    ...{ toolCallId, toolName, tool, origin, signal },
    get args() {
      parsed ??= objectOf(given);
      return parsed;
    },
    get argsText() {
      return textOf(given);
    },
  });
}

/** The text of a call's arguments. */
export function textOf(args: CallArguments | CheckedArguments): string {
  const isRead = args instanceof ArgumentsReader || args instanceof CheckedArguments;
  return isRead ? args.text : argumentsText(args).text;
}

function objectOf(args: CallArguments | CheckedArguments): Readonly<Record<string, unknown>> {
  return args instanceof CheckedArguments
    ? args.args
    : (wholeArguments(textOf(args)) ?? noArguments);
}

const noArguments = Object.freeze({});
