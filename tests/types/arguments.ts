/** Arguments that are read while they arrive. */

import {
  type ArgumentsListener,
  type ArgumentsPart,
  ArgumentsReader,
  type ArgumentsReaderOptions,
  globalToolRegistry,
  type PathPattern,
  type RegisteredTool,
  ToolExecutionManager,
  type ToolExecutionResult,
} from "ag-ui-lit";
import type { CallArguments } from "ag-ui-lit/element";
import { exactly } from "./expect.js";

const options: ArgumentsReaderOptions = { maxDepth: 8, bigIntegers: "bigint" };
using reader = new ArgumentsReader(options);
new ArgumentsReader();
// @ts-expect-error there is no such way
new ArgumentsReader({ bigIntegers: "text" });
// @ts-expect-error there is no such option
new ArgumentsReader({ depth: 8 });

reader.push('{"a": ');
// @ts-expect-error a piece is text
reader.push(7);
exactly<boolean>()(reader.end());
exactly<string>()(reader.text);
exactly<string | undefined>()(reader.error);
exactly<boolean>()(reader.isInvalid);
exactly<boolean>()(reader.isComplete(["a", 0]));
exactly<Record<string, unknown>>()(reader.value);
exactly<RegisteredTool | undefined>()(reader.tool);
// @ts-expect-error what has come is read-only
reader.text = "";

const path: PathPattern = ["list", 0, "*"];
const listener: ArgumentsListener = (part) => exactly<ArgumentsPart>()(part);
exactly<() => void>()(reader.on(path, listener));
reader.on([], ({ path, value, delta, isComplete }) => {
  exactly<readonly (string | number)[]>()(path);
  exactly<unknown>()(value);
  exactly<string>()(delta);
  exactly<boolean>()(isComplete);
});
// @ts-expect-error a path is a list
reader.on("a", listener);
// @ts-expect-error there is no such field
reader.on(path, ({ done }) => done);

const manager = new ToolExecutionManager();
const written: ArgumentsReader = manager.readArguments(globalToolRegistry.get("write"));
const outcome = manager.execute({} as RegisteredTool, "call-1", written, { timeout: 5 });
exactly<Promise<ToolExecutionResult>>()(outcome);
// What the element shows of a call can be looked at and watched, and no more.
const shown: CallArguments = written;
exactly<string>()(shown.text);
// @ts-expect-error it is no reader
manager.execute({} as RegisteredTool, "call-1", shown);
