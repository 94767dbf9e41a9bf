import { start, wellFormed } from "../../codec/truncate.js";
import {
  allIn,
  attributeOf,
  byId,
  documentOf,
  focusIn,
  frameDocument,
  hasAttribute,
  isElement,
  isFocusable,
  isIn,
  isText,
  matches,
  nameOf,
  parentOf,
  read,
  scopeOf,
  shadowRootOf,
  styleOf,
} from "./dom.js";
import {
  heldBy,
  inputType,
  isDisabled,
  isEditable,
  isReadOnly,
  isSecret,
  labelOf,
  optionsOf,
} from "./fields.js";
import { contentOf, shown } from "./shown.js";

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

interface RawStates {
  checked?: string;
  expanded?: boolean;
  disabled?: boolean;
  required?: boolean;
  readOnly?: boolean;
  invalid?: boolean;
  focused?: boolean;
  focusable?: boolean;
  editable?: boolean;
  modal?: boolean;
  clickable?: boolean;
  labels?: boolean;
  closed?: boolean;
  secret?: boolean;
  value?: string;
  options?: string[];
}

export interface SnapshotOptions {
  /** What matches is left out. */
  readonly ignore: string;
  /** Whether numbers of cards and one-time codes are read. */
  readonly readsSensitive: boolean;
  /** As many nodes as are read. */
  readonly mostNodes: number;
}

/** What is read of an element, for its role, name and state. */
const attributeNames =
  /^(aria-.*|alt|for|href|id|list|multiple|placeholder|role|scope|size|title)$/;

/** An id that no element has: an attribute's list of ids can't hold it. */
const wrappingId = "\u0001label";

/** As much as is read of one attribute or text, in UTF-16 units. */
const mostOfOne = 20_000;

const mostExtras = 2_000;

interface Step {
  readonly node: Node;
  readonly parent: number;
  readonly isFaint: boolean;
  readonly cursor: string;
  readonly showsText: boolean;
  readonly isExtra: boolean;
}

/** Reads what is shown in an element, in one pass over the flat tree. */
export class Snapshot {
  readonly nodes: RawNode[] = [];
  /** The element of each node; nothing for text. */
  readonly elements: (Element | undefined)[] = [];
  isCut = false;
  closedFrames = 0;
  readonly #options: SnapshotOptions;
  readonly #focus: Element | null;
  readonly #scopes = new Map<Node, number>();
  readonly #seen = new Set<Element>();
  readonly #owners = new Map<Element, Element>();
  readonly #referenced = new Set<Element>();
  /** The label around the first element, which is named by it and yet does not hold it here. */
  #wrapping: Element | undefined;

  constructor(root: Element, options: SnapshotOptions) {
    this.#options = options;
    this.#focus = focusIn(topDocument(root));
    this.#read({
      node: root,
      parent: -1,
      isFaint: false,
      cursor: "",
      showsText: true,
      isExtra: false,
    });
    const extras = [...this.#referenced].filter((element) => !this.#seen.has(element));
    const most = this.nodes.length + mostExtras;
    for (const element of extras) {
      if (this.#seen.has(element)) continue;
      this.#read(
        { node: element, parent: 0, isFaint: false, cursor: "", showsText: true, isExtra: true },
        most,
      );
    }
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

  #read(first: Step, most = this.#options.mostNodes): void {
    const steps = [first];
    for (let step = steps.pop(); step; step = steps.pop()) {
      if (this.nodes.length >= most) {
        if (!step.isExtra) this.isCut = true;
        return;
      }
      if (isText(step.node)) this.#text(step);
      else if (isElement(step.node)) this.#element(step.node, step, steps);
    }
  }

  #text({ node, parent, showsText }: Step): void {
    const text = read<string>(CharacterData.prototype, "data", node);
    if (!showsText || text === "" || parent < 0) return;
    // Text belongs to the scope of the element it is written in, which no reference asks for.
    this.#add(undefined, { parent, text: bounded(text) });
  }

  #element(element: Element, step: Step, steps: Step[]): void {
    const { parent, isExtra } = step;
    if (this.#seen.has(element)) return;
    if (parent >= 0 && matches(element, this.#options.ignore)) return;
    const style = styleOf(element);
    if (!style) return;
    // What is only here for a name counts whether it is shown or not.
    const seen = isExtra
      ? ({ self: "yes", text: true, isFaint: false } as const)
      : parent < 0
        ? { ...shown(element, style, false), self: "yes" as const }
        : shown(element, style, step.isFaint);
    if (seen.self === "no") return;
    this.#seen.add(element);
    const place =
      seen.self === "yes" ? this.#add(element, this.#describe(element, style, step)) : parent;
    this.#refer(element);
    const inner = this.#inside(element, style);
    for (const node of inner.reverse()) {
      const { cursor } = style;
      const showsText = seen.text;
      steps.push({ node, parent: place, isFaint: seen.isFaint, cursor, showsText, isExtra });
    }
  }

  /** What is shown in it, and what it says to own; not what another owns. */
  #inside(element: Element, style: CSSStyleDeclaration): Node[] {
    if (["select", "textarea", "input"].includes(nameOf(element))) return [];
    if (isSecret(element, this.#options.readsSensitive)) return [];
    const scope = scopeOf(element);
    if (scope) this.#enter(scope);
    const root = shadowRootOf(element);
    if (root) this.#enter(root);
    const own = contentOf(element, style).filter((node) => {
      const owner = isElement(node) ? this.#owners.get(node) : undefined;
      return !owner || owner === element;
    });
    const ids = attributeOf(element, "aria-owns")?.split(/\s+/) ?? [];
    const owned = scope ? ids.flatMap((id) => byId(scope, id) ?? []) : [];
    return [...own.filter((node) => !owned.includes(node as Element)), ...owned];
  }

  /** The first time that a document or shadow root is met. */
  #enter(scope: Document | ShadowRoot): void {
    if (this.#scopes.has(scope)) return;
    this.#scopes.set(scope, this.#scopes.size);
    for (const owner of allIn(scope, "[aria-owns]")) {
      for (const id of attributeOf(owner, "aria-owns")?.split(/\s+/) ?? []) {
        const owned = byId(scope, id);
        if (owned && owned !== owner && !isIn(owner, owned)) this.#owners.set(owned, owner);
      }
    }
  }

  /** Remembers what names and describes an element. */
  #refer(element: Element): void {
    const scope = scopeOf(element);
    const ids = ["aria-labelledby", "aria-describedby"].map((name) => attributeOf(element, name));
    for (const id of ids.join(" ").split(/\s+/)) {
      const named = scope && id ? byId(scope, id) : null;
      if (named) this.#referenced.add(named);
    }
    for (const label of labelsOf(element)) this.#referenced.add(label);
  }

  #add(element: Element | undefined, node: RawNode): number {
    this.elements.push(element);
    return this.nodes.push(node) - 1;
  }

  #describe(element: Element, style: CSSStyleDeclaration, step: Step): RawNode {
    const scope = scopeOf(element);
    if (scope) this.#enter(scope);
    const secret = isSecret(element, this.#options.readsSensitive);
    const attributes: Record<string, string> = {};
    for (const name of Element.prototype.getAttributeNames.call(element)) {
      if (!attributeNames.test(name) || name === "aria-hidden") continue;
      if (secret && /^aria-value/.test(name)) continue;
      attributes[name] = bounded(attributeOf(element, name) ?? "");
    }
    if (step.parent < 0) this.#wrapping = labelsOf(element).find((label) => isIn(element, label));
    if (step.parent < 0 && this.#wrapping) attributes["aria-labelledby"] ??= wrappingId;
    if (element === this.#wrapping) attributes.id = wrappingId;
    const type = inputType(element);
    const held = secret || type === "hidden" ? undefined : heldBy(element);
    if (type) attributes.type = type;
    if (held !== undefined && nameOf(element) !== "select" && !isEditable(element)) {
      // Of a submit button without a value the browser shows a word of its own.
      if (held !== "" || hasAttribute(element, "value")) attributes.value = bounded(held);
    }
    return {
      ...(step.parent >= 0 && { parent: step.parent }),
      tag: nameOf(element),
      scope: (scope && this.#scopes.get(scope)) ?? 0,
      attributes,
      display: style.display,
      ...(step.isExtra && { isExtra: true }),
      states: this.#states(element, style, step, secret, held),
    };
  }

  #states(
    element: Element,
    style: CSSStyleDeclaration,
    step: Step,
    secret: boolean,
    held: string | undefined,
  ): RawStates {
    const name = nameOf(element);
    const type = inputType(element);
    const states: RawStates = {};
    if (type === "checkbox" || type === "radio") {
      const isMixed = read<boolean>(HTMLInputElement.prototype, "indeterminate", element);
      const isChecked = read<boolean>(HTMLInputElement.prototype, "checked", element);
      states.checked = isMixed && type === "checkbox" ? "mixed" : String(isChecked);
    }
    if (name === "summary") {
      const details = parentOf(element);
      if (details && nameOf(details) === "details") states.expanded = hasAttribute(details, "open");
    }
    if (matches(element, ":disabled")) states.disabled = true;
    if (matches(element, ":required")) states.required = true;
    if (isReadOnly(element) && !isDisabled(element)) states.readOnly = true;
    if (matches(element, ":user-invalid")) states.invalid = true;
    if (element === this.#focus && name !== "body") states.focused = true;
    if (isFocusable(element)) states.focusable = true;
    if (isEditable(element)) states.editable = true;
    if (matches(element, ":modal")) states.modal = true;
    if (style.cursor === "pointer" && step.cursor !== "pointer" && step.cursor !== "")
      states.clickable = true;
    if (name === "label") Object.assign(states, labelStates(element));
    if (/^i?frame$/.test(name) && !frameDocument(element)) {
      states.closed = true;
      this.closedFrames += 1;
    }
    if (secret) states.secret = true;
    if (type === "file") states.value = filesOf(element);
    else if (held && isValueShown(name, type)) states.value = bounded(held);
    if (name === "select")
      states.options = optionsOf(element)
        .slice(0, 500)
        .map((option) => start(labelOf(option), 200));
    return states;
  }
}

/** Of a button the value is its name. */
function isValueShown(name: string, type: string): boolean {
  if (name === "textarea" || name === "select") return true;
  return name === "input" && !/^(button|submit|reset|image|checkbox|radio|hidden)$/.test(type);
}

function filesOf(input: Element): string {
  const files = read<FileList | null>(HTMLInputElement.prototype, "files", input);
  return Array.from(files ?? [], (file) => file.name).join(", ");
}

/** A label whose control is shown says what the control's name says; without it, the label itself is what is used. */
function labelStates(label: Element): RawStates {
  const control = controlOf(label);
  const style = control && styleOf(control);
  if (!control || !style) return {};
  const isShown = style.display !== "none" && style.visibility === "visible";
  return isShown ? { labels: true, clickable: false } : { clickable: true };
}

function controlOf(label: Element): Element | null {
  try {
    return read(HTMLLabelElement.prototype, "control", label);
  } catch {
    return null;
  }
}

const labelled: Readonly<Record<string, () => object>> = {
  button: () => HTMLButtonElement.prototype,
  input: () => HTMLInputElement.prototype,
  meter: () => HTMLMeterElement.prototype,
  output: () => HTMLOutputElement.prototype,
  progress: () => HTMLProgressElement.prototype,
  select: () => HTMLSelectElement.prototype,
  textarea: () => HTMLTextAreaElement.prototype,
};

function labelsOf(element: Element): Element[] {
  const name = nameOf(element);
  const prototype = Object.hasOwn(labelled, name) ? labelled[name]?.() : undefined;
  if (!prototype) return [];
  try {
    return Array.from(read<NodeListOf<Element> | null>(prototype, "labels", element) ?? []);
  } catch {
    return [];
  }
}

/** The outermost document that can be reached, which knows where the focus is. */
function topDocument(element: Element): Document {
  let outer = element;
  for (let each: Element | null = element; each; each = parentOf(each)) outer = each;
  return documentOf(outer);
}

function bounded(text: string): string {
  return wellFormed(start(text, mostOfOne));
}
