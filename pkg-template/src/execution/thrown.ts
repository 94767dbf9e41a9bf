import type { ThrownFacts, ValidationIssue } from "../core/raw.js";

/**
 * Reads what can be known off a thrown value. It may be anything, also an object whose getters throw or one from
 * another realm, so nothing is assumed and `instanceof` is not asked.
 */
export function factsOf(thrown: unknown): ThrownFacts {
  if (typeof thrown !== "object" || thrown === null) return factsOfPrimitive(thrown);
  const status = number(thrown, "status") ?? number(thrown, "statusCode");
  const issues = issuesOf(read(thrown, "issues"));
  return compact({
    name: text(thrown, "name"),
    message: text(thrown, "message"),
    code: text(thrown, "code"),
    status: isHttpStatus(status) ? status : undefined,
    retryAfter: number(thrown, "retryAfter"),
    issues,
  });
}

/** Words any value for a message, whatever it does when it is asked. */
export function describe(value: unknown): string {
  try {
    return typeof value === "string" ? value : String(value);
  } catch {
    return "a value that can't be shown";
  }
}

/** The issues of a Standard Schema result or a zod error, as the core's; `undefined` when these are none. */
export function issuesOf(issues: unknown): ValidationIssue[] | undefined {
  if (!Array.isArray(issues) || issues.length === 0) return undefined;
  return issues.map((issue: unknown) => {
    const holder = typeof issue === "object" && issue !== null ? issue : {};
    const path = read(holder, "path");
    return {
      path: Array.isArray(path) ? path.map(segment) : [],
      message: text(holder, "message") ?? describe(issue),
    };
  });
}

function segment(key: unknown): string {
  const isHolder = typeof key === "object" && key !== null && "key" in key;
  return describe(isHolder ? read(key, "key") : key);
}

function factsOfPrimitive(thrown: unknown): ThrownFacts {
  if (typeof thrown === "string" && thrown.trim()) return { message: thrown };
  return {
    message: `The tool threw ${typeof thrown === "string" ? "an empty string" : describe(thrown)}.`,
  };
}

function read(holder: object, key: string): unknown {
  try {
    return (holder as Record<string, unknown>)[key];
  } catch {
    return undefined;
  }
}

function text(holder: object, key: string): string | undefined {
  const value = read(holder, key);
  return typeof value === "string" ? value : undefined;
}

function number(holder: object, key: string): number | undefined {
  const value = read(holder, key);
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

function isHttpStatus(status: number | undefined): boolean {
  return status !== undefined && Number.isInteger(status) && status >= 100 && status < 600;
}

/** JSON knows no `undefined`: what is absent is left out. */
function compact<T extends object>(facts: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== undefined),
  ) as unknown as T;
}
