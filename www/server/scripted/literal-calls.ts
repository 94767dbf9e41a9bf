import type { PlannedCall } from "./plan.js";

/** Reads `call NAME {json}`, several joined by ` && `: the developer's way to call any tool with any argument text. */
export function literalCalls(prompt: string): PlannedCall[] {
  if (!/^\s*call\s+\S/i.test(prompt)) return [];
  const calls: PlannedCall[] = [];
  const parts = prompt.trim().split(/\s&&\s+(?=call\s)/i);
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    // The joiner may stand inside a string of the arguments.
    while (parts[0] !== undefined && openString(part)) part += ` && ${parts.shift()}`;
    const found = /^call\s+(\S+?)(?:\s+(\S[\s\S]*)|(\{[\s\S]*))?$/i.exec(part);
    // "call me a taxi" is plain language.
    if (!found?.[1] || (found[2] !== undefined && !/^[[{"]/.test(found[2]))) return [];
    calls.push({ name: found[1], args: (found[2] ?? found[3] ?? "{}").trim() });
  }
  return calls;
}

/** Whether JSON text ends inside a string. */
function openString(text: string): boolean {
  return (text.replace(/\\./g, "").match(/"/g)?.length ?? 0) % 2 === 1;
}
