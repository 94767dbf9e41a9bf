/**
 * How many random cases a test tries: few as a rule, and as many as `PROPTEST_CASES` says on request. The Rust tests know
 * the variable by the crate `proptest`.
 */
export function randomCases(usual: number): number {
  return Number(process.env.PROPTEST_CASES) || usual;
}
