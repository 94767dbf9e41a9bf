/** One line of the checklist. */
export interface ComplianceRow {
  /** What it asks for. */
  readonly rule: string;
  /** Whether it is so; `"unknown"` where that can't be seen without what `why` asks for. */
  readonly ok: boolean | "unknown";
  readonly why: string;
}

/** The checklist of AGN-005, section 8, line by line and in its order. */
export const rules = {
  definition: "It is a tool by the rules of definitions.",
  name: "Its name is stable, and no other tool has it.",
  usage: "Its description says how it is used.",
  mode: "It says where it runs, and runs there.",
  escapes: "No exception escapes it.",
  deterministic: "The same arguments give the same JSON, which is what was promised.",
  ids: "What is logged of it has the ids of session and conversation.",
  logging: "Exceptions are logged by the contract.",
  integration: "It works with the executor, and from end to end by way of a reasoner.",
} as const;

export function row(rule: keyof typeof rules, ok: ComplianceRow["ok"], why: string): ComplianceRow {
  return Object.freeze({ rule: rules[rule], ok, why });
}
