/** What the card of interrupts makes of an interrupt, and of a yes or a no. */
import {
  isYes,
  no,
  questionOf,
  secondsLeft,
  yes,
} from "../../pkg/dist/approvals/interrupt/interrupt-answers.js";
import { expect, test } from "./test.js";

const of = (responseSchema?: object) =>
  questionOf({ id: "i1", reason: "confirmation", ...(responseSchema && { responseSchema }) });
const boolean = { type: "boolean" };

test("without a schema there is no form, and no payload", () => {
  const question = of();
  expect(question).toMatchObject({ schema: undefined, isApproval: false });
  expect(yes(question, undefined)).toEqual({ status: "resolved" });
  expect(no(question, undefined, false)).toEqual({ status: "cancelled" });
});

test("a schema of an approval leaves `approved` to the buttons", () => {
  const properties = { approved: boolean, reason: { type: "string" } };
  const question = of({ type: "object", properties, required: ["approved"] });
  expect(question).toMatchObject({
    schema: { type: "object", properties: { reason: { type: "string" } }, required: [] },
    isApproval: true,
  });
  expect(yes(question, { reason: "x" })).toEqual({
    status: "resolved",
    payload: { reason: "x", approved: true },
  });
  expect(no(question, { reason: "x" }, false).payload).toEqual({ reason: "x", approved: false });
  expect(no(question, {}, true)).toEqual({ status: "cancelled" });
  const only = of({ properties: { approved: boolean } });
  expect(only.schema).toBeUndefined();
  expect(yes(only, undefined).payload).toEqual({ approved: true });
});

test("another property of that name, or another schema, is a form as any", () => {
  for (const schema of [
    { properties: { approved: { type: "string" } } },
    { properties: Object.create({ approved: boolean }) },
    { enum: [1, 2] },
    { properties: 5 },
  ]) {
    expect(of(schema)).toMatchObject({ schema, isApproval: false });
  }
});

test("a yes is told from a no", () => {
  expect(isYes({ status: "resolved" })).toBe(true);
  expect(isYes({ status: "resolved", payload: { approved: false } })).toBe(false);
  expect(isYes({ status: "cancelled" })).toBe(false);
});

test("seconds are counted down to 0, and a date that is none never expires", () => {
  const left = (expiresAt: string) => secondsLeft({ id: "i", reason: "r", expiresAt }, 1_000_000);
  expect(left(new Date(1_061_500).toISOString())).toBe(62);
  expect(left("1970-01-01T00:00:00Z")).toBe(0);
  expect(left("soon")).toBeUndefined();
  expect(secondsLeft({ id: "i", reason: "r" }, 0)).toBeUndefined();
});
