/** The property of an `<ag-ui-agent>` with the approver that asks its person. Every copy of the package knows it. */
export const approverOf = Symbol.for("ag-ui-lit.asker");
