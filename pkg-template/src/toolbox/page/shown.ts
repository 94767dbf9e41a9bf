import { shownIn } from "../../dom/flat-tree.js";
import { attributeOf, boxOf, hasAttribute, isSvg, matches, nameOf } from "../../dom/members.js";

/** The degree to which a person perceives an element. */
export interface ElementVisibility {
  /** `"no"`: neither the element nor its content. `"through"`: not itself, but its content may be. */
  readonly self: "yes" | "through" | "no";
  /** Whether its own text can be seen. */
  readonly text: boolean;
  /** Whether its content is transparent. Then only controls are reported, over which pages draw their own. */
  readonly isFaint: boolean;
}

export const isUnseen: ElementVisibility = { self: "no", text: false, isFaint: false };

/** Elements that are never content. */
const silent = new Set([
  "base",
  "datalist",
  "head",
  "link",
  "meta",
  "noscript",
  "option",
  "optgroup",
  "param",
  "script",
  "source",
  "style",
  "template",
  "track",
]);

/** Elements of which SVG draws nothing in their place. */
const undrawn =
  /^(animate|animatemotion|animatetransform|set|clippath|defs|desc|filter|lineargradient|marker|mask|metadata|pattern|radialgradient|symbol)$/;

/** Elements that are usable although transparent: the page draws its own appearance beneath or above. */
const controls = new Set(["a", "button", "input", "select", "summary", "textarea"]);

/**
 * The visibility of an element that is rendered and not hidden by ARIA. Content for screen readers only (clipped to a
 * pixel, or far outside) is reported; text that is transparent, without size or behind `aria-hidden` is not.
 */
export function shown(
  element: Element,
  style: CSSStyleDeclaration,
  isFaint: boolean,
): ElementVisibility {
  const name = nameOf(element);
  const isDrawn = isSvg(element);
  if (isDrawn ? undrawn.test(name) : name === "title") return isUnseen;
  if (silent.has(name)) return isUnseen;
  if (attributeOf(element, "aria-hidden") === "true" || hasAttribute(element, "inert"))
    return isUnseen;
  const { display, visibility, opacity } = style;
  if (display === "none" || display === "") return isUnseen;
  if (isFolded(element, style)) return isUnseen;
  const isTransparent = isFaint || opacity === "0";
  const isVisible = visibility === "visible" && !(isTransparent && !controls.has(name));
  return {
    self: isVisible ? "yes" : "through",
    text: visibility === "visible" && !isTransparent && hasInk(style, isDrawn),
    isFaint: isTransparent,
  };
}

/** The visible children: of closed details only the summary, and none of an element that skips its content. */
export function contentOf(element: Element, style: CSSStyleDeclaration): readonly Node[] {
  if (style.getPropertyValue("content-visibility") === "hidden") return [];
  const nodes = shownIn(element);
  if (nameOf(element) !== "details" || hasAttribute(element, "open")) return nodes;
  const summary = nodes.find((node) => matches(node as Element, "summary"));
  return summary ? [summary] : [];
}

/** Returns true if a box without extent clips its whole content. */
function isFolded(element: Element, style: CSSStyleDeclaration): boolean {
  const { display, overflowX, overflowY } = style;
  if (/^(inline|contents)$/.test(display)) return false;
  if (overflowX === "visible" && overflowY === "visible") return false;
  const { width, height } = boxOf(element);
  return (width === 0 && overflowX !== "visible") || (height === 0 && overflowY !== "visible");
}

function hasInk(style: CSSStyleDeclaration, isDrawn: boolean): boolean {
  if (Number.parseFloat(style.fontSize) === 0) return false;
  if (isDrawn) return !(isClearColor(style.fill) && isClearColor(style.stroke));
  const isClear = isClearColor(style.color);
  // Text that shows its background (`background-clip`) has a visible color.
  return !isClear || style.getPropertyValue("background-clip").includes("text");
}

function isClearColor(color: string): boolean {
  return /^(none|transparent)$|^rgba\(.*,\s*0\)$|\/\s*0\)$/.test(color);
}
