import type { ComposerStrings } from "../../texts/chat/composer-strings.js";
import type { AttachmentFailure } from "./attachment.js";
import type { Choice, Refusal } from "./choose-files.js";
import { isolated } from "./file-names.js";
import type { ComposerLimits } from "./limits.js";

/** The messages about files that are not attached: few, however many were refused. */
export function refusalTexts(
  choice: Choice,
  texts: ComposerStrings,
  limits: ComposerLimits,
): readonly string[] {
  const { refused, furtherRefused, beyond } = choice;
  return [
    ...refused.map((refusal) => refusalText(refusal, texts, limits)),
    ...(furtherRefused > 0 ? [texts.composerRefusedMore(furtherRefused)] : []),
    ...(beyond > 0 ? [texts.composerRefusedCount(limits.maxFiles, beyond)] : []),
  ];
}

function refusalText(refusal: Refusal, texts: ComposerStrings, limits: ComposerLimits): string {
  const name = isolated(refusal.name);
  switch (refusal.reason) {
    case "type":
      return texts.composerRefusedType(name);
    case "empty":
      return texts.composerRefusedEmpty(name);
    case "folder":
      return texts.composerRefusedFolder(name);
    case "size":
      return texts.composerRefusedSize(name, refusal.size, limits.maxFileBytes);
    case "total":
      return texts.composerRefusedTotal(name, limits.maxTotalBytes);
  }
}

/** Why an attached file can't be sent. */
export function failureText(failure: AttachmentFailure, texts: ComposerStrings): string {
  switch (failure.reason) {
    case "type":
      return texts.composerFailedType;
    case "unreadable":
      return texts.composerFailedUnreadable;
    case "stopped":
      return texts.composerFailedStopped;
    case "upload":
      return texts.composerFailedUpload(failure.message);
  }
}
