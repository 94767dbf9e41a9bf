/** The form's model, which has no entry of its own, as the package has it. */
export type { Draft, LeafDraft, ListDraft } from "../../../pkg/dist/json-form/draft.js";
export { draftsOf } from "../../../pkg/dist/json-form/draft.js";
export { addItem, moveItem, removeItem } from "../../../pkg/dist/json-form/edit-list.js";
export type { Field } from "../../../pkg/dist/json-form/field.js";
export { makeDraft } from "../../../pkg/dist/json-form/make-draft.js";
export { placeIssues } from "../../../pkg/dist/json-form/place-issues.js";
export { readDraft } from "../../../pkg/dist/json-form/read-draft.js";
export { fieldOf } from "../../../pkg/dist/json-form/read-schema.js";
