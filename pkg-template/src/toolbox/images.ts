// TODO-MERGE: replaced by the page part's
const kept = new Map<string, string>();
export function imageOf(name: string): string | undefined {
  return kept.get(name);
}
