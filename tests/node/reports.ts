import { afterEach } from "node:test";

/** What the package reports to the page, for the rest of a test: Node itself has no `reportError`. */
export function collectReports(): unknown[] {
  const reported: unknown[] = [];
  Object.assign(globalThis, { reportError: (thrown: unknown) => reported.push(thrown) });
  return reported;
}

afterEach(() => void Reflect.deleteProperty(globalThis, "reportError"));
