/**
 * Loads `<ag-ui-json-form>`, which most questions do not need. After a failure the next call tries again.
 */
export async function loadForm(): Promise<void> {
  await import("./json-form.js");
}
