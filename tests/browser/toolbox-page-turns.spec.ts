/** A long page is read in turns with it: its timers run meanwhile, it can be stopped, and what changes is not told in halves. */
import { expect, test } from "./page-tools.js";

const many = (count: number) => "<button>Button</button>".repeat(count);

test("the page has its turns while it is read", async ({ contentPage }) => {
  const page = await contentPage(many(10_000));
  const seen = await page.evaluate(async () => {
    await use("get_page", { ref: await ref("[e1]") });
    let turns = 0;
    let isOver = false;
    const tick = (): void => {
      turns += 1;
      if (!isOver) setTimeout(tick);
    };
    setTimeout(tick);
    const text = await use("get_page");
    isOver = true;
    return [turns, text] as const;
  });
  expect(seen[0]).toBeGreaterThan(5);
  expect(seen[1]).toContain("Lines 1 to 500 of 10000.");
});

test("a look that is given up goes no further", async ({ contentPage }) => {
  const page = await contentPage(many(10_000));
  const seen = await page.evaluate(async () => {
    await use("get_page", { ref: await ref("[e1]") });
    let styles = 0;
    const { getComputedStyle } = window;
    window.getComputedStyle = (...args) => {
      styles += 1;
      return getComputedStyle(...args);
    };
    const stop = new AbortController();
    const tool = registry.get("get_page") as never;
    const looking = manager.execute(tool, "stopped", {}, { signal: stop.signal });
    await until("the page is looked at", () => styles > 0);
    stop.abort();
    const outcome = await looking;
    // What was under way ends with the turn.
    for (let turns = 0; turns < 5; turns += 1) await turn();
    const atEnd = styles;
    for (let turns = 0; turns < 20; turns += 1) await turn();
    return [outcome.success, styles === atEnd, atEnd < 10_000];
  });
  expect(seen).toEqual([false, true, true]);
});

test("a page that changes while it is read is read again; one that always does is told as such", async ({
  contentPage,
}) => {
  const page = await contentPage(`<p id="first">Old</p>${many(5_000)}<p id="last">Old</p>`);
  const seen = await page.evaluate(async () => {
    await use("get_page", { ref: await ref("[e1]") });
    const set = (text: string): void => {
      for (const id of ["first", "last"]) {
        (document.getElementById(id) as HTMLElement).textContent = text;
      }
    };
    useTools({ maxLines: 10_000, maxCharacters: 1_000_000 });
    setTimeout(() => set("New"));
    const once = await use("get_page");
    let count = 0;
    const timer = setInterval(() => {
      count += 1;
      set(`New ${count}`);
    });
    const always = await use("get_page");
    clearInterval(timer);
    return [once.match(/"(Old|New)"/g), /keeps changing/.test(once), /keeps changing/.test(always)];
  });
  expect(seen).toEqual([['"New"', '"New"'], false, true]);
});

test("twice the page is twice the work", async ({ contentPage }) => {
  const page = await contentPage("");
  const seen = await page.evaluate(async () => {
    const field = `<label>Name <input></label><a href="#x" aria-labelledby="t">Link</a>`;
    const works: number[] = [];
    for (const count of [500, 1_000]) {
      document.body.innerHTML = `<p id="t">Title</p>${field.repeat(count)}`;
      let work = 0;
      const names = ["getAttribute", "matches", "hasAttribute", "querySelectorAll"] as const;
      const own = names.map((name) => [name, Element.prototype[name]] as const);
      for (const [name, method] of own) {
        Object.assign(Element.prototype, {
          [name](this: Element, ...args: [never]) {
            work += 1;
            return (method as (...args: unknown[]) => unknown).apply(this, args);
          },
        });
      }
      await use("get_page");
      for (const [name, method] of own) Object.assign(Element.prototype, { [name]: method });
      works.push(work);
    }
    return (works[1] as number) / (works[0] as number);
  });
  expect(seen).toBeGreaterThan(1.5);
  expect(seen).toBeLessThan(2.5);
});
