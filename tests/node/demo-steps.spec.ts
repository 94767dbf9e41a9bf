/** Who does what in the demo's scene Orders, read from the state of each call. */
import type { ToolExecutionMode } from "ag-ui-lit";
import { type StepCall, stepsOf } from "../../www/src/orders/steps.js";
import { expect, test } from "./test.js";

const modes = new Map<string, ToolExecutionMode>([
  ["fill_basket", "client"],
  ["pay_order", "preflight"],
]);

const callOf = (toolName: string, known: Partial<StepCall>): StepCall => ({
  toolName,
  status: "writing",
  answeredBy: undefined,
  attempt: 0,
  ...known,
});

/** The steps of one call, each as `place text tool state`. */
function steps(name: string, known: Partial<StepCall>): string[] {
  return stepsOf([callOf(name, known)], (tool) => modes.get(tool)).map(
    ({ place, text, tool, state }) => `${place} ${text}${tool ? ` ${tool}` : ""}: ${state}`,
  );
}

const answeredBy = "backend" as const;

const cases: [what: string, name: string, known: Partial<StepCall>, steps: string[]][] = [
  ["is the server's alone", "check_stock", {}, ["server runs check_stock: now"]],
  [
    "the server has answered",
    "check_stock",
    { status: "succeeded", answeredBy },
    ["server ran check_stock: done"],
  ],
  [
    "is the page's",
    "fill_basket",
    { status: "running", attempt: 1 },
    ["page runs fill_basket: now"],
  ],
  [
    "is stopped in the page",
    "fill_basket",
    { status: "cancelled", attempt: 1 },
    ["page stopped fill_basket: failed"],
  ],
  ["the server prepares", "pay_order", {}, ["server prepares pay_order: now"]],
  [
    "the server refuses",
    "pay_order",
    { status: "succeeded", answeredBy },
    ["server refuses pay_order: failed"],
  ],
  [
    "waits for the person",
    "pay_order",
    { status: "approval" },
    ["server prepared pay_order: done", "you decide: now"],
  ],
  [
    "the person refuses",
    "pay_order",
    { status: "declined" },
    ["server prepared pay_order: done", "you said no: failed"],
  ],
  [
    "is withdrawn before anybody was asked",
    "pay_order",
    { status: "cancelled" },
    ["server prepared pay_order: done", "you were not asked: failed"],
  ],
  [
    "the page pays",
    "pay_order",
    { status: "succeeded", attempt: 1 },
    ["server prepared pay_order: done", "you said yes: done", "page ran pay_order: done"],
  ],
  [
    "the page refuses",
    "pay_order",
    { status: "failed", attempt: 1 },
    ["server prepared pay_order: done", "you said yes: done", "page failed pay_order: failed"],
  ],
];

for (const [what, name, known, expected] of cases) {
  test(`a call that ${what}`, () => {
    expect(steps(name, known)).toEqual(expected);
  });
}

test("a step keeps its key while its call goes on, so that it is announced once", () => {
  const keys = (known: Partial<StepCall>): string[] =>
    stepsOf([callOf("pay_order", known)], (tool) => modes.get(tool)).map(({ key }) => key);
  const [server = "", you = "", ...none] = keys({ status: "approval" });
  expect(none).toEqual([]);
  expect(keys({})).toEqual([server]);
  expect(keys({ status: "succeeded", attempt: 1 }).slice(0, 2)).toEqual([server, you]);
});
