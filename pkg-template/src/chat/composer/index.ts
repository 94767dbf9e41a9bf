// What `ag-ui-lit/chat` exports of the composer, which it also defines.
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
