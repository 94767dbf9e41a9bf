/** What no agent reads: passwords, however a page shows them, and numbers of cards and one-time codes. */
import { expect, test } from "./page-tools.js";

const secret = "hunter2";

const swaps: readonly [what: string, before: string, after: string][] = [
  [
    "by its name in the form",
    `<input type="password" name="k1">`,
    `<input name="k1" value="${secret}">`,
  ],
  ["by its id", `<input type="password" id="k1">`, `<input id="k1" value="${secret}">`],
  [
    "by its label",
    `<label>Key one <input type="password"></label>`,
    `<label>Key one <input value="${secret}"></label>`,
  ],
  [
    "as a text of more lines",
    `<input type="password" name="k1">`,
    `<textarea name="k1">${secret}</textarea>`,
  ],
  [
    "edited in place",
    `<input type="password" id="k1">`,
    `<div contenteditable id="k1">${secret}</div>`,
  ],
];

for (const [what, before, after] of swaps) {
  test(`a field that takes the place of a password is known ${what}, before anybody has looked`, async ({
    contentPage,
  }) => {
    const page = await contentPage("");
    const seen = await page.evaluate(
      async ([before, after, secret]) => {
        const form = document.body.appendChild(document.createElement("form"));
        form.innerHTML = before;
        await turn();
        form.innerHTML = after;
        const field = form.querySelector("input, textarea, [contenteditable]") as HTMLElement;
        const shown = await see();
        const changed = await use("click", { ref: await ref("form") });
        return [
          shown.includes(secret as string),
          changed.includes(secret as string),
          field !== null,
        ];
      },
      [before, after, secret] as const,
    );
    expect(seen).toEqual([false, false, true]);
  });
}

test("a password that is made text before the first look, by type or by a style, stays one", async ({
  contentPage,
}) => {
  const page = await contentPage(`
    <label>First <input id="a" type="password" value="${secret}"></label>
    <label>Second <input id="b" style="-webkit-text-security: disc" value="${secret}"></label>
    <label>Third <input id="c" autocomplete="section-x current-password" value="${secret}"></label><x-field></x-field>`);
  const seen = await page.evaluate(async () => {
    const root = (document.querySelector("x-field") as Element).attachShadow({ mode: "open" });
    root.innerHTML = `<label>Fourth <input type="password"></label>`;
    const inner = root.querySelector("input") as HTMLInputElement;
    // A person types, and then has a look.
    inner.value = "hunter2";
    inner.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    inner.type = "text";
    document.querySelector("#a")?.setAttribute("type", "text");
    const shown = await see();
    document.querySelector<HTMLElement>("#b")?.removeAttribute("style");
    return [shown, await see()];
  });
  for (const shown of seen) {
    expect(shown).not.toContain(secret);
    expect(shown?.match(/secret, not read/g)).toHaveLength(4);
  }
});

const named: readonly [html: string, isSecret: boolean][] = [
  [`<input name="password">`, true],
  [`<input id="userPassword2">`, true],
  [`<label>PIN <input></label>`, true],
  [`<input aria-label="API key">`, true],
  [`<input placeholder="Passwort">`, true],
  [`<input name="pw">`, true],
  [`<input name="cvv">`, true],
  [`<input name="card_number">`, true],
  [`<label>Verification code <input></label>`, true],
  [`<input id="otp">`, true],
  [`<input name="ssn">`, true],
  [`<input autocomplete="one-time-code">`, true],
  [`<input autocomplete="billing cc-number">`, true],
  [`<div role="textbox" tabindex="0" aria-label="Password">${secret}</div>`, true],
  [`<input name="shipping">`, false],
  [`<label>Passenger <input></label>`, false],
  [`<label>Opinion <input></label>`, false],
  [`<label>Discount code <input></label>`, false],
  [`<input type="email" aria-label="Email for a new password">`, false],
  [`<input autocomplete="postal-code" aria-label="PIN code">`, false],
];

test("what names, ids and labels call a secret is one, and nothing else is", async ({
  contentPage,
}) => {
  const page = await contentPage("");
  const seen = await page.evaluate(
    async ([named, secret]) => {
      const said = [];
      for (const [html] of named as typeof named) {
        document.body.innerHTML = html as string;
        const field = document.querySelector("input");
        if (field) field.value = secret as string;
        said.push([html, !(await see()).includes(secret as string)]);
      }
      return said;
    },
    [named, secret] as const,
  );
  expect(seen).toEqual(named);
});

test("the page may allow numbers of cards and codes to be read, and never passwords", async ({
  contentPage,
}) => {
  const page = await contentPage(
    `<input aria-label="CVC" value="123"><input aria-label="PIN" value="4711"><input autocomplete="cc-number" aria-label="Number" value="4242">`,
  );
  const seen = await page.evaluate(() => {
    useTools({ readSensitive: true });
    return see();
  });
  expect(seen).toContain('"123"');
  expect(seen).toContain('"4242"');
  expect(seen).not.toContain("4711");
});

test("neither what comes of an action nor a form's tool tells one", async ({ contentPage }) => {
  const page = await contentPage(`
    <form toolname="login" tooldescription="Logs in."><input name="user"><input id="pass" name="pass" type="password"></form>
    <button id="fill">Fill</button><label>PIN <input id="pin"></label>`);
  const seen = await page.evaluate(async () => {
    useTools({ passwords: true });
    const pin = document.querySelector("#pin") as HTMLInputElement;
    document.querySelector("#fill")?.addEventListener("click", () => {
      pin.value = "4711";
    });
    const filled = await use("click", { ref: await ref('"Fill"') });
    const typed = await use("type", { ref: await ref('"PIN"'), text: "0815", clear: true });
    document.querySelector("#pass")?.setAttribute("type", "text");
    const element = openAgent("/nowhere");
    element.formTools = "all";
    await turn();
    const { properties } = (element.registry.get("login")?.parameters ?? {}) as {
      properties: object;
    };
    return [filled, typed, Object.keys(properties)] as const;
  });
  expect(seen[0]).toMatch(
    /The textbox "PIN" \(e\d+\) holds something else now, which is not read\./,
  );
  expect(seen[1]).not.toMatch(/0815|4711/);
  expect(seen[2]).toEqual(["user"]);
});
