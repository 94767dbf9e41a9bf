/** Who does what in the demo's scene Orders, read from what is known of each call. */
import type { ToolExecutionMode } from "ag-ui-lit";
import type { Activity } from "../../www/src/activity/activity.js";
import { stepsOf } from "../../www/src/orders/steps.js";
import { expect, test } from "./test.js";

const modes = new Map<string, ToolExecutionMode>([
  ["fill_basket", "client"],
  ["pay_order", "preflight"],
]);

/** The steps of one call, each as `place text tool state`. */
function steps(name: string, known: Partial<Activity>): string[] {
  const activity: Activity = {
    key: "k",
    toolCallId: "c",
    name,
    phase: "streaming",
    argsText: "",
    ...known,
  };
  return stepsOf([activity], (tool) => modes.get(tool)).map(
    ({ place, text, tool, state }) => `${place} ${text}${tool ? ` ${tool}` : ""}: ${state}`,
  );
}

const answeredBy = "backend" as const;
const executionId = "e";
const failure = (code: string) => ({ category: "permanent", code, message: "No." });

const cases: [what: string, name: string, known: Partial<Activity>, steps: string[]][] = [
  ["is the server's alone", "check_stock", {}, ["server runs check_stock: now"]],
  [
    "the server has answered",
    "check_stock",
    { phase: "succeeded", answeredBy },
    ["server ran check_stock: done"],
  ],
  [
    "is the page's",
    "fill_basket",
    { phase: "executing", executionId },
    ["page runs fill_basket: now"],
  ],
  [
    "is stopped in the page",
    "fill_basket",
    { phase: "cancelled", executionId },
    ["page stopped fill_basket: failed"],
  ],
  ["the server prepares", "pay_order", {}, ["server prepares pay_order: now"]],
  [
    "the server refuses",
    "pay_order",
    { phase: "failed", answeredBy, error: failure("over_limit") },
    ["server refuses pay_order: failed"],
  ],
  [
    "waits for the person",
    "pay_order",
    { phase: "asking" },
    ["server prepared pay_order: done", "you decide: now"],
  ],
  [
    "the person refuses",
    "pay_order",
    { phase: "failed", error: failure("declined") },
    ["server prepared pay_order: done", "you said no: failed"],
  ],
  [
    "the page pays",
    "pay_order",
    { phase: "succeeded", executionId },
    ["server prepared pay_order: done", "you said yes: done", "page ran pay_order: done"],
  ],
  [
    "the page refuses",
    "pay_order",
    { phase: "failed", executionId, error: failure("page_refused") },
    ["server prepared pay_order: done", "you said yes: done", "page failed pay_order: failed"],
  ],
];

for (const [what, name, known, expected] of cases) {
  test(`a call that ${what}`, () => {
    expect(steps(name, known)).toEqual(expected);
  });
}

test("a step keeps its key while its call goes on, so that it is announced once", () => {
  const keys = (known: Partial<Activity>): string[] => {
    const activity: Activity = {
      key: "k",
      toolCallId: "c",
      name: "pay_order",
      phase: "streaming",
      argsText: "",
      ...known,
    };
    return stepsOf([activity], (tool) => modes.get(tool)).map(({ key }) => key);
  };
  expect(keys({})).toEqual(["k server"]);
  expect(keys({ phase: "asking" })).toEqual(["k server", "k you"]);
  expect(keys({ phase: "succeeded", executionId })).toEqual(["k server", "k you", "k page"]);
});
