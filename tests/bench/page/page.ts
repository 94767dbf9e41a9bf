/** Puts what runs in a page where `scripts/lib/bench-run.mjs` and the suites driven from Node can start it. */
import type { Suite, SuiteOptions, SuiteResult } from "../lib/suite.js";

const suites = import.meta.glob<{ readonly suite: Suite }>("../suites/*.ts");
const probes = import.meta.glob<{ readonly probe: (...given: never[]) => unknown }>(
  "../probes/*.ts",
);

/** Runs the suite of a file in `tests/bench/suites`. */
async function runSuite(name: string, options: SuiteOptions): Promise<SuiteResult> {
  const load = suites[`../suites/${name}.ts`];
  if (!load) throw new Error(`There is no suite tests/bench/suites/${name}.ts`);
  const { suite } = await load();
  return suite.run(options);
}

/** Runs what a suite driven from Node has in a file in `tests/bench/probes`. */
async function runProbe(name: string, ...given: never[]): Promise<unknown> {
  const load = probes[`../probes/${name}.ts`];
  if (!load) throw new Error(`There is no tests/bench/probes/${name}.ts`);
  const { probe } = await load();
  return probe(...given);
}

declare global {
  var bench: { readonly runSuite: typeof runSuite; readonly runProbe: typeof runProbe };
}

globalThis.bench = { runSuite, runProbe };
