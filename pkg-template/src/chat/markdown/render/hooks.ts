import { isTemplateResult } from "lit/directive-helpers.js";
import { until } from "lit/directives/until.js";
import { report } from "../../../events/report.js";
import { isImageAddress } from "./address.js";
import type { MarkdownOptions } from "./options.js";

/** Formulas that are known by their source, so that a block which is not complete does not ask for them again and again. */
const MOST_FORMULAS = 200;

/** Calls the page's functions. One that throws, or returns what can't be shown, is as if it were not given. */
export class Hooks {
  readonly #options: MarkdownOptions;
  readonly #reported = new Set<string>();
  readonly #highlighted = new WeakMap<object, unknown>();
  readonly #formulas = new Map<string, unknown>();

  constructor(options: MarkdownOptions) {
    this.#options = options;
  }

  /** Returns true if the page allows a picture. */
  allowsImage(url: URL): boolean {
    const { allowImage } = this.#options;
    if (!allowImage || !isImageAddress(url)) return false;
    return this.#call("allowImage", () => allowImage(new URL(url))) === true;
  }

  /**
   * Code as the page highlights it, or the plain one.
   *
   * @param key the block of code, which is highlighted once.
   */
  highlighted(key: object, code: () => string, language: string, plain: unknown): unknown {
    const { highlight } = this.#options;
    if (!highlight) return plain;
    if (this.#highlighted.has(key)) return this.#highlighted.get(key);
    const shown = this.#shown("highlight", () => highlight(code(), language), plain);
    this.#highlighted.set(key, shown);
    return shown;
  }

  /**
   * A formula as the page shows it, or its text.
   *
   * @param plain the text, with the marks around the formula.
   */
  formula(source: string, isBlock: boolean, plain: string): unknown {
    const { math } = this.#options;
    if (!math) return plain;
    const key = `${isBlock} ${plain}`;
    if (this.#formulas.has(key)) return this.#formulas.get(key);
    const shown = this.#shown("math", () => math(source, isBlock), plain);
    // A node stands in one place only.
    if (isNode(shown)) return shown;
    if (this.#formulas.size >= MOST_FORMULAS) this.#formulas.clear();
    this.#formulas.set(key, shown);
    return shown;
  }

  #shown(name: string, call: () => unknown, plain: unknown): unknown {
    const result = this.#call(name, call);
    if (!isPromise(result)) return showable(result) ?? plain;
    const settled = result.then(
      (value) => showable(value) ?? plain,
      (thrown: unknown) => {
        this.#report(name, thrown);
        return plain;
      },
    );
    return until(settled, plain);
  }

  #call<Result>(name: string, call: () => Result): Result | undefined {
    try {
      return call();
    } catch (thrown) {
      this.#report(name, thrown);
      return undefined;
    }
  }

  /** Reports the first failure of each function. */
  #report(name: string, cause: unknown): void {
    if (this.#reported.has(name)) return;
    this.#reported.add(name);
    const message = `ag-ui-lit: ${name}() of the chat's Markdown has failed; the text is shown without it. Further failures of it are not reported.`;
    report(new Error(message, { cause }));
  }
}

/** A template or a node; nothing else is shown. */
function showable(value: unknown): unknown {
  return isTemplateResult(value) || isNode(value) ? value : undefined;
}

function isNode(value: unknown): boolean {
  return typeof value === "object" && value !== null && "nodeType" in value;
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === "object" && value !== null && "then" in value;
}
