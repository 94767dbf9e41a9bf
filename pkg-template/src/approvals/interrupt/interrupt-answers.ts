import type { Interrupt } from "@ag-ui/core";
import { isObject } from "../../codec/safe-read.js";
import type { InterruptAnswer } from "../../element/answers/resume.js";

/** The question of an interrupt to a person. */
export interface InterruptQuestion {
  readonly interrupt: Interrupt;
  /** The JSON Schema of the form; `undefined` where there is nothing to fill in. */
  readonly schema: object | undefined;
  /**
   * Whether the answer is an approval: a yes or no that the backend reads from `approved`. The buttons give it, and the
   * form has the rest.
   */
  readonly isApproval: boolean;
}

/** The question of an interrupt. */
export function questionOf(interrupt: Interrupt): InterruptQuestion {
  const schema: unknown = interrupt.responseSchema;
  if (!isObject(schema)) return { interrupt, schema: undefined, isApproval: false };
  const { properties, required, ...rest } = schema as Record<string, unknown>;
  if (!isObject(properties) || !asksForApproval(properties)) {
    return { interrupt, schema, isApproval: false };
  }
  const others = Object.fromEntries(
    Object.entries(properties).filter(([name]) => name !== "approved"),
  );
  const left = Array.isArray(required) ? required.filter((name) => name !== "approved") : [];
  const hasOthers = Object.keys(others).length > 0;
  return {
    interrupt,
    schema: hasOthers ? { ...rest, properties: others, required: left } : undefined,
    isApproval: true,
  };
}

function asksForApproval(properties: object): boolean {
  const approved: unknown = Object.hasOwn(properties, "approved")
    ? Reflect.get(properties, "approved")
    : undefined;
  return isObject(approved) && Reflect.get(approved, "type") === "boolean";
}

/** The answer of a yes, with the form's value. */
export function yes({ isApproval }: InterruptQuestion, value: unknown): InterruptAnswer {
  if (!isApproval) return value === undefined ? resolved : { ...resolved, payload: value };
  return { ...resolved, payload: { ...(isObject(value) && value), approved: true } };
}

/**
 * The answer of a no: for an approval, a refusal with the form's value, such as a reason; otherwise, and for an expired
 * one, a cancellation.
 */
export function no(
  { isApproval }: InterruptQuestion,
  value: unknown,
  isExpired: boolean,
): InterruptAnswer {
  if (!isApproval || isExpired) return { status: "cancelled" };
  return { ...resolved, payload: { ...(isObject(value) && value), approved: false } };
}

/** Returns true for the answer of a yes. */
export function isYes({ status, payload }: InterruptAnswer): boolean {
  if (status !== "resolved") return false;
  return !isObject(payload) || Reflect.get(payload, "approved") !== false;
}

const resolved = { status: "resolved" } as const;

/** Whole seconds until an interrupt expires, at least 0; `undefined` if it does not. */
export function secondsLeft({ expiresAt }: Interrupt, now: number): number | undefined {
  const end = typeof expiresAt === "string" ? Date.parse(expiresAt) : Number.NaN;
  return Number.isNaN(end) ? undefined : Math.max(0, Math.ceil((end - now) / 1000));
}
