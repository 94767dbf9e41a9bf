const declared = "form[toolname]";

/** Forms that are tools, and controls that name their form. */
const related = `${declared}, [form]`;

/** What a change of may change a form's tool. */
const attributes = [
  ...["toolname", "tooldescription", "toolautosubmit", "toolparamdescription"],
  ...["name", "type", "form", "required", "disabled", "readonly", "multiple", "value", "label"],
  ...["min", "max", "step", "pattern", "minlength", "maxlength"],
  ...["title", "placeholder", "aria-label", "for", "id"],
];

/** Finds the forms of a document that are declared as tools, open shadow roots included, and tells of changes. */
export class FormWatcher {
  readonly #document: Document;
  readonly #changed: () => void;
  readonly #roots = new Set<Document | ShadowRoot>();
  readonly #awaited = new Set<string>();
  readonly #observer: MutationObserver;
  #isStopped = false;

  /** `changed` is called when what `forms` gives may be another, or one of them. */
  constructor(document: Document, changed: () => void) {
    this.#document = document;
    this.#changed = changed;
    this.#observer = new MutationObserver((records) => this.#see(records));
    this.#observe(document);
  }

  /** The forms, in tree order within each root. */
  get forms(): HTMLFormElement[] {
    for (const root of this.#roots) if (isGone(root)) this.#roots.delete(root);
    return [...this.#roots].flatMap((root) =>
      Array.from(root.querySelectorAll<HTMLFormElement>(declared)),
    );
  }

  stop(): void {
    this.#isStopped = true;
    this.#observer.disconnect();
  }

  #observe(root: Document | ShadowRoot): void {
    this.#roots.add(root);
    const options = { childList: true, characterData: true, subtree: true };
    this.#observer.observe(root, { ...options, attributeFilter: attributes });
    this.#enter(root);
  }

  /** Finds the shadow roots in a tree, and what will have one when its element is defined. Says whether any is new. */
  #enter(node: Node): boolean {
    let isAnyNew = false;
    const walker = this.#document.createTreeWalker(node, showElement);
    for (let each: Node | null = node; each; each = walker.nextNode()) {
      if (!isElement(each)) continue;
      const { shadowRoot, localName } = each;
      if (shadowRoot && !this.#roots.has(shadowRoot)) {
        isAnyNew = true;
        this.#observe(shadowRoot);
      }
      if (localName.includes("-") && !each.matches(":defined")) this.#await(localName);
    }
    return isAnyNew;
  }

  #await(name: string): void {
    if (this.#awaited.has(name)) return;
    this.#awaited.add(name);
    const view = this.#document.defaultView;
    view?.customElements.whenDefined(name).then(
      () => {
        if (this.#isStopped) return;
        for (const root of [...this.#roots]) this.#enter(root);
        this.#changed();
      },
      () => {}, // no name of an element, and so never one with a shadow root
    );
  }

  #see(records: readonly MutationRecord[]): void {
    let isConcern = [...this.#roots].some(isGone);
    for (const record of records) {
      isConcern ||= concernsForms(record);
      for (const node of record.addedNodes) if (this.#enter(node)) isConcern = true;
    }
    if (isConcern) this.#changed();
  }
}

/** Most changes of a page, such as a text that streams in, have to do with no form. */
function concernsForms(record: MutationRecord): boolean {
  const { type, target, attributeName, addedNodes, removedNodes } = record;
  const element = isElement(target) ? target : target.parentElement;
  if (element?.closest(`${related}, label`)) return true;
  if (type === "attributes") {
    const changing = ["form", "option", "fieldset"];
    return attributeName === "form" || changing.includes(element?.localName ?? "");
  }
  return [...addedNodes, ...removedNodes].some(
    (node) => isElement(node) && (node.matches(related) || node.querySelector(related) !== null),
  );
}

/** A shadow root whose host was removed. */
function isGone(root: Document | ShadowRoot): boolean {
  return "host" in root && !root.isConnected;
}

/** Also of another realm, and of a test's document whose globals are gone already. */
function isElement(node: Node): node is Element {
  return node.nodeType === elementNode;
}

/** `Node.ELEMENT_NODE`, and `NodeFilter.SHOW_ELEMENT`. */
const [elementNode, showElement] = [1, 1];
