import { readFileSync } from "node:fs";

/** What the custom-elements manifest says of an element. */
export interface ElementDeclaration {
  readonly name: string;
  readonly tagName: string;
  readonly attributes: readonly Described[];
  readonly members: readonly (Described & { kind: "field" | "method"; readonly?: boolean })[];
  readonly events: readonly Described[];
  readonly slots?: readonly Described[];
  readonly cssParts?: readonly Described[];
}

interface Described {
  readonly name: string;
  readonly fieldName?: string;
  readonly description?: string;
  readonly type?: { readonly text: string };
}

/** The elements of the built package, as its manifest has them. */
export function elementsOf(pkg: URL): readonly ElementDeclaration[] {
  const { modules } = JSON.parse(readFileSync(new URL("custom-elements.json", pkg), "utf8"));
  return modules.flatMap(
    ({ declarations }: { declarations: ElementDeclaration[] }) => declarations,
  );
}
