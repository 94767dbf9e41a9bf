import type { ToolRegistry } from "../../tools/registry.js";

/** Elements by the registry that they have now, in their order: many share one. */
export function byRegistry<Target extends { readonly registry: ToolRegistry }>(
  targets: readonly Target[],
): Map<ToolRegistry, [Target, ...Target[]]> {
  const groups = new Map<ToolRegistry, [Target, ...Target[]]>();
  for (const target of targets) {
    const group = groups.get(target.registry);
    if (group) group.push(target);
    else groups.set(target.registry, [target]);
  }
  return groups;
}
