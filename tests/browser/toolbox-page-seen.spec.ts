/** `get_page`: what a person perceives, and nothing else. */
import { expect, test } from "./page-tools.js";

const cases: readonly [what: string, html: string, seen: string][] = [
  [
    "headings, text, links and images",
    `<h1>Orders</h1><p>Two <b>open</b> orders.</p><a href="/help?x=1">Help</a><img src="data:," alt="A dog"><img src="data:," alt="">`,
    `- heading "Orders" [e1] (level 1)
- text "Two open orders."
- link "Help" [e2] to "/help?x=1"
- img "A dog" [e3]`,
  ],
  [
    "fields with labels, values and states",
    `<form><label>Name <input required value="Ada"></label>
     <label for="c">Country</label><select id="c"><option>Norway<option selected>Sweden</select>
     <label><input type="checkbox" checked> News</label>
     <label for="n">Notes</label><textarea id="n" readonly>one\ntwo</textarea>
     <button disabled>Save</button></form>`,
    `- form [e1]
  - textbox "Name" [e2] (required) = "Ada"
  - combobox "Country" [e3] = "Sweden" of "Norway", "Sweden"
  - checkbox "News" [e4] (checked)
  - textbox "Notes" [e5] (read-only) = "one two"
  - button "Save" [e6] (disabled)`,
  ],
  [
    "tables, lists and groups",
    `<table><caption>Sales</caption><tr><th>Year<th>Sum<tr><td>2027<td>12</table><ul><li>One<li>Two <a href="#x">more</a></ul>
     <fieldset><legend>Size</legend><label><input type=radio name=s> S</label></fieldset>`,
    `- table "Sales" [e1]
  - row [e2]
    - columnheader [e3]: "Year"
    - columnheader [e4]: "Sum"
  - row [e5]
    - cell [e6]: "2027"
    - cell [e7]: "12"
- list [e8]
  - listitem [e9]: "One"
  - listitem [e10]
    - text "Two"
    - link "more" [e11] to "#x"
- group "Size" [e12]
  - radio "S" [e13] (not checked)`,
  ],
  [
    "what is drawn in SVG, and areas of an image",
    `<svg width="90" height="90"><title>Sales</title><defs><text>Not drawn</text></defs><text y="20">2027</text>
     <a href="#x"><text y="60">Details</text></a><text y="80" fill="none">Unseen</text></svg>
     <svg width="9" height="9" role="img" aria-label="Logo"><text y="9">L</text></svg><svg width="9" height="9"><path d="M0 0"/></svg>
     <img alt="Plan" usemap="#m" width="90" height="90" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"><map name="m">
     <area href="#a" alt="Hall" coords="0,0,9,9"></map>`,
    `- img "Sales" [e1]
  - text "2027"
  - link "Details" [e2] to "#x"
- img "Logo" [e3]
- img "Plan" [e4]
  - link "Hall" [e5] to "#a"`,
  ],
  [
    "only what is rendered",
    `<p style="display:none">1</p><p hidden>2</p><p style="visibility:hidden">3<b style="visibility:visible">seen</b></p>
     <p aria-hidden="true">4</p><p inert>5</p><details><summary>More</summary>6</details><p style="opacity:0">7</p>
     <p style="font-size:0">8</p><div style="height:0;overflow:hidden">9</div><p style="color:transparent">10</p>
     <dialog>11</dialog><p popover>12</p><template>13</template><noscript>14</noscript><script type="x">15</script>`,
    `- text "seen"
- group [e1]
  - button "More" [e2] (collapsed)`,
  ],
  [
    "controls that a page draws over, and texts for those who listen",
    `<label style="cursor:pointer"><input type=checkbox style="opacity:0"> Drawn</label>
     <span style="position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)">For listeners</span>`,
    `- checkbox "Drawn" [e1] (not checked)
- text "For listeners"`,
  ],
  [
    "names by reference, also by what is hidden",
    `<button aria-labelledby="a b">X</button><span id="a" hidden>Delete</span><span id="b">file</span>
     <input aria-label="Search" aria-describedby="d" type="search"><p id="d" hidden>By number</p>`,
    `- button "Delete file" [e1]
- text "file"
- searchbox "Search" [e2] described as "By number"`,
  ],
  [
    "what ARIA says",
    `<div role="tablist"><div role="tab" aria-selected="true" tabindex="0">One</div><div role="tab" tabindex="-1">Two</div></div>
     <div role="button" tabindex="0" aria-expanded="false" aria-pressed="true">Menu</div>
     <nav aria-label="Main"><a href="/" aria-current="page">Home</a></nav><div role="slider" aria-valuenow="3" aria-label="Volume" tabindex="0"></div>
     <div role="heading" aria-level="4">Deep</div>`,
    `- tablist [e1]
  - tab "One" [e2] (selected)
  - tab "Two" [e3]
- button "Menu" [e4] (collapsed, pressed)
- navigation "Main" [e5]
  - link "Home" [e6] (current page) to "/"
- slider "Volume" [e7] = "3"
- heading "Deep" [e8] (level 4)`,
  ],
  [
    "what is owned stands where it belongs",
    `<ul aria-owns="third"><li>First</ul><div role="listitem" id="third">Third</div><p>End</p>`,
    `- list [e1]
  - listitem [e2]: "First"
  - listitem [e3]: "Third"
- text "End"`,
  ],
  [
    "things that are clicked although they are nothing",
    `<div style="cursor:pointer"><span>Card</span></div><div contenteditable aria-label="Letter">Dear</div>`,
    `- generic [e1]: "Card"
- textbox "Letter" [e2]: "Dear"`,
  ],
  [
    "names in other scripts, and right to left",
    `<button>保存する</button><button dir="rtl">שמור את הקובץ</button><p>مرحبا 👩‍👩‍👧‍👦</p>`,
    `- button "保存する" [e1]
- button "שמור את הקובץ" [e2]
- text "مرحبا 👩‍👩‍👧‍👦"`,
  ],
];

for (const [what, html, seen] of cases) {
  test(`get_page tells ${what}`, async ({ contentPage }) => {
    const page = await contentPage(html);
    expect(await page.evaluate(() => see())).toBe(seen);
  });
}

test("text that a style masks is read nowhere, whatever it lies in", async ({ contentPage }) => {
  const page = await contentPage(`
    <div contenteditable aria-label="Code" style="-webkit-text-security:disc">hush-1<b>hush-2</b><x-host></x-host></div>
    <div contenteditable aria-label="Was masked" class="once" style="-webkit-text-security:circle">hush-3</div>
    <input aria-label="Field" value="hush-4" style="-webkit-text-security:square">
    <textarea aria-label="Area" style="-webkit-text-security:disc">hush-5</textarea>
    <div contenteditable aria-label="Letter">Dear</div>`);
  const seen = await page.evaluate(async () => {
    const host = document.querySelector("x-host") as HTMLElement;
    host.attachShadow({ mode: "open" }).innerHTML = "<p>hush-6</p>";
    const masked = await see();
    // What was a secret once is one for good: showing it is the person's affair.
    document.querySelector<HTMLElement>(".once")?.removeAttribute("style");
    const code = await ref('"Code"');
    return [masked, await see(), await use("get_page", { ref: code })] as const;
  });
  expect(seen[0]).toContain('"Letter"');
  expect(seen[0]).toContain("Dear");
  for (const text of seen) expect(text).not.toContain("hush");
});
