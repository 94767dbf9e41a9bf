import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import type { AxeResults } from "axe-core";

const AXE = fileURLToPath(import.meta.resolve("axe-core/axe.min.js"));

/**
 * The violations that axe finds on the page as it is, as `rule: element`.
 *
 * @param rules the rules to check; by default all that axe has switched on.
 */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.addScriptTag({ path: AXE });
  // What fades in has not its colours yet.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        .map(({ finished }) => finished),
    ),
  );
  const { violations } = await page.evaluate(
    (options): Promise<AxeResults> =>
      (globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run(
        options,
      ),
    {
      resultTypes: ["violations"],
      ...(rules && { runOnly: { type: "rule", values: [...rules] } }),
    },
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, target }) => `${id}: ${target.join(" ")} ${html.slice(0, 120)}`),
  );
}

/**
 * What is wrong with the layout: a page that scrolls as a whole, a scroller that leaves hidden text behind or that no keyboard reaches,
 * a name that is cut.
 */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex='0']";
    const faults: string[] = [];
    const all = [...everything(document)];
    // Whatever wants to be in view must not move the page.
    for (const element of all.filter(({ className }) => className === "visually-hidden"))
      element.scrollIntoView();
    const { scrollHeight, scrollWidth, scrollTop } = document.documentElement;
    if (scrollHeight > innerHeight || scrollWidth > innerWidth || scrollTop > 0)
      faults.push(`the page is ${scrollWidth} × ${scrollHeight}, at ${scrollTop}`);
    if (document.body.scrollTop !== 0) faults.push("the body has slid");
    const app = document.querySelector("demo-app");
    if (app?.getBoundingClientRect().top !== 0) faults.push("the app has slid");
    for (const element of all) {
      const { overflowX, overflowY, position, textOverflow } = getComputedStyle(element);
      const name = `${element.localName}.${element.className} ${element.textContent?.trim().slice(0, 40)}`;
      const { clientWidth, clientHeight } = element;
      if (clientWidth === 0) continue;
      const isCut = element.scrollWidth > clientWidth;
      // What is hidden from everybody else is a preview: the whole stands elsewhere.
      if (textOverflow === "ellipsis" && isCut && element.ariaHidden !== "true")
        faults.push(`cut: ${name}`);
      const scrolls = [overflowX, overflowY].some(
        (value) => value === "auto" || value === "scroll",
      );
      if (!scrolls || element.localName === "textarea") continue;
      const isLonger = isCut || element.scrollHeight > clientHeight;
      const inside = [...everything(element.shadowRoot ?? element)];
      const hasHidden = inside.some(({ className }) => className === "visually-hidden");
      if (position === "static" && hasHidden) faults.push(`a scroller without a position: ${name}`);
      if (isLonger && ![element, ...inside].some((one) => one.matches(FOCUSABLE)))
        faults.push(`a scroller that no keyboard reaches: ${name}`);
      const isNamed = element.ariaLabel || element.hasAttribute("aria-labelledby");
      if (element.tabIndex === 0 && element.localName !== "dialog" && !isNamed)
        faults.push(`a scroller without a name: ${name}`);
    }
    return faults;

    function* everything(root: ParentNode): Generator<HTMLElement> {
      for (const element of root.querySelectorAll<HTMLElement>("*")) {
        yield element;
        if (element.shadowRoot) yield* everything(element.shadowRoot);
        if (element instanceof HTMLSlotElement) {
          for (const slotted of element.assignedElements() as HTMLElement[])
            yield* everything(slotted);
        }
      }
    }
  });
}
