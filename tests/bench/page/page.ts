/** Puts the suites that run in a page where `scripts/lib/bench-run.mjs` can start them. */
import type { Suite, SuiteOptions, SuiteResult } from "../lib/suite.js";

const files = import.meta.glob<{ readonly suite: Suite }>("../suites/*.ts");

/** Runs the suite of a file in `tests/bench/suites`. */
async function runSuite(name: string, options: SuiteOptions): Promise<SuiteResult> {
  const load = files[`../suites/${name}.ts`];
  if (!load) throw new Error(`There is no suite tests/bench/suites/${name}.ts`);
  const { suite } = await load();
  return suite.run(options);
}

declare global {
  var bench: { readonly runSuite: typeof runSuite };
}

globalThis.bench = { runSuite };
