/** The label of a link's definition in the form in which labels are compared, as marked has it. */
function normalLabel(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase().toUpperCase().toLowerCase();
}

/** All labels by which a source may refer to definitions. A label has no bracket that is not escaped. */
export function labelsIn(source: string): Set<string> {
  const labels = new Set<string>();
  if (!source.includes("[")) return labels;
  for (const [, label = ""] of source.matchAll(/\[((?:\\[\s\S]|[^[\]\\]){1,999})\]/g)) {
    labels.add(normalLabel(label));
  }
  return labels;
}
