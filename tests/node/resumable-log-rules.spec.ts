/** `memoryRunLog()`: the rules of every run log. */
import { memoryRunLog } from "ag-ui-lit/server";
import { testRunLog } from "ag-ui-lit/server/testing";
import { describe, test } from "./test.js";

describe("the rules of a run log", () => {
  // Opened again, it has the same data.
  const log = memoryRunLog();
  for (const { name, run } of testRunLog(() => log)) test(name, run);
});
