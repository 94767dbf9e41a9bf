/** What a test with a document does: an element takes a tool of the page, and leaves nothing behind that is heard later. */
import "ag-ui-lit/element";

export async function namesOfPage() {
  document.body.innerHTML = `
    <ag-ui-agent url="/agent" form-tools="all"></ag-ui-agent>
    <form toolname="search" tooldescription="Searches."><input name="text"></form>
  `;
  const definition = { name: "greet", description: "Greets.", schema: {}, handler: () => "Hello!" };
  document.dispatchEvent(new CustomEvent("ag-ui-tool-register", { detail: definition }));
  // Until both tools are there, within a bound of turns: the caller says what is still missing then.
  let listed = [];
  for (let turns = 0; turns < 400 && listed.length < 2; turns += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    try {
      listed = document.querySelector("ag-ui-agent").registry.toAgUiTools();
    } catch {
      // The core is still being loaded.
    }
  }
  // Seen by the element's observer only after the test has ended.
  setTimeout(() => document.body.append(document.createElement("form")));
  return listed.map(({ name }) => name).sort();
}
