/** `metadata.afterReload` and `metadata.continues`: what a definition may say. */
import { ToolDefinitionError, ToolRegistry } from "ag-ui-lit";
import { notRun, unknownOutcome } from "ag-ui-lit/durable";
import { readFate } from "../../pkg/dist/durable/call-fate.js";
import { expect, test } from "./test.js";

const define = (metadata: object) =>
  new ToolRegistry().register({
    name: "pay",
    description: "Pays.",
    schema: {},
    metadata,
    handler: () => "paid",
  }).tool;

test("a policy, or a function, is taken as it is", () => {
  for (const afterReload of ["unknown", "rerun", "ask", () => notRun()]) {
    expect(define({ afterReload }).metadata.afterReload).toBe(afterReload);
  }
  expect(define({ continues: true }).metadata.continues).toBe(true);
});

test("anything else is a fault of the definition, named by its field", () => {
  for (const [metadata, message] of [
    [
      { afterReload: "retry" },
      /afterReload: must be "unknown", "rerun", "ask" or a function.*"retry"/,
    ],
    [{ continues: "yes" }, /continues: must be true or false.*"yes"/],
    [{ afterReloads: "ask" }, /afterReload/],
  ] as const) {
    expect(() => define(metadata)).toThrow(ToolDefinitionError);
    expect(() => define(metadata)).toThrow(message);
  }
});

test("a finding is never taken for a result, and a result never for a finding", () => {
  expect([notRun(), unknownOutcome()].map(readFate)).toEqual(["not run", "unknown"]);
  const results = ["not run", "unknown", { fate: "not run" }, structuredClone(notRun()), null, 5];
  expect(results.map(readFate)).toEqual(results.map(() => undefined));
});
