import { isIn, shadowRootOf } from "../../dom/flat-tree.js";
import { controlOf } from "../../dom/forms.js";
import { allIn, attributeOf, byId, scopeOf } from "../../dom/members.js";

/**
 * Relations of elements within a document or shadow root: labels, owners, image maps. Finding one requires a pass over
 * the whole scope, so that all are found in a single pass, in steps.
 */
export class ScopeIndex {
  readonly #numbers = new Map<Node, number>();
  readonly #labels = new Map<Element, Element[]>();
  readonly #owners = new Map<Element, Element>();
  readonly #maps = new Map<Node, Map<string, Element>>();

  /** A number for a scope that was entered. */
  numberOf(scope: Node | undefined): number {
    return (scope && this.#numbers.get(scope)) ?? 0;
  }

  /** The labels of a control in a scope that was entered. */
  labelsOf = (control: Element): readonly Element[] => this.#labels.get(control) ?? [];

  /** The element that claims to own another. */
  ownerOf(element: Element): Element | undefined {
    return this.#owners.get(element);
  }

  /** The areas of an image. */
  areasOf(image: Element): Element[] {
    const scope = scopeOf(image);
    const name = attributeOf(image, "usemap")?.replace(/^[^#]*#/, "");
    const map = scope && name ? this.#maps.get(scope)?.get(name) : undefined;
    return map ? allIn(map, "area") : [];
  }

  /** Enters the scopes of an element; yields between steps, where there is something to do. */
  *enter(element: Element): Generator<void> {
    for (const scope of [scopeOf(element), shadowRootOf(element)]) {
      if (!scope || this.#numbers.has(scope)) continue;
      this.#numbers.set(scope, this.#numbers.size);
      for (const label of allIn(scope, "label")) {
        const control = controlOf(label);
        const known = control && this.#labels.get(control);
        if (known) known.push(label);
        else if (control) this.#labels.set(control, [label]);
        yield;
      }
      for (const owner of allIn(scope, "[aria-owns]")) {
        for (const owned of ownedBy(owner, scope)) {
          if (owned !== owner && !isIn(owner, owned)) this.#owners.set(owned, owner);
        }
        yield;
      }
      const maps = allIn(scope, "map[name]").map((map) => [attributeOf(map, "name") ?? "", map]);
      this.#maps.set(scope, new Map(maps.reverse() as [string, Element][]));
    }
  }
}

/** The elements that an element claims to own, in a scope. */
export function ownedBy(owner: Element, scope: Document | ShadowRoot): Element[] {
  const ids = attributeOf(owner, "aria-owns")?.split(/\s+/) ?? [];
  return ids.flatMap((id) => (id ? (byId(scope, id) ?? []) : []));
}
