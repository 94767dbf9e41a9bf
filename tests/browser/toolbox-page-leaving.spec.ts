/** Where a click leads is decided by what a real click at that place would do. */
import { expect, test } from "./page-tools.js";

const away = "https://elsewhere.example/x";

const ways: readonly [what: string, html: string, name: string, key?: string][] = [
  ["a link around a button", `<a href="${away}"><button type="button">It</button></a>`, '"It"'],
  ["a link around an input", `<a href="${away}"><input aria-label="It"></a>`, '"It"'],
  [
    "a link around an element of the page's own",
    `<a href="${away}"><x-it role="button" tabindex="0">It</x-it></a>`,
    "button",
  ],
  [
    "a link around a summary",
    `<a href="${away}"><details><summary>It</summary>x</details></a>`,
    "button",
  ],
  ["a link that tells another", `<a href="#there" ping="/own ${away}">It</a>`, '"It"'],
  [
    "an area of an image",
    areas(`<area href="${away}" alt="It" shape="rect" coords="0,0,90,90">`),
    '"It"',
  ],
  [
    "a link drawn in SVG",
    `<svg width="90" height="90"><a xlink:href="${away}"><rect width="90" height="90"/><text y="40" fill="red">It</text></a></svg>`,
    "link",
  ],
  [
    "a link whose address an animation sets",
    `<svg width="90" height="90"><a href="#x"><set attributeName="href" to="${away}"/><text y="40">It</text></a></svg>`,
    "link",
  ],
  [
    "a button that sends a form elsewhere",
    `<form><button formaction="${away}">It</button></form>`,
    '"It"',
  ],
  [
    "a button of a form elsewhere in the page",
    `<form id="f" action="${away}"></form><button form="f">It</button>`,
    '"It"',
  ],
  [
    "a picture that submits",
    `<form action="${away}"><input type="image" alt="It" width="20" height="20"></form>`,
    '"It"',
  ],
  [
    "a label of a button that submits",
    `<form action="${away}"><label for="b">It</label><button id="b" style="display:none">.</button></form>`,
    '"It"',
  ],
  ["data in an address", `<a href="data:text/html,x">It</a>`, '"It"'],
  ["a window of its own", `<a href="${away}" target="_blank">It</a>`, '"It"'],
  [
    "Enter on a button in a link",
    `<a href="${away}"><button type="button">It</button></a>`,
    '"It"',
    "Enter",
  ],
  [
    "Enter in a field",
    `<form><input aria-label="It"><button formaction="${away}">Go</button></form>`,
    '"It"',
    "Enter",
  ],
];

function areas(inner: string): string {
  const image =
    "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='90' height='90'/>";
  return `<img usemap="#m" width="90" height="90" alt="Map" src="${image}"><map name="m">${inner}</map>`;
}

for (const [what, html, name, key] of ways) {
  test(`${what} is refused where it leads to another origin`, async ({ contentPage }) => {
    const page = await contentPage(html);
    const seen = await page.evaluate(
      async ([name, key]) => {
        const events: string[] = [];
        for (const type of ["click", "submit"])
          addEventListener(type, (event) => events.push(event.type), true);
        const args = { ref: await ref(name as string), ...(key && { press: key }) };
        const outcome = await execute(key ? "type" : "click", args);
        return [outcome.success, outcome.error?.code, events] as const;
      },
      [name, key] as const,
    );
    expect(seen).toEqual([false, "address_not_allowed", []]);
  });
}

test("a link around a slot is one, and an address that the page's own handlers set is held back", async ({
  contentPage,
}) => {
  const page = await contentPage(
    `<x-card><b id="in">Slotted</b></x-card><a id="swap" href="#here">Swap</a><button id="go">Go</button><button id="form">Form</button><button id="open">Open</button><button id="loose">Loose</button>`,
  );
  const seen = await page.evaluate(async (away) => {
    (document.querySelector("x-card") as Element).attachShadow({ mode: "open" }).innerHTML =
      `<a href="${away}"><slot></slot></a>`;
    const on = (id: string, type: string, act: (element: HTMLElement) => void): void => {
      const element = document.getElementById(id) as HTMLElement;
      element.addEventListener(type, () => act(element));
    };
    on("swap", "mousedown", (link) => link.setAttribute("href", away));
    on("go", "click", () => location.assign(away));
    on("form", "click", () => {
      const form = document.body.appendChild(document.createElement("form"));
      form.action = away;
      form.submit();
    });
    on("open", "click", () => void open(away));
    on("loose", "click", () => {
      Object.assign(document.createElement("a"), { href: away, target: "_blank" }).click();
    });
    const codes = [];
    for (const name of ["link", '"Swap"', '"Go"', '"Form"', '"Open"', '"Loose"']) {
      const outcome = await execute("click", { ref: await ref(name) });
      codes.push(outcome.success ? "done" : outcome.error.code);
    }
    return [codes, location.pathname, location.hash];
  }, away);
  expect(seen).toEqual([Array(6).fill("address_not_allowed"), "/", ""]);
});

test("links within the document, links that are allowed, and a page's own code are used as before", async ({
  contentPage,
}) => {
  const page = await contentPage(`
    <a href="#one"><button type="button">One</button></a><a href="javascript:void 0">Code</a>
    <a href="/file" download>Save</a>${areas('<area href="#two" alt="Two" shape="circle" coords="40,40,20">')}
    <svg width="90" height="90"><a href="#three"><text y="40">Three</text></a></svg>`);
  const seen = await page.evaluate(async () => {
    document.addEventListener("click", (event) => {
      if ((event.target as Element).matches("[download]")) event.preventDefault();
    });
    const said = [];
    for (const name of ['"One"', '"Code"', '"Save"', '"Two"', '"Three"']) {
      const outcome = await execute("click", { ref: await ref(name) });
      said.push(outcome.success ? location.hash : outcome.error.message);
    }
    return said;
  });
  expect(seen).toEqual(["#one", "#one", "#one", "#two", "#three"]);
});
