import { AgUiComposer } from "./composer.js";

if (globalThis.customElements && !customElements.get("ag-ui-composer")) {
  customElements.define("ag-ui-composer", AgUiComposer);
}

export { AgUiComposer, type AgUiComposerEventMap } from "./composer.js";
export type { ComposerLimits } from "./limits.js";
export { COMPOSER_PARTS } from "./parts.js";
export type {
  ComposerAgent,
  ComposerSend,
  Suggestion,
  UploadContext,
  UploadedFile,
  UploadFile,
} from "./types.js";
