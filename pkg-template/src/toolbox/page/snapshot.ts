import { heldBy, inputType, isEditable } from "../../dom/fields.js";
import { focusIn, isIn, parentOf, pathOf, topDocument } from "../../dom/flat-tree.js";
import { watchPasswords } from "../../dom/known-passwords.js";
import {
  attributeOf,
  byId,
  hasAttribute,
  isElement,
  isText,
  nameOf,
  readMember,
  scopeOf,
  styleOf,
} from "../../dom/members.js";
import { isSecret } from "../../dom/secrets.js";
import { bounded, type RawStates, statesOf } from "./node-states.js";
import { ownedBy, ScopeIndex } from "./scope-index.js";
import { contentOf, type ElementVisibility, isUnseen, shown } from "./shown.js";

/** An element or a text, as `PageNode` in `crates/toolbox/src/page/snapshot.rs`. */
export interface RawNode {
  parent?: number;
  tag?: string;
  text?: string;
  scope?: number;
  attributes?: Record<string, string>;
  display?: string;
  isExtra?: boolean;
  states?: RawStates;
}

export interface SnapshotOptions {
  /** The parts that are left out. */
  isIgnored(element: Element): boolean;
  /** Whether numbers of cards and one-time codes are read. */
  readonly readsSensitive: boolean;
  /** The maximum number of nodes that are read. */
  readonly mostNodes: number;
}

/** Attributes that are read of an element, for its role, name and state. */
const attributeNames =
  /^(aria-.*|alt|for|href|id|list|multiple|placeholder|role|scope|size|title)$/;

/** An id that no element has: an attribute's list of ids can't hold it. */
const wrappingId = "\u0001label";

const mostExtras = 2_000;

interface Step {
  readonly node: Node;
  readonly parent: number;
  readonly isFaint: boolean;
  readonly cursor: string;
  readonly showsText: boolean;
  readonly isExtra: boolean;
  /** Whether it stands elsewhere in the page. */
  readonly isGuest: boolean;
}

/** An element that is only here for a name counts whether it is shown or not. */
const forName: ElementVisibility = { self: "yes", text: true, isFaint: false };

/** Reads the visible content of an element, in one pass over the flat tree. */
export class Snapshot {
  readonly nodes: RawNode[] = [];
  /** The element of each node; nothing for text. */
  readonly elements: (Element | undefined)[] = [];
  isCut = false;
  /** Whether the page changed while it was read. */
  hasChanged = false;
  closedFrames = 0;
  readonly #root: Element;
  readonly #options: SnapshotOptions;
  readonly #index = new ScopeIndex();
  readonly #seen = new Set<Element>();
  readonly #referenced = new Set<Element>();
  #focus: Element | null = null;
  /** Whether all of it is in a field that holds a secret. */
  #hidesText = false;
  /** The label around the first element, which is named by it and yet does not hold it here. */
  #wrapping: Element | undefined;

  constructor(root: Element, options: SnapshotOptions) {
    this.#root = root;
    this.#options = options;
  }

  /** The modal dialog that keeps the rest from being used: the one with the focus, or the last. */
  get modal(): Element | undefined {
    const dialogs = this.elements.filter((element, index) => {
      const node = this.nodes[index];
      return (
        element && index > 0 && (node?.states?.modal || node?.attributes?.["aria-modal"] === "true")
      );
    }) as Element[];
    const focused = dialogs.filter((dialog) => isIn(this.#focus, dialog));
    return focused.at(-1) ?? dialogs.at(-1);
  }

  /** Reads all of it at once. */
  read(): this {
    for (const _ of this.steps());
    return this;
  }

  /** Reads it a node at a time, and yields in between. */
  *steps(): Generator<void> {
    const root = this.#root;
    this.#focus = focusIn(topDocument(root));
    this.#hidesText = isInSecret(root, this.#options);
    const first = { isFaint: false, cursor: "", showsText: true };
    yield* this.#read({ ...first, node: root, parent: -1, isExtra: false, isGuest: false });
    const most = this.nodes.length + mostExtras;
    for (const element of [...this.#referenced]) {
      if (this.#seen.has(element)) continue;
      const extra = { node: element, parent: 0, isExtra: true, isGuest: true };
      yield* this.#read({ ...first, ...extra }, most);
    }
  }

  *#read(first: Step, most = this.#options.mostNodes): Generator<void> {
    const steps = [first];
    for (let step = steps.pop(); step; step = steps.pop()) {
      if (this.nodes.length >= most) {
        if (!step.isExtra) this.isCut = true;
        return;
      }
      yield;
      if (isText(step.node)) this.#text(step);
      else if (isElement(step.node)) yield* this.#element(step.node, step, steps);
    }
  }

  #text({ node, parent, showsText }: Step): void {
    const text = readMember<string>(CharacterData.prototype, "data", node);
    if (!showsText || this.#hidesText || text === "" || parent < 0) return;
    // Text belongs to the scope of the element it is written in, which no reference asks for.
    this.#add(undefined, { parent, text: bounded(text) });
  }

  *#element(element: Element, step: Step, steps: Step[]): Generator<void> {
    const { parent, isExtra } = step;
    if (this.#seen.has(element)) return;
    if (parent >= 0 && this.#isLeftOut(element, step)) return;
    const style = styleOf(element);
    if (!style) return;
    const seen = this.#shown(element, style, step);
    if (seen.self === "no") return;
    this.#seen.add(element);
    yield* this.#index.enter(element);
    const scope = scopeOf(element);
    if (scope) watchPasswords(scope);
    const secret = isSecret(element, this.#options.readsSensitive, this.#index.labelsOf);
    const place =
      seen.self === "yes"
        ? this.#add(element, this.#describe(element, style, step, secret))
        : parent;
    this.#refer(element);
    if (secret || /^(select|textarea|input)$/.test(nameOf(element))) return;
    const { own, guests } = this.#inside(element, style);
    const inner = [...own, ...guests].reverse();
    for (const node of inner) {
      steps.push({
        node,
        parent: place,
        isFaint: seen.isFaint,
        cursor: style.cursor,
        showsText: seen.text,
        isExtra,
        isGuest: guests.has(node),
      });
    }
  }

  /** Content from elsewhere in the page may be in something that is left out. */
  #isLeftOut(element: Element, { isGuest }: Step): boolean {
    if (!isGuest) return this.#options.isIgnored(element);
    for (const each of pathOf(element)) if (this.#options.isIgnored(each)) return true;
    return isInSecret(element, this.#options);
  }

  #shown(element: Element, style: CSSStyleDeclaration, step: Step): ElementVisibility {
    if (step.isExtra) return forName;
    if (step.parent < 0) return { ...shown(element, style, false), self: "yes" };
    // It has no box of its own: its image is the visible element.
    if (nameOf(element) === "area") return step.isGuest ? forName : isUnseen;
    return shown(element, style, step.isFaint);
  }

  /** Its visible children, and those that it claims to own, or an image's areas; without those that another owns. */
  #inside(
    element: Element,
    style: CSSStyleDeclaration,
  ): { readonly own: readonly Node[]; readonly guests: ReadonlySet<Node> } {
    const scope = scopeOf(element);
    const areas = nameOf(element) === "img" ? this.#index.areasOf(element) : [];
    const guests = new Set<Node>([...(scope ? ownedBy(element, scope) : []), ...areas]);
    const own = contentOf(element, style).filter((node) => {
      const owner = isElement(node) ? this.#index.ownerOf(node) : undefined;
      return (!owner || owner === element) && !guests.has(node);
    });
    return { own, guests };
  }

  /** Records the elements that name an element, which may not be shown. */
  #refer(element: Element): void {
    const scope = scopeOf(element);
    const ids = ["aria-labelledby", "aria-describedby"].map((name) => attributeOf(element, name));
    for (const id of ids.join(" ").split(/\s+/)) {
      const named = scope && id ? byId(scope, id) : null;
      if (named) this.#referenced.add(named);
    }
    for (const label of this.#index.labelsOf(element)) this.#referenced.add(label);
  }

  #add(element: Element | undefined, node: RawNode): number {
    this.elements.push(element);
    return this.nodes.push(node) - 1;
  }

  #describe(element: Element, style: CSSStyleDeclaration, step: Step, isSecret: boolean): RawNode {
    const attributes: Record<string, string> = {};
    for (const name of Element.prototype.getAttributeNames.call(element)) {
      const known = name === "xlink:href" ? "href" : name;
      if (!attributeNames.test(known) || name === "aria-hidden") continue;
      if (isSecret && /^aria-value/.test(name)) continue;
      attributes[known] ??= bounded(attributeOf(element, name) ?? "");
    }
    if (step.parent < 0) {
      this.#wrapping = this.#index.labelsOf(element).find((label) => isIn(element, label));
      if (this.#wrapping) attributes["aria-labelledby"] ??= wrappingId;
    }
    if (element === this.#wrapping) attributes.id = wrappingId;
    // An area is named as an image is.
    if (nameOf(element) === "area" && attributes.alt) attributes["aria-label"] ??= attributes.alt;
    const type = inputType(element);
    if (type) attributes.type = type;
    const held = isSecret || type === "hidden" ? undefined : heldBy(element);
    if (held !== undefined && nameOf(element) !== "select" && !isEditable(element)) {
      // Of a submit button without a value the browser shows a word of its own.
      if (held !== "" || hasAttribute(element, "value")) attributes.value = bounded(held);
    }
    const isClickable =
      style.cursor === "pointer" && step.cursor !== "pointer" && step.cursor !== "";
    const isFocused = element === this.#focus;
    const states = statesOf(element, { isFocused, isSecret, isClickable });
    if (states.closed) this.closedFrames += 1;
    return {
      ...(step.parent >= 0 && { parent: step.parent }),
      tag: nameOf(element),
      scope: this.#index.numberOf(scopeOf(element)),
      attributes,
      display: style.display,
      ...(step.isExtra && { isExtra: true }),
      states,
    };
  }
}

/** Returns true if what an element is in holds a secret, which it would tell a part of. */
function isInSecret(element: Element, { readsSensitive }: SnapshotOptions): boolean {
  for (let each = parentOf(element); each; each = parentOf(each)) {
    if (isSecret(each, readsSensitive)) return true;
  }
  return false;
}
