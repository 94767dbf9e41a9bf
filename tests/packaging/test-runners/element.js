/** What a test with a document does: an element takes a tool of the page, and leaves nothing behind that is heard later. */
import "ag-ui-lit/element";

export async function namesOfPage() {
  document.body.innerHTML = `
    <ag-ui-agent url="/agent" form-tools="all"></ag-ui-agent>
    <form toolname="search" tooldescription="Searches."><input name="text"></form>
  `;
  const definition = { name: "greet", description: "Greets.", schema: {}, handler: () => "Hello!" };
  document.dispatchEvent(new CustomEvent("ag-ui-tool-register", { detail: definition }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const listed = document.querySelector("ag-ui-agent").registry.toAgUiTools();
  // Seen by the element's observer only after the test has ended.
  setTimeout(() => document.body.append(document.createElement("form")));
  return listed.map(({ name }) => name).sort();
}
