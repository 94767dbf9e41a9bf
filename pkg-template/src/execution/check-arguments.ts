import { ArgumentsReader } from "../arguments/arguments-reader.js";
import type { ManagerOptions } from "../core/raw.js";
import { deepFreeze } from "../tools/deep-freeze.js";
import type { ArgumentsValidator, GivenArguments } from "../validation/validator.js";
import { type ArgumentsText, invalidArguments } from "./arguments.js";
import type { Findings } from "./checked-arguments.js";
import type { ToolError } from "./types.js";

/** Arguments to check, with their validator and limits. */
export interface CheckOrder {
  readonly options: ManagerOptions;
  /** Their validator, if there is one. */
  readonly validator: ArgumentsValidator | undefined;
  /** Their text, with earlier findings. */
  readonly args: ArgumentsText;
  /** The reader that has read them, if there is one. */
  readonly reader: ArgumentsReader | undefined;
}

/** Checks arguments as an execution would, and runs nothing. */
export async function checkArguments(order: CheckOrder): Promise<Findings> {
  const { options, validator, args } = order;
  const { text, fault } = args;
  if (fault !== undefined) return refused(text, invalidArguments(fault));
  const own = readWhole(text, options);
  const { value: shown } = own;
  const failure = ArgumentsReader.failureOf(own);
  const reader = order.reader ?? own;
  if (failure || reader !== own) own.free();
  if (failure) return refused(text, failure);
  deepFreeze(shown);
  const fresh = (): Record<string, unknown> => {
    const another = readWhole(text, options);
    const { value } = another;
    another.free();
    return value;
  };
  const given: GivenArguments = { text, maxDepth: options.maxDepth, fresh };
  const verdict = args.verdict ?? (await validator?.validate(given));
  if (verdict?.accepted === false) return { ...refused(text, verdict.error), args: shown };
  return {
    text,
    args: shown,
    verdict,
    reader,
    get value() {
      return verdict?.output ? verdict.output.value : fresh();
    },
  };
}

/** Reads text by a manager's rules. */
function readWhole(text: string, { maxDepth, bigIntegers }: ManagerOptions): ArgumentsReader {
  const reader = new ArgumentsReader({ maxDepth, bigIntegers });
  reader.push(text);
  reader.end();
  return reader;
}

function refused(text: string, error: ToolError): Findings {
  const args = Object.freeze({});
  return { text, args, verdict: { accepted: false, error }, value: undefined };
}
